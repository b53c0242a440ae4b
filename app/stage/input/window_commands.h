// Commands on the window, its history and its files, for the table of commands.
#pragma once

#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <optional>

namespace warpstage::views {
struct View;
}

namespace warpstage::stage {

struct StageParts;

void switch_time_axis(StageParts& stage);
void undo(StageParts& stage);
void redo(StageParts& stage);
[[nodiscard]] std::optional<session::Command> reset_lesson(const session::Snapshot& shown);
[[nodiscard]] std::optional<session::Command> first_cue(const session::Snapshot& shown);
void quit(StageParts& stage);
void open_file(StageParts& stage);
void copy_figure(StageParts& stage, const views::View& figure);
void toggle_laser(StageParts& stage);
void toggle_pen(StageParts& stage);
void toggle_full_screen(StageParts& stage);
void request_console(StageParts& stage);
void copy_link(StageParts& stage);
void toggle_follow_code(StageParts& stage);

} // namespace warpstage::stage
