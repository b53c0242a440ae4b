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

    void add(Severity severity, std::string text, Time now);
    void expire(Time now);
    [[nodiscard]] std::vector<Notice> current() const;

private:
    struct Entry {
        Notice notice;
        Time until;
    };
    std::vector<Entry> m_entries;
};

} // namespace warpstage::session
