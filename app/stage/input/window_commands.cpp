#include "app/stage/input/window_commands.h"

#include "app/stage/stage_parts.h"
#include "app/views/timings/time_scale.h"
#include "core/session/link/follower.h"

namespace warpstage::stage {

using session::Command;
using session::Snapshot;

void switch_time_axis(StageParts& stage)
{
    using views::TimeSpacing;
    OverlayView& overlay = stage.state.overlay;
    if (stage.state.snapshot == nullptr)
        return;
    const bool linear = views::TimeScale(*stage.state.snapshot, overlay.window().time_spacing).spacing() == TimeSpacing::linear;
    overlay.set_time_spacing(linear ? TimeSpacing::logarithmic : TimeSpacing::linear);
}

void undo(StageParts& stage)
{
    if (!stage.history.undo())
        stage.state.overlay.say(tr("Nothing to undo."), session::Severity::information);
}

void redo(StageParts& stage)
{
    if (!stage.history.redo())
        stage.state.overlay.say(tr("Nothing to redo."), session::Severity::information);
}

std::optional<Command> reset_lesson(const Snapshot& shown)
{
    return shown.setup->lesson == nullptr ? std::nullopt
                                          : std::optional<Command>(session::SelectLesson { shown.setup->lesson->id });
}

std::optional<Command> first_cue(const Snapshot& shown)
{
    return shown.cue->count == 0 ? std::nullopt : std::optional<Command>(session::CueStep { session::Direction::next, 0 });
}

void quit(StageParts& stage)
{
    if (stage.window != nullptr)
        stage.window->close();
}

void open_file(StageParts& stage)
{
    stage.start.find_file();
}

void copy_figure(StageParts& stage, const views::View& figure)
{
    stage.captures->copy_figure(figure);
}

void toggle_laser(StageParts& stage)
{
    stage.presentation.marker().toggle_laser();
    if (const auto at = stage.pointer.position())
        stage.presentation.marker().move(*at, stage.screen.points());
}

void toggle_pen(StageParts& stage)
{
    stage.presentation.marker().toggle_pen();
}

void toggle_full_screen(StageParts& stage)
{
    if (stage.window != nullptr)
        stage.window->toggle_full_screen();
}

void request_console(StageParts& stage)
{
    if (stage.no_console.empty())
        stage.console_requested = true;
    else
        stage.state.overlay.say(stage.no_console, session::Severity::attention);
}

void copy_link(StageParts& stage)
{
    if (stage.window == nullptr || stage.state.snapshot == nullptr)
        return;
    const std::string link = stage.site + "#" + to_text(link_of(*stage.state.snapshot));
    stage.window->copy_text(link);
    stage.state.overlay.say(trf("Link copied: {}", link), session::Severity::information);
}

void toggle_follow_code(StageParts& stage)
{
    if (stage.follow_code == nullptr)
        return stage.state.overlay.say(stage.no_follow_code, session::Severity::attention);
    const bool shown = stage.state.overlay.window().follow_code != nullptr;
    stage.state.overlay.show_follow_code(shown ? nullptr : stage.follow_code);
}

} // namespace warpstage::stage
