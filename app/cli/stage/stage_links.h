// What the stage meets: session files that somebody names on the command line or drops onto it, the presenter's console, the
// source view with edited kernels.
#pragma once

#include "app/console/edited_source.h"
#include "app/console/stage_window.h"
#include "app/stage/stage.h"
#include "core/editing/live_editing.h"
#include "core/lesson/catalog.h"
#include "core/session/command.h"
#include "core/session/replay.h"
#include "core/session/session.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace warpstage::cli {

// Errors: see session_file::load() and session_file::restore().
[[nodiscard]] Result<session::Replay> load_replay(const std::filesystem::path& path, const lesson::Catalog& catalog);

// Shows what a dropped file holds, or says why not: nobody who drops a file reads the terminal.
[[nodiscard]] session::Command command_of_dropped(const std::filesystem::path& path, const lesson::Catalog& catalog);

// The stage as the console knows it: the one place where both windows meet.
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

// The source view: its texts in, what became of them out.
class LiveSource final : public console::SourceEditor {
public:
    // Both must outlive this.
    LiveSource(editing::LiveEditing& editing, const session::Session& session);

    void source_edited(console::EditedSource edited) override;
    [[nodiscard]] std::shared_ptr<const console::SourceState> source_state() const override { return m_state; }

private:
    editing::LiveEditing& m_editing;
    const session::Session& m_session;
    std::shared_ptr<const console::SourceState> m_state;
};

} // namespace warpstage::cli
