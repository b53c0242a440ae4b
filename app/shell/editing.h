// Live editing of kernels as a service of the application.
#pragma once

#include "app/shell/service.h"
#include "core/editing/live_editing.h"

namespace warpstage::shell {

class Editing final : public Service {
public:
    explicit Editing(session::Session& session)
        : m_live(session)
    {
    }

    void before_frame(stage::StageParts& /*stage*/, session::Session& /*session*/, Time now) override { m_live.tick(now); }
    void wait() override { m_live.wait_until_idle(); }
    [[nodiscard]] editing::LiveEditing& live() { return m_live; }

private:
    editing::LiveEditing m_live;
};

} // namespace warpstage::shell
