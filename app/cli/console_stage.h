// The stage as the console knows it: the one place where both windows meet.
#pragma once

#include "app/console/stage_window.h"
#include "app/stage/stage.h"
#include "core/session/session.h"

#include <functional>
#include <utility>

namespace warpstage::cli {

class ConsoleStage final : public console::StageWindow {
public:
    // `before_frame` is called before each frame. All must outlive this.
    ConsoleStage(stage::Stage& stage, session::Session& session, std::function<void()> before_frame)
        : m_stage(stage)
        , m_session(session)
        , m_before_frame(std::move(before_frame))
    {
    }

    [[nodiscard]] console::StageState draw_frame() override;
    void ask_for_picture(int width) override { m_stage.ask_for_miniature(width); }
    [[nodiscard]] std::optional<console::StagePicture> take_picture() override;
    [[nodiscard]] Place place() const override;

private:
    stage::Stage& m_stage;
    session::Session& m_session;
    std::function<void()> m_before_frame;
};

} // namespace warpstage::cli
