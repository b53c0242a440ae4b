#include "app/console/log_book.h"

#include "core/base/verify.h"

#include <utility>

namespace warpstage::console {

namespace {

std::string name_of(session::Severity severity)
{
    switch (severity) {
    case session::Severity::information:
        return "note";
    case session::Severity::attention:
        return "⚠ attention";
    case session::Severity::fault:
        return "✖ fault";
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
    if (m_table.rows.size() > kMostEntries)
        m_table.rows.erase(m_table.rows.begin());
}

} // namespace warpstage::console
