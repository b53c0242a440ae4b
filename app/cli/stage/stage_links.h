// Connects the stage with session files named on the command line or dropped onto it, with the presenter's console, and with the
// source view and its edited kernels.
#pragma once

#include "app/cli/command_line.h"
#include "app/console/edited_source.h"
#include "app/console/stage_window.h"
#include "app/stage/stage.h"
#include "core/editing/live_editing.h"
#include "core/lesson/catalog.h"
#include "core/session/command.h"
#include "core/session/recording/replay.h"
#include "core/session/session.h"

#include <chrono>

namespace warpstage::cli {

// Errors: see session_file::load() and session_file::restore().
[[nodiscard]] Result<session::Replay> load_replay(const std::filesystem::path& path, const lesson::Catalog& catalog);

// The stage's interface for the console: the only connection between the two windows.
class ConsoleStage final : public console::StageWindow {
public:
    // `before_frame` is called before each frame. All must outlive this.
    ConsoleStage(stage::Stage& stage, session::Session& session, std::function<void()> before_frame)
        : m_stage(stage)
        , m_session(session)
        , m_before_frame(std::move(before_frame))
    {
    }

    console::StageState draw_frame() override
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
    void ask_for_picture(int width) override { m_stage.ask_for_miniature(width); }
    std::optional<console::StagePicture> take_picture() override
    {
        auto image = m_stage.take_miniature();
        if (!image)
            return std::nullopt;
        return console::StagePicture { image->width, image->height, std::move(image->rgba) };
    }
    Place place() const override
    {
        const auto place = m_stage.place();
        return place ? Place { place->center_x, place->center_y } : Place {};
    }

    draw::Theme theme() const override { return m_stage.settings().theme; }

private:
    stage::Stage& m_stage;
    session::Session& m_session;
    std::function<void()> m_before_frame;
};

// The source view's message about an outcome.
[[nodiscard]] console::SourceState source_state_of(const live::Outcome& outcome);

// The source view: takes its edited texts and returns their outcomes.
class LiveSource final : public console::SourceEditor {
public:
    // Both must outlive this.
    LiveSource(editing::LiveEditing& editing, const session::Session& session)
        : m_editing(editing)
        , m_session(session)
    {
        m_editing.on_outcome = [this](const live::Outcome& outcome) {
            m_state = std::make_shared<const console::SourceState>(source_state_of(outcome));
        };
    }

    void source_edited(console::EditedSource edited) override;
    [[nodiscard]] std::shared_ptr<const console::SourceState> source_state() const override { return m_state; }

private:
    editing::LiveEditing& m_editing;
    const session::Session& m_session;
    std::shared_ptr<const console::SourceState> m_state;
};

} // namespace warpstage::cli
