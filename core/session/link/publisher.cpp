#include "core/session/link/publisher.h"

#include "core/session/link/follower.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::session {

LinkPublisher::LinkPublisher(std::string presenter, Write write)
    : m_writer([write = std::move(write)](const std::string& text, auto& /*progress*/) { return write(text); })
{
    m_published.presenter = std::move(presenter);
}

void LinkPublisher::follow(const Snapshot& shown, Time now)
{
    if (const auto written = m_writer.take()) {
        if (!written->result)
            fail(written->result.error().message);
        else
            m_failure.clear();
    }
    if ((m_published_at && now - *m_published_at < kInterval) || m_writer.pending())
        return;
    Link link = link_of(shown);
    const bool retry = !m_failure.empty();
    if (m_published_at && link == m_published.link && !retry)
        return;
    m_published.link = std::move(link);
    ++m_published.serial;
    m_published_at = now;
    std::string text = to_text(m_published);
    if (text.size() > kMaxLinkBytes)
        return fail(fmt::format("the state has {} characters; the maximum is {}", text.size(), kMaxLinkBytes));
    m_writer.request(std::move(text));
}

void LinkPublisher::fail(const std::string& reason)
{
    m_failure_taken = m_failure_taken && reason == m_failure;
    m_failure = reason;
}

std::string LinkPublisher::take_failure()
{
    return std::exchange(m_failure_taken, true) ? std::string {} : m_failure;
}

} // namespace warpstage::session
