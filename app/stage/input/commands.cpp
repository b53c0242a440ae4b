#include "app/stage/input/commands.h"

namespace warpstage::stage {

namespace {

using session::Command;
using session::Direction;

std::optional<Command> step_variant(const session::Snapshot& shown, Direction direction)
{
    if (direction == Direction::previous)
        return shown.setup->variant > 0 ? std::optional<Command>(session::SelectVariant { shown.setup->variant - 1 })
                                        : std::nullopt;
    if (shown.setup->variant + 1 < shown.setup->variants.size())
        return session::SelectVariant { shown.setup->variant + 1 };
    return std::nullopt;
}

// A lesson without cues is walked through by its variants.
std::optional<Command> step_cue(const session::Snapshot& shown, Direction direction)
{
    if (shown.cue->count == 0)
        return step_variant(shown, direction);
    return session::CueStep { direction };
}

std::optional<Command> step_warp(const session::Snapshot& shown, Direction direction)
{
    if (shown.run->recording == nullptr || shown.run->recording->trace.warps == 0)
        return std::nullopt;
    if (direction == Direction::previous)
        return shown.selection->warp > 0 ? std::optional<Command>(session::SelectWarp { shown.selection->warp - 1 })
                                         : std::nullopt;
    if (shown.selection->warp + 1 < shown.run->recording->trace.warps)
        return session::SelectWarp { shown.selection->warp + 1 };
    return std::nullopt;
}

} // namespace

std::optional<Command> command_for(const KeyBinding& binding, const session::Snapshot& shown)
{
    switch (binding.action) {
    case Action::select_variant:
        return session::SelectVariant { binding.argument };
    case Action::next_variant:
        return step_variant(shown, Direction::next);
    case Action::previous_variant:
        return step_variant(shown, Direction::previous);
    case Action::next_cue:
        return step_cue(shown, Direction::next);
    case Action::previous_cue:
        return step_cue(shown, Direction::previous);
    case Action::next_lesson:
        return session::StepLesson { Direction::next };
    case Action::previous_lesson:
        return session::StepLesson { Direction::previous };
    case Action::toggle_pause:
        return session::TogglePause {};
    case Action::restart:
        return session::Restart {};
    case Action::toggle_engine:
        return session::ToggleEngine {};
    case Action::toggle_published:
        return session::TogglePublished {};
    case Action::toggle_playback:
        return session::TogglePlayback {};
    case Action::step_back:
        return session::StepPlayback { Direction::previous, {} };
    case Action::step_forward:
        return session::StepPlayback { Direction::next, {} };
    case Action::first_step:
        return session::SeekPlayback { 0 };
    case Action::last_step:
        return session::SeekPlayback { shown.playback->run.view.steps };
    case Action::next_stride:
        return session::StepStride { Direction::next };
    case Action::previous_stride:
        return session::StepStride { Direction::previous };
    case Action::faster:
        return session::StepPace { Direction::next };
    case Action::slower:
        return session::StepPace { Direction::previous };
    case Action::count_hardware:
        return session::CountHardware {};
    case Action::next_compared:
        return session::StepCompared { Direction::next };
    case Action::next_architecture:
        return session::StepArchitecture { Direction::next };
    case Action::previous_architecture:
        return session::StepArchitecture { Direction::previous };
    case Action::next_access:
        return session::StepAccess { Direction::next };
    case Action::previous_access:
        return session::StepAccess { Direction::previous };
    case Action::next_warp:
        return step_warp(shown, Direction::next);
    case Action::previous_warp:
        return step_warp(shown, Direction::previous);
    case Action::zoom_in:
    case Action::zoom_out:
    case Action::reset_view:
    case Action::next_coloring:
    case Action::toggle_full_screen:
    case Action::toggle_overlay:
    case Action::screenshot:
    case Action::toggle_help:
    case Action::toggle_notes:
    case Action::toggle_console:
    case Action::toggle_comparison:
    case Action::toggle_memory:
    case Action::toggle_heat:
    case Action::toggle_ptx:
    case Action::edit_parameter:
    case Action::save_figure:
    case Action::toggle_picture:
    case Action::toggle_number:
    case Action::toggle_dark:
    case Action::toggle_laser:
    case Action::toggle_pen:
    case Action::larger_letters:
    case Action::smaller_letters:
    case Action::usual_letters:
    case Action::next_theme:
    case Action::toggle_clip:
    case Action::copy_picture:
    case Action::start_tour:
    case Action::toggle_profile:
    case Action::leave:
        return std::nullopt;
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::stage
