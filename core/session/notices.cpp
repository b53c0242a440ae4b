#include "core/session/notices.h"

#include <utility>

namespace warpstage::session {

namespace {

// Long enough to be read aloud; a fault stays longer, because the lecturer usually discusses it.
constexpr std::chrono::seconds kShort { 8 };
constexpr std::chrono::seconds kLong { 30 };

} // namespace

void Notices::add(Severity severity, std::string text, Topic topic)
{
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.notice.text == text; });
    const auto stay = severity == Severity::fault ? kLong : kShort;
    m_entries.push_back({ { severity, std::move(text) }, m_now + stay, topic });
}

void Notices::end_run()
{
    std::erase_if(
        m_entries, [](const Entry& entry) { return entry.topic == Topic::run && entry.notice.severity == Severity::fault; });
}

void Notices::advance(Time now)
{
    m_now = now;
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.until <= now; });
}

std::vector<Notice> Notices::section(const Recording* recording) const
{
    std::vector<Notice> notices;
    if (recording != nullptr && recording->trap)
        notices.push_back({ Severity::fault, recording->trap->message });
    for (const auto& entry : m_entries)
        notices.push_back(entry.notice);
    return notices;
}

} // namespace warpstage::session
