// Messages that are removed after some seconds; a fault of a run is removed earlier, together with that run. The same text twice
// is one message.
#pragma once

#include "core/session/snapshot.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::session {

class Notices {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Removes expired messages. Messages added later start at `now`.
    void advance(Time now);
    enum class Topic : std::uint8_t { run, other }; // subject of a message: the running variant, or anything else
    void add(Severity severity, std::string text, Topic topic = Topic::run);
    // Another variant, input, kernel or device runs: removes the faults of the previous run.
    void end_run();
    // Newest last; the fault of `recording` comes first. `recording` may be null.
    [[nodiscard]] std::vector<Notice> section(const Recording* recording) const;

private:
    struct Entry {
        Notice notice;
        Time until;
        Topic topic;
    };
    std::vector<Entry> m_entries;
    Time m_now;
};

} // namespace warpstage::session
