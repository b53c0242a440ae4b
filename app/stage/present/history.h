// What the user has shown, so that each change can be undone: lesson, variant, parameters, kernels, architecture and cue. Running
// time and the playback are not changes.
#pragma once

#include "core/session/link/follower.h"

#include <chrono>
#include <vector>

namespace warpstage::stage {

class History {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Called for each new snapshot: notices changes, and returns the commands of an undo in progress.
    [[nodiscard]] std::vector<session::Command> follow(const session::Snapshot& shown, Time now);
    // Returns whether there is anything to undo or redo.
    [[nodiscard]] bool undo() { return go(m_before, m_after); }
    [[nodiscard]] bool redo() { return go(m_after, m_before); }
    // Remembers what is shown; return_to_mark() shows it again, as a change that can be undone, unless another lesson is shown.
    void mark() { m_mark = m_shown; }
    void return_to_mark();
    // A later command of the user ends an undo in progress.
    void stop() { m_follower.stop(); }

private:
    struct Entry {
        session::Link link;
        std::shared_ptr<const lesson::Lesson> lesson; // with its kernels

        bool operator==(const Entry&) const = default;
    };
    [[nodiscard]] static Entry entry_of(const session::Snapshot& shown);
    void aim();
    [[nodiscard]] std::size_t edited_versions() const;
    [[nodiscard]] bool go(std::vector<Entry>& from, std::vector<Entry>& to);

    std::vector<Entry> m_before; // oldest first
    std::vector<Entry> m_after; // undone, the next one last
    std::optional<Entry> m_shown;
    std::optional<Entry> m_mark;
    bool m_paused = false;
    session::Follower m_follower { session::Follower::Source::user };
};

} // namespace warpstage::stage
