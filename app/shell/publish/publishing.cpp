#include "app/shell/publish/publishing.h"

#include "core/base/words.h"

#include <fmt/format.h>

#include <random>
#include <utility>

namespace warpstage::shell {

Publishing::Publishing(PublishTarget target)
    : m_target(std::move(target))
    , m_publisher(fmt::format("{:08x}", std::random_device {}()), place_of(m_target))
{
}

void Publishing::before_frame(stage::StageParts& /*stage*/, session::Session& session, Time now)
{
    m_publisher.follow(*session.snapshot(), now);
    if (const auto failure = m_publisher.take_failure(); !failure.empty())
        session.submit(session::AddNotice {
            session::Severity::attention, trf("Cannot publish what is shown to `{}`: {}.", m_target.shown(), failure) });
    if (m_publisher.take_recovery())
        session.submit(session::AddNotice {
            session::Severity::information, trf("What is shown is published to `{}` again.", m_target.shown()) });
}

} // namespace warpstage::shell
