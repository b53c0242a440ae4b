// The devices of this computer: the virtual machine, a GPU where there is one, and which of the two computes.
#pragma once

#include "core/base/result.h"
#include "core/base/urgency.h"
#include "core/engine/engine.h"
#include "core/engine/limits/limits.h"
#include "core/engine/timing_summary.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::session {

class Engines {
public:
    // `wanted`: nothing means a GPU where there is one. `gpu`: which of several. Errors: a GPU that was wanted is not there.
    [[nodiscard]] static Result<Engines> open(
        std::optional<engine::EngineKind> wanted, int gpu, const std::filesystem::path& limits_folder, Urgency urgency);
    // The virtual machine and this GPU, which computes; its limits are not known.
    [[nodiscard]] static Engines with_gpu(std::unique_ptr<engine::Engine> gpu, Urgency urgency);

    [[nodiscard]] engine::Engine& current() const { return *m_current; }
    [[nodiscard]] bool on_gpu() const { return m_current == m_gpu.get(); }
    [[nodiscard]] bool has_gpu() const { return m_gpu != nullptr; }
    // Why there is none: "... start without --engine vm to `purpose`."
    [[nodiscard]] std::string gpu_absence(std::string_view purpose) const;
    // The most that the current GPU allows a step whose times were taken so, where that has been measured.
    [[nodiscard]] std::optional<engine::Limit> limit_of(const problem::Plan& plan, engine::Sampling sampling) const;

    // Waits for a step that is still running: an engine is only left when it is idle. False: there is none of that kind.
    [[nodiscard]] bool select(engine::EngineKind kind);
    [[nodiscard]] static engine::EngineKind other(engine::EngineKind kind)
    {
        return kind == engine::EngineKind::vm ? engine::EngineKind::gpu : engine::EngineKind::vm;
    }

private:
    std::unique_ptr<engine::Engine> m_vm;
    std::unique_ptr<engine::Engine> m_gpu; // null where there is none
    std::string m_absence; // why; empty: nobody has looked
    std::optional<engine::Limits> m_limits; // of that GPU, where they have been measured
    engine::Engine* m_current = nullptr; // never null once open
};

} // namespace warpstage::session
