// The devices of this computer: the virtual machine, a GPU if available, and which of them runs the kernels.
#pragma once

#include "core/base/result.h"
#include "core/base/urgency.h"
#include "core/engine/engine.h"
#include "core/engine/limits/limits.h"
#include "core/engine/timing_summary.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::session {

class Engines {
public:
    // `wanted`: nothing means a GPU if available. `gpu`: index of the GPU. Errors: the requested GPU is not available.
    [[nodiscard]] static Result<Engines> open(
        std::optional<engine::EngineKind> wanted, int gpu, const std::filesystem::path& limits_folder, Urgency urgency);
    // The virtual machine and this GPU, which runs the kernels; its limits are unknown.
    [[nodiscard]] static Engines with_gpu(std::unique_ptr<engine::Engine> gpu, Urgency urgency);

    [[nodiscard]] engine::Engine& current() const { return *m_current; }
    [[nodiscard]] bool on_gpu() const { return m_current == m_gpu.get(); }
    [[nodiscard]] bool has_gpu() const { return m_gpu != nullptr && !m_gpu->lost(); }
    // Index of the GPU in gpu_names(), whether or not it is available.
    [[nodiscard]] int gpu() const { return m_gpu_index; }
    // All GPUs of this computer, in the driver's order; empty with `--engine vm` and without a driver.
    [[nodiscard]] const std::vector<std::string>& gpu_names() const { return m_gpu_names; }
    // Replaces the GPU by the one of this index, which then runs the kernels. Waits until a running step has ended. Errors: that
    // GPU is not available; the devices stay as they are.
    [[nodiscard]] Result<void> use_gpu(int index);
    // The GPU has failed for this reason, a sentence: the virtual machine is to run the lesson, and the GPU the next one if it
    // still works.
    void leave_gpu(std::string reason);
    // The reason, once; nothing: the GPU did not fail.
    [[nodiscard]] std::optional<std::string> take_failure()
    {
        return std::exchange(m_failed, false) ? std::optional { m_absence } : std::nullopt;
    }
    // Files of the user run on the virtual machine until the user trusts them, and kernels with a flaw in any case: a fault on a
    // GPU can stop other programs.
    [[nodiscard]] bool trusts(const lesson::Lesson& lesson) const
    {
        const auto refused = m_unchecked.find(identity(lesson));
        if (lesson.flaw != nullptr || (refused != m_unchecked.end() && !refused->second.agreed))
            return false;
        return lesson.origin.outside.empty() || m_trusted.contains(lesson.origin.outside);
    }
    // The user wants the GPU: the file runs there if it can be checked, and unchecked if the user was told why it could not be.
    void trust(const lesson::Lesson& lesson)
    {
        m_trusted.insert(lesson.origin.outside);
        if (const auto refused = m_unchecked.find(identity(lesson)); refused != m_unchecked.end())
            refused->second.agreed = true;
    }
    // These kernels could not be checked: they stay off the GPU until the user trusts them. `reason`: a sentence.
    void keep_off_gpu(const lesson::Lesson& lesson, std::string reason) { m_unchecked[identity(lesson)] = { std::move(reason) }; }
    [[nodiscard]] bool agreed_unchecked(const lesson::Lesson& lesson) const
    {
        const auto refused = m_unchecked.find(identity(lesson));
        return refused != m_unchecked.end() && refused->second.agreed;
    }
    // Why the kernels are kept off the GPU; empty: they are not.
    [[nodiscard]] std::string reason_off_gpu(const lesson::Lesson& lesson) const
    {
        const auto refused = m_unchecked.find(identity(lesson));
        return refused == m_unchecked.end() || refused->second.agreed ? std::string {} : refused->second.reason;
    }
    // The device for a lesson that is about to be shown: the virtual machine if it is not trusted, and after it the GPU again.
    [[nodiscard]] engine::EngineKind kind_for(const lesson::Lesson& lesson)
    {
        if (!trusts(lesson)) {
            m_left_gpu = m_left_gpu || on_gpu();
            return engine::EngineKind::vm;
        }
        const bool returns = std::exchange(m_left_gpu, false) && has_gpu();
        return on_gpu() || returns ? engine::EngineKind::gpu : engine::EngineKind::vm;
    }
    // The reason, as a sentence, if no GPU is available.
    [[nodiscard]] std::string gpu_absence() const;
    // The maximum throughput of a step on the current GPU for this kind of sampling, if it has been measured.
    [[nodiscard]] std::optional<engine::Limit> limit_of(const problem::Plan& plan, engine::Sampling sampling) const;

    // Waits until a running step has ended, because only an idle engine can be replaced. False: no engine of that kind.
    [[nodiscard]] bool select(engine::EngineKind kind);
    [[nodiscard]] static engine::EngineKind other(engine::EngineKind kind)
    {
        return kind == engine::EngineKind::vm ? engine::EngineKind::gpu : engine::EngineKind::vm;
    }

private:
    struct Unchecked {
        std::string reason;
        bool agreed = false;
    };
    // Identifies the kernels of a lesson; it changes when they are edited.
    [[nodiscard]] static std::string identity(const lesson::Lesson& lesson);
    void stop_current();

    std::unique_ptr<engine::Engine> m_vm;
    std::unique_ptr<engine::Engine> m_gpu; // null: none
    int m_gpu_index = 0;
    std::vector<std::string> m_gpu_names;
    std::filesystem::path m_limits_folder;
    std::string m_absence; // why there is no GPU, or why it failed last; empty: not searched for
    std::optional<engine::Limits> m_limits; // of that GPU, if measured
    engine::Engine* m_current = nullptr; // never null after open()
    std::set<std::filesystem::path> m_trusted;
    std::map<std::string, Unchecked> m_unchecked; // by identity
    bool m_failed = false; // and the failure was not taken
    bool m_left_gpu = false; // for a lesson that is not trusted, or after a failure
};

} // namespace warpstage::session
