#include "app/web/following.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::web {

using session::Follower;

void Following::go(session::Link link)
{
    if (m_latest)
        leave();
    m_follower.aim(std::move(link), Follower::Unlisted::unchanged);
}

std::string Following::receive(std::string_view published)
{
    auto read = session::parse_published_link(published);
    if (!read)
        return read.error().message;
    // A cache between server and page may answer with an older state.
    const bool older = m_latest && m_latest->presenter == read->presenter && m_latest->serial >= read->serial;
    if (older)
        return {};
    m_latest = *std::move(read);
    if (m_follows)
        come_back();
    return {};
}

void Following::leave()
{
    m_follows = false;
    m_follower.stop();
}

void Following::come_back()
{
    m_follows = true;
    if (m_latest)
        m_follower.aim(m_latest->link, Follower::Unlisted::initial);
}

void Following::heed_user(const std::vector<session::Command>& commands)
{
    const bool another = std::ranges::any_of(
        commands, [](const session::Command& command) { return !std::holds_alternative<session::ChooseAnswer>(command); });
    if (!another)
        return;
    if (m_latest)
        leave();
    else
        m_follower.stop();
}

std::vector<session::Command> Following::commands(const session::Snapshot& shown, Time now)
{
    auto commands = m_follower.next(shown, now);
    if (std::string obstacle = m_follower.take_obstacle(); !obstacle.empty())
        commands.emplace_back(session::AddNotice { session::Severity::attention, std::move(obstacle) });
    return commands;
}

} // namespace warpstage::web
