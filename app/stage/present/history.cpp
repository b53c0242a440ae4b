#include "app/stage/present/history.h"

#include <utility>

namespace warpstage::stage {

namespace {

constexpr std::size_t kMaxUndone = 200;

} // namespace

History::Entry History::entry_of(const session::Snapshot& shown)
{
    Entry entry { session::link_of(shown), shown.setup->lesson };
    entry.link.paused = false;
    entry.link.edited = false; // the kernels are those of the entry's lesson
    entry.link.selection = {};
    return entry;
}

std::vector<session::Command> History::follow(const session::Snapshot& shown, Time now)
{
    if (shown.setup->lesson == nullptr || shown.setup->lesson->problem == nullptr || shown.setup->variants.empty())
        return {};
    Entry entry = entry_of(shown);
    m_paused = !shown.timing->playing;
    if (!m_follower.arrived()) {
        auto commands = m_follower.next(shown, now);
        m_shown = std::move(entry);
        return commands;
    }
    if (m_shown && !(*m_shown == entry)) {
        if (m_before.size() == kMaxUndone)
            m_before.erase(m_before.begin());
        m_before.push_back(*std::move(m_shown));
        m_after.clear();
    }
    m_shown = std::move(entry);
    return {};
}

bool History::go(std::vector<Entry>& from, std::vector<Entry>& to)
{
    if (from.empty() || !m_shown)
        return false;
    to.push_back(*std::move(m_shown));
    m_shown = std::move(from.back());
    from.pop_back();
    session::Link link = m_shown->link;
    link.paused = m_paused;
    m_follower.aim(std::move(link), session::Follower::Unlisted::initial, m_shown->lesson);
    return true;
}

} // namespace warpstage::stage
