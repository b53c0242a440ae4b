#include "app/cli/console_stage.h"

#include <chrono>

namespace warpstage::cli {

console::StageState ConsoleStage::draw_frame()
{
    if (m_stage.should_close())
        return console::StageState::closed;
    m_before_frame();
    m_stage.poll_input(m_session);
    const auto now = std::chrono::steady_clock::now();
    m_session.tick(now);
    m_stage.draw(m_session.snapshot(), now);
    return m_stage.take_console_request() ? console::StageState::console_key : console::StageState::open;
}

std::optional<console::StagePicture> ConsoleStage::take_picture()
{
    auto image = m_stage.take_miniature();
    if (!image)
        return std::nullopt;
    return console::StagePicture { image->width, image->height, std::move(image->rgba) };
}

console::StageWindow::Place ConsoleStage::place() const
{
    const auto place = m_stage.place();
    return place ? Place { place->center_x, place->center_y } : Place {};
}

} // namespace warpstage::cli
