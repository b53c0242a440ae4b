#include "app/stage/present/history.h"

#include <set>
#include <utility>

namespace warpstage::stage {

namespace {

constexpr std::size_t kMaxUndone = 200;
constexpr std::size_t kMaxVersions = 5; // of edited kernels: the syntax tree of one takes about 10 MiB

// The kernels of one text are compiled in two steps: those that are shown, then the others.
bool has_same_text(const lesson::Lesson& a, const lesson::Lesson& b)
{
    return a.id == b.id && a.origin.edited && b.origin.edited && a.source == b.source && a.problem == b.problem
        && a.flaw == b.flaw;
}

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
    const bool is_rest = m_shown && m_shown->link == entry.link && has_same_text(*m_shown->lesson, *entry.lesson);
    if (m_shown && !(*m_shown == entry) && !is_rest) {
        m_before.push_back(*std::move(m_shown));
        m_after.clear();
        while (m_before.size() > kMaxUndone || edited_versions() > kMaxVersions)
            m_before.erase(m_before.begin());
    }
    m_shown = std::move(entry);
    return {};
}

std::size_t History::edited_versions() const
{
    std::set<const lesson::Lesson*> versions;
    for (const Entry& entry : m_before)
        if (entry.lesson->origin.edited)
            versions.insert(entry.lesson.get());
    return versions.size();
}

bool History::go(std::vector<Entry>& from, std::vector<Entry>& to)
{
    if (from.empty() || !m_shown)
        return false;
    to.push_back(*std::move(m_shown));
    m_shown = std::move(from.back());
    from.pop_back();
    aim();
    return true;
}

// At what m_shown is to be.
void History::aim()
{
    session::Link link = m_shown->link;
    link.paused = m_paused;
    m_follower.aim(std::move(link), session::Follower::Unlisted::initial, m_shown->lesson);
}

void History::return_to_mark()
{
    const auto mark = std::exchange(m_mark, std::nullopt);
    if (!mark || !m_shown || *mark == *m_shown || mark->lesson->id != m_shown->lesson->id)
        return;
    m_before.push_back(*std::exchange(m_shown, mark));
    m_after.clear();
    aim();
}

} // namespace warpstage::stage
