// Kernels that change while the stage runs: watches the shown lesson's kernels.cu, takes texts from an editor and from a session
// file that is shown, and lets the session adopt what has been tried.
#pragma once

#include "core/live/kernel_file.h"
#include "core/live/live_kernels.h"
#include "core/session/session.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::editing {

class LiveEditing {
public:
    // `gpu`: the number of the device that the worker process uses.
    LiveEditing(session::Session& session, int gpu);

    // Whoever opens an editor will edit: compiler and worker process get ready beside the show. edit() does it otherwise.
    void prepare();
    // Tries a text as the kernels.cu of the lesson that is shown; after the kernels of a session file that has just been opened.
    void edit(const std::string& source);

    // Once a frame: looks for a changed file and for what a trial has found. Never waits.
    void tick(std::chrono::steady_clock::time_point now);

    // Called with each outcome, for who shows messages in place.
    std::function<void(const live::Outcome&)> on_outcome;

    [[nodiscard]] bool idle() const { return m_kernels == nullptr || m_kernels->idle(); }
    void wait_until_idle();

private:
    void submit(const std::string& source);
    void watch(const lesson::Lesson& lesson);
    void follow_file(const session::Snapshot& snapshot);
    [[nodiscard]] bool of_file(const live::Outcome& outcome) const;
    void report(const live::Outcome& outcome);
    void select(const simt::Trap& trap, const std::string& source);

    session::Session& m_session;
    int m_gpu;
    live::KernelFile m_file;
    std::shared_ptr<const lesson::Lesson> m_replayed; // what the session file that is shown was computed with
    bool m_trying_file = false; // its kernels
    std::optional<std::string> m_after_file; // the text that is tried next
    std::unique_ptr<live::LiveKernels> m_kernels; // many lectures need none
};

// For SessionOptions: kernels that were edited with one variant and size are looked at again before a GPU gets them in another.
[[nodiscard]] session::EditedTrial::Try trial_of_edited();

} // namespace warpstage::editing
