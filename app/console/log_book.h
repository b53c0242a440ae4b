// What the session has said, with the time: notices go from the stage after some seconds, here they stay.
#pragma once

#include "app/console/table.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <set>
#include <string>

namespace warpstage::console {

class LogBook {
public:
    static constexpr std::size_t kMostEntries = 1000; // older ones go

    // Notices that the snapshot before did not have become entries. Whether there were any.
    [[nodiscard]] bool take(const session::Snapshot& snapshot, const std::string& time);
    void add(session::Severity severity, const std::string& text, const std::string& time);
    [[nodiscard]] const Table& table() const { return m_table; }

private:
    Table m_table { { { "Time", "Time", "", ColumnKind::words }, { "Kind", "Kind", "", ColumnKind::words },
                        { "Message", "Message", "", ColumnKind::words } },
        {} };
    std::set<std::string> m_current; // texts of the last snapshot
};

} // namespace warpstage::console
