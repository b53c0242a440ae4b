#include "core/session/link/publisher.h"

#include "core/session/link/follower.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::session {

LinkPublisher::LinkPublisher(std::string presenter, std::unique_ptr<PublishedPlace> place)
    : m_place(std::move(place))
    , m_writer([this](Request& request, auto& progress) { return publish(request, progress.stop()); })
{
    m_latest.link.presenter = std::move(presenter);
}

Result<void> LinkPublisher::publish(Request& request, const std::stop_token& stop)
{
    Result<void> kernels;
    if (request.edited != nullptr) {
        if (request.edited != m_kernels) {
            if (auto put = m_place->put_kernels(*request.edited, stop); !put) {
                kernels = put.error();
            } else {
                m_kernels = request.edited;
                m_kernels_file = *put;
            }
        }
        if (kernels)
            request.link.kernels = m_kernels_file;
    }
    const std::string text = to_text(request.link);
    if (text.size() > kMaxLinkBytes)
        return Error { fmt::format("the state has {} characters; the maximum is {}", text.size(), kMaxLinkBytes) };
    // Without the kernels' file the state tells pages that the kernels differ.
    if (auto state = m_place->put_state(text, stop); !state)
        return state;
    return kernels;
}

void LinkPublisher::follow(const Snapshot& shown, Time now)
{
    if (const auto written = m_writer.take()) {
        if (!written->result) {
            fail(written->result.error().message);
        } else {
            m_recovered = !m_failure.empty() && m_failure_taken;
            m_failure.clear();
            m_interval = kInterval;
        }
    }
    if ((m_published_at && now - *m_published_at < m_interval) || m_writer.pending())
        return;
    Link link = link_of(shown);
    // Pages do not have a lesson that was made from a user's file.
    const auto& lesson = shown.setup->lesson;
    auto edited = link.edited && lesson->origin.outside.empty() ? lesson : nullptr;
    const bool retry = !m_failure.empty();
    if (m_published_at && link == m_latest.link.link && edited == m_latest.edited && !retry)
        return;
    m_latest.link.link = std::move(link);
    ++m_latest.link.serial;
    m_latest.edited = std::move(edited);
    m_published_at = now;
    m_writer.request(m_latest);
}

void LinkPublisher::fail(const std::string& reason)
{
    m_failure_taken = m_failure_taken && reason == m_failure;
    m_failure = reason;
    m_interval = std::min(2 * m_interval, kMaxInterval);
}

std::string LinkPublisher::take_failure()
{
    return std::exchange(m_failure_taken, true) ? std::string {} : m_failure;
}

} // namespace warpstage::session
