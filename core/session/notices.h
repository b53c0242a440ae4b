// Messages that stay for some seconds and then go by themselves; a fault of a run goes earlier, together with that run. The same
// text twice is one message.
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

    // Removes what has been shown long enough. What is added from now on begins now.
    void advance(Time now);
    enum class Topic : std::uint8_t { run, other }; // what a message is about: the variant that runs now, or anything else
    void add(Severity severity, std::string text, Topic topic = Topic::run);
    // Another variant runs, or other input, kernels or another device: faults of the former run end.
    void end_run();
    // Newest last; before them, as long as it is shown, the fault of the recording, which may be null.
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
