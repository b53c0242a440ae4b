// Live editing of kernels: watches the shown lesson's kernels.cu, takes texts from the editor, from a shown session file and from
// advice, tries them, and submits the tried kernels to the session.
#pragma once

#include "core/live/kernel_file.h"
#include "core/live/live_kernels.h"
#include "core/session/session.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::editing {

class LiveEditing {
public:
    explicit LiveEditing(session::Session& session)
        : m_session(session)
    {
    }

    // Starts compiler and worker process in advance, for example when an editor is opened. Otherwise edit() starts them.
    void prepare();
    // Tries a text as the kernels.cu of the shown lesson, after the kernels of a session file that was just opened.
    void edit(const std::string& source);

    // Called once per frame: checks for a changed file and for results of a trial. Never blocks.
    void tick(std::chrono::steady_clock::time_point now);

    // Called with each outcome, for messages in the editor.
    std::function<void(const live::Outcome&)> on_outcome;

    [[nodiscard]] bool idle() const { return m_kernels == nullptr || m_kernels->idle(); }
    void wait_until_idle();

private:
    enum class Purpose : std::uint8_t { edit, advice };
    void submit(const std::string& source, Purpose purpose = Purpose::edit, std::vector<problem::Relaunch> launches = {});
    void watch(const lesson::Lesson& lesson);
    void follow_file(const session::Snapshot& snapshot);
    void follow_trial(const session::Snapshot& snapshot);
    [[nodiscard]] bool of_file(const live::Outcome& outcome) const;
    void report(const live::Outcome& outcome);
    void adopt(const live::Outcome& outcome);
    // The outcome of a piece of advice.
    void report_trial(const live::Outcome& outcome);
    void select(const simt::Trap& trap);

    session::Session& m_session;
    std::optional<int> m_gpu; // index of the GPU that the worker process of m_kernels uses
    live::KernelFile m_file;
    std::shared_ptr<const lesson::Lesson> m_replayed; // the lesson of the shown session file
    bool m_trying_file = false; // the file's kernels are being tried
    std::optional<std::string> m_after_file; // the text to try next
    std::shared_ptr<const session::AdviceTrial> m_trial; // the last one that was noticed
    std::unique_ptr<live::LiveKernels> m_kernels; // created when first needed
};

enum class TrialProcess : std::uint8_t { none, of_this_program };

// For SessionOptions: tries kernels that were not built with the program before they are launched on a GPU; first some blocks on
// the virtual machine, then two steps on that GPU in another process, if there is to be one.
[[nodiscard]] session::LaunchTrial::Try launch_trial(TrialProcess process);

} // namespace warpstage::editing
