// Publishes what is shown, for pages that follow.
#pragma once

#include "app/shell/publish/publish_target.h"
#include "app/shell/service.h"

namespace warpstage::shell {

class Publishing final : public Service {
public:
    explicit Publishing(PublishTarget target);

    void before_frame(stage::StageParts& stage, session::Session& session, Time now) override;

private:
    PublishTarget m_target;
    session::LinkPublisher m_publisher;
};

} // namespace warpstage::shell
