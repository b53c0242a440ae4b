#include "app/console/tables/tables.h"

#include "app/console/qt_text.h"
#include "core/base/verify.h"
#include "core/base/words.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTime>
#include <utility>

namespace warpstage::console {

namespace {

std::string name_of(session::Severity severity)
{
    switch (severity) {
    case session::Severity::information:
        return warpstage::tr("note");
    case session::Severity::attention:
        return warpstage::tr("⚠ warning");
    case session::Severity::fault:
        return warpstage::tr("✖ fault");
    }
    VERIFY_NOT_REACHED();
}

} // namespace

bool LogBook::take(const session::Snapshot& snapshot, const std::string& time)
{
    std::set<std::string> current;
    bool any = false;
    for (const auto& notice : *snapshot.notices) {
        if (!m_current.contains(notice.text) && !current.contains(notice.text)) {
            add(notice.severity, notice.text, time);
            any = true;
        }
        current.insert(notice.text);
    }
    m_current = std::move(current);
    return any;
}

void LogBook::add(session::Severity severity, const std::string& text, const std::string& time)
{
    const std::string kind = name_of(severity);
    m_table.rows.push_back({ { time, time, 0.0 }, { kind, kind, 0.0 }, { text, text, 0.0 } });
    if (m_table.rows.size() > kMaxEntries)
        m_table.rows.erase(m_table.rows.begin());
}

namespace {

std::string time_now()
{
    return from_qt(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
}

} // namespace

Tables::Tables(SessionLink& link)
    : m_timings(new TableView(qtr("Timings")))
    , m_lines(new TableView(qtr("Metrics of the source lines")))
    , m_class(new TableView(qtr("How far the class is")))
    , m_log(new TableView(qtr("Faults and log")))
{
    m_log->horizontalHeader()->setStretchLastSection(true); // sentences
    m_lines->on_row_chosen([&link](const Row& row) {
        const auto line = static_cast<std::uint32_t>(row.front().order);
        if (line != 0 && line != link.snapshot().selection->line)
            link.send(session::SelectLine { line });
    });
    show_log();
}

void Tables::show_numbers(const session::Snapshot& snapshot)
{
    // A hidden table is not rebuilt, unless it would reveal an answer when it is shown.
    const bool asking = snapshot.cue->numbers == session::CueNumbers::hidden;
    const auto wanted = [&](const TableView& view) {
        return asking || view.isVisible() || view.model()->rowCount() == 0;
    };
    if (wanted(*m_timings))
        m_timings->show_table(timings_table(snapshot));
    if (wanted(*m_lines))
        m_lines->show_table(line_table(snapshot));
    if (wanted(*m_class))
        m_class->show_table(class_table(snapshot));
}

void Tables::log_notices(const session::Snapshot& snapshot)
{
    if (m_book.take(snapshot, time_now()))
        show_log();
}

void Tables::add_to_log(session::Severity severity, const std::string& sentence)
{
    m_book.add(severity, sentence, time_now());
    show_log();
}

// If the newest entry is visible, the view scrolls to new entries.
void Tables::show_log()
{
    const auto* const place = m_log->verticalScrollBar();
    const bool at_end = place->value() == place->maximum();
    m_log->show_table(m_book.table());
    if (at_end)
        m_log->scrollToBottom();
}

const TableView& Tables::front() const
{
    const TableView* front = m_timings;
    for (const TableView* table : { m_timings, m_lines, m_class, m_log }) {
        if (table->hasFocus())
            return *table;
        if (!table->visibleRegion().isEmpty())
            front = table;
    }
    return *front;
}

} // namespace warpstage::console
