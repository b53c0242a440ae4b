// Messages that stay for some seconds and then go by themselves. The same text twice is one message.
#pragma once

#include "core/session/snapshot.h"

#include <chrono>
#include <string>
#include <vector>

namespace warpstage::session {

class Notices {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Removes what has been shown long enough. What is added from now on begins now.
    void advance(Time now);
    void add(Severity severity, std::string text);
    // Newest last; before them, as long as it is shown, the fault of the recording, which may be null.
    [[nodiscard]] std::vector<Notice> section(const Recording* recording) const;

private:
    struct Entry {
        Notice notice;
        Time until;
    };
    std::vector<Entry> m_entries;
    Time m_now;
};

} // namespace warpstage::session
