// The tables of the window: timings, metrics of the source lines, and the log.
#pragma once

#include "app/console/tables/table.h"
#include "app/console/tables/table_view.h"
#include "app/console/window/session_link.h"
#include "core/base/words.h"

#include <cstddef>
#include <set>
#include <string>

namespace warpstage::console {

class LogBook {
public:
    static constexpr std::size_t kMaxEntries = 1000; // older entries are removed

    // Adds an entry for each notice that the previous snapshot did not have. Returns whether there were any.
    [[nodiscard]] bool take(const session::Snapshot& snapshot, const std::string& time);
    void add(session::Severity severity, const std::string& text, const std::string& time);
    [[nodiscard]] const Table& table() const { return m_table; }

private:
    Table m_table { { { warpstage::tr("Time"), "Time", "", ColumnKind::words },
                        { warpstage::tr("Kind"), "Kind", "", ColumnKind::words },
                        { warpstage::tr("Message"), "Message", "", ColumnKind::words } },
        {} };
    std::set<std::string> m_current; // texts of the last snapshot
};

class Tables {
public:
    // The views have no parents; docks adopt them. `link` must outlive them.
    explicit Tables(SessionLink& link);

    void show_numbers(const session::Snapshot& snapshot);
    // Adds the notices that the log does not have yet.
    void log_notices(const session::Snapshot& snapshot);
    void add_to_log(session::Severity severity, const std::string& sentence);

    [[nodiscard]] TableView& timings() const { return *m_timings; }
    [[nodiscard]] TableView& lines() const { return *m_lines; }
    [[nodiscard]] TableView& of_class() const { return *m_class; }
    [[nodiscard]] TableView& log() const { return *m_log; }
    // The table with the focus, else the table in the front tab.
    [[nodiscard]] const TableView& front() const;

private:
    void show_log();

    TableView* m_timings;
    TableView* m_lines;
    TableView* m_class;
    TableView* m_log;
    LogBook m_book;
};

} // namespace warpstage::console
