#include "app/shell/following.h"

#include "core/base/words.h"
#include "core/session_file/edited_kernels.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::shell {

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

std::string Following::wanted_kernels() const
{
    if (!m_latest || !m_latest->kernels || (m_kernels && m_kernels->file == *m_latest->kernels))
        return {};
    return file_name(*m_latest->kernels);
}

std::string Following::receive_kernels(std::string_view content)
{
    if (wanted_kernels().empty())
        return {}; // the presenter has already gone on
    const session::KernelsFile file = session::kernels_file(content);
    if (file != *m_latest->kernels)
        return tr("The file with the presenter's edited kernels is damaged.");
    m_kernels = Kernels { file, nullptr };
    const auto installed = m_catalog->find(m_latest->link.lesson);
    if (!installed)
        return installed.error().message;
    auto read = session_file::read_kernels(content, **installed);
    if (!read)
        return read.error().message;
    m_kernels->lesson = *std::move(read);
    if (m_follows)
        come_back();
    return {};
}

std::shared_ptr<const lesson::Lesson> Following::kernels() const
{
    if (m_latest->kernels)
        return m_kernels && m_kernels->file == *m_latest->kernels ? m_kernels->lesson : nullptr;
    const auto installed = m_catalog->find(m_latest->link.lesson);
    return !m_latest->link.edited && installed ? *installed : nullptr;
}

void Following::leave()
{
    m_follows = false;
    m_follower.stop();
}

void Following::come_back()
{
    m_follows = true;
    if (!m_latest)
        return;
    session::Link link = m_latest->link;
    link.edited = link.edited && wanted_kernels().empty(); // they are on their way
    m_follower.aim(std::move(link), Follower::Unlisted::initial, kernels());
}

void Following::apply_request()
{
    if (const auto on_own = std::exchange(m_explores, std::nullopt))
        *on_own ? leave() : come_back();
}

void Following::watch_user(const std::vector<session::Command>& commands)
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

} // namespace warpstage::shell
