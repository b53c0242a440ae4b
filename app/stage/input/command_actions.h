// The actions of the rows of the table of commands. Private to it.
#pragma once

#include "app/stage/input/key_table.h"
#include "app/stage/stage_parts.h"
#include "app/views/frame/choices.h"
#include "app/views/frame/hall.h"
#include "app/views/timings/time_scale.h"
#include "core/base/verify.h"
#include "core/session/link/follower.h"

namespace warpstage::stage::actions {

using session::Command;
using session::Direction;
using session::Snapshot;

constexpr auto kNext = Direction::next;
constexpr auto kPrevious = Direction::previous;

template <typename Request> std::optional<Command> request(const Snapshot&)
{
    return Request {};
}

template <typename Select, Direction direction> std::optional<Command> step(const Snapshot&)
{
    return Select { direction };
}

// The next or previous index of `count`; nothing at the ends.
template <typename Select, typename Index> std::optional<Command> neighbor(Index current, std::size_t count, Direction direction)
{
    if (direction == kPrevious ? current == 0 : current + std::size_t { 1 } >= count)
        return std::nullopt;
    return Select { direction == kPrevious ? current - 1 : current + 1 };
}

// While a question offers choices, the digit selects a choice.
template <std::size_t index> std::optional<Command> variant(const Snapshot& shown)
{
    if (!views::is_choosing(shown))
        return session::SelectVariant { index };
    return index < shown.cue->choices.texts.size() ? std::optional<Command>(session::ChooseAnswer { index }) : std::nullopt;
}

template <Direction direction> std::optional<Command> step_variant(const Snapshot& shown)
{
    return neighbor<session::SelectVariant>(shown.setup->variant, shown.setup->variants.size(), direction);
}

// In a lesson without cues, the cue keys step through the variants.
template <Direction direction> std::optional<Command> step_cue(const Snapshot& shown)
{
    return shown.cue->count == 0 ? step_variant<direction>(shown) : session::CueStep { direction };
}

template <Direction direction> std::optional<Command> step_warp(const Snapshot& shown)
{
    const auto& recording = shown.run->recording;
    return neighbor<session::SelectWarp>(shown.selection->warp, recording != nullptr ? recording->trace.warps : 0, direction);
}

inline std::optional<Command> first_instruction(const Snapshot&)
{
    return session::SeekPlayback { std::size_t { 0 } };
}

inline std::optional<Command> last_instruction(const Snapshot& shown)
{
    return session::SeekPlayback { shown.playback->run.view.steps };
}

// The maximized view; null: none.
inline const views::View* maximized(const StageParts& stage)
{
    const OverlayView& overlay = stage.state.overlay;
    return overlay.display() == views::Display::maximized ? &views::present(*overlay.window().maximized, *stage.state.snapshot)
                                                          : nullptr;
}

// The panel under the pointer, else the maximized one, else the scene.
inline const views::View& figure_below_pointer(const StageParts& stage)
{
    const views::View* below = stage.pointer.figure_below();
    if (below == nullptr)
        below = maximized(stage);
    if (below != nullptr)
        return *below;
    const auto at = stage.pointer.position();
    return at && stage.state.overlay.scene().contains(*at) ? views::scene_of(*stage.state.snapshot) : views::named::banks;
}

template <auto part, auto method> void call(StageParts& stage)
{
    (stage.*part.*method)();
}

template <auto method> void control_scene(StageParts& stage)
{
    (stage.scene.*method)();
}

template <auto method> void capture(StageParts& stage)
{
    (stage.captures->*method)();
}

inline void toggle_profile(StageParts& stage)
{
    stage.state.profile_shown = !stage.state.profile_shown;
}

template <auto method> void overlay(StageParts& stage)
{
    (stage.state.overlay.*method)();
}

template <views::Display display> void toggle_display(StageParts& stage)
{
    stage.presentation.toggle_display(display);
}

// The scene is as large as the window without panels.
inline void toggle_maximized(StageParts& stage, const views::View& figure)
{
    if (figure.place == views::Place::scene)
        return stage.presentation.toggle_display(views::Display::nothing);
    if (const views::View* other = maximized(stage); other != nullptr && other != &figure)
        stage.presentation.toggle_display(views::Display::maximized);
    stage.presentation.toggle_maximized(figure);
}

inline void save_figure(StageParts& stage, const views::View& figure)
{
    stage.captures->save_figure(figure);
}

inline void next_hall_figure(StageParts& stage)
{
    OverlayView& overlay = stage.state.overlay;
    if (overlay.window().hall)
        overlay.set_hall(views::Hall { views::next_hall_figure(*stage.state.snapshot, overlay.window()) });
}

inline void open_start(StageParts& stage)
{
    if (stage.start.is_open())
        stage.start.close();
    else
        stage.start.open();
}

// The id of the row: "language-en".
inline void speak(StageParts& stage, const CommandRow& row)
{
    const words::Language* language = words::find_language(row.id.substr(row.id.find('-') + 1));
    VERIFY(language != nullptr);
    if (!words::set_language(*language))
        stage.state.overlay.say(trf("No translation found for {}.", language->name), session::Severity::attention);
}

// Opens the sheet in place of the scene and requests what it shows; the same sheet again: closes it. Counts are kept until
// something changes.
inline void open_or_close(StageParts& stage, const views::View& sheet)
{
    stage.state.overlay.toggle_sheet(sheet);
    if (stage.state.overlay.sheet() != nullptr && sheet.request != nullptr)
        for (Command& command : sheet.request(*stage.state.snapshot))
            stage.state.commands.push_back(std::move(command));
}

// The sheet has the id of the row.
inline void toggle_sheet(StageParts& stage, const CommandRow& row)
{
    const views::View* sheet = views::find_view(row.id);
    VERIFY(sheet != nullptr);
    open_or_close(stage, *sheet);
}

// The causes show what comes of it.
inline void try_advice(StageParts& stage)
{
    const views::View* why = views::find_view("why");
    if (stage.state.overlay.sheet() != why)
        open_or_close(stage, *why);
    else
        stage.state.commands.emplace_back(session::TryAdvice {});
}

inline void choose_compared(StageParts& stage)
{
    if (stage.state.overlay.sheet() != &views::named::compare)
        open_or_close(stage, views::named::compare);
    stage.lists.toggle(ListId::compared);
}

// The next figure of the comparison, which is opened if it is closed.
inline void next_compared_figure(StageParts& stage)
{
    const OverlayView& overlay = stage.state.overlay;
    if (overlay.sheet() != &views::named::compare)
        open_or_close(stage, views::named::compare);
    const std::size_t next = (static_cast<std::size_t>(overlay.window().compared) + 1) % views::kComparedFigures.size();
    show_compared(stage.state, static_cast<views::ComparedFigure>(next));
}

inline void read_machine_code(StageParts& stage)
{
    const OverlayView& overlay = stage.state.overlay;
    if (overlay.window().code == views::CodeColumns::machine && !stage.state.snapshot->machine_code->requested)
        stage.state.commands.push_back(session::ReadMachineCode {});
}

inline void next_code_columns(StageParts& stage)
{
    stage.state.overlay.next_code_columns();
    read_machine_code(stage);
}

inline void show_machine_code(StageParts& stage)
{
    stage.state.overlay.show_code_columns(views::CodeColumns::machine);
    read_machine_code(stage);
}

// What moves at present stops, or goes on.
inline void toggle_reduced_motion(StageParts& stage)
{
    stage.presentation.toggle_reduced_motion();
    if (stage.state.snapshot != nullptr && stage.state.snapshot->timing->playing == stage.presentation.reduced_motion())
        stage.state.commands.emplace_back(session::TogglePause {});
}

inline void start_tour(StageParts& stage)
{
    stage.state.overlay.show_tour(views::TourStep {});
}

inline void edit_parameter(StageParts& stage)
{
    if (stage.state.snapshot != nullptr && views::is_choosing(*stage.state.snapshot))
        return stage.lists.open_votes();
    stage.lists.open_parameter_at(stage.pointer.position());
}

inline void count_votes(StageParts& stage)
{
    stage.lists.open_votes();
}

template <FileRequest request> void ask_for_file(StageParts& stage)
{
    stage.launch.ask(request);
}

template <ListId id> void toggle_list(StageParts& stage)
{
    stage.lists.toggle(id);
}

template <int steps> void zoom(StageParts& stage)
{
    stage.scene.camera().zoom(static_cast<float>(steps), {});
}

inline void reset_camera(StageParts& stage)
{
    stage.scene.camera().reset();
}

inline void toggle_laser(StageParts& stage)
{
    stage.presentation.marker().toggle_laser();
    if (const auto at = stage.pointer.position())
        stage.presentation.marker().move(*at, stage.screen.points());
}

inline void toggle_pen(StageParts& stage)
{
    stage.presentation.marker().toggle_pen();
}

inline void toggle_full_screen(StageParts& stage)
{
    if (stage.window != nullptr)
        stage.window->toggle_full_screen();
}

inline void request_console(StageParts& stage)
{
    if (stage.no_console.empty())
        stage.console_requested = true;
    else
        stage.state.overlay.say(stage.no_console, session::Severity::attention);
}

template <analysis::LayoutField field> void edit_layout(StageParts& stage)
{
    if (stage.state.snapshot == nullptr)
        return;
    if (stage.state.overlay.sheet() != &views::named::layout)
        open_or_close(stage, views::named::layout);
    stage.lists.open_layout_field(field);
}

// While the view of layouts is open, of its question, whatever the lesson is.
inline session::Link shown_link(const StageParts& stage)
{
    session::Link link = link_of(*stage.state.snapshot);
    if (stage.state.overlay.sheet() != &views::named::layout)
        return link;
    session::Link of_layout;
    of_layout.architecture = link.architecture;
    of_layout.layout = stage.state.snapshot->layout->question;
    return of_layout;
}

inline void copy_link(StageParts& stage)
{
    if (stage.window == nullptr || stage.state.snapshot == nullptr)
        return;
    const std::string link = stage.site + "#" + to_text(shown_link(stage));
    stage.window->copy_text(link);
    stage.state.overlay.say(trf("Link copied: {}", link), session::Severity::information);
}

inline void toggle_follow_code(StageParts& stage)
{
    if (stage.follow_code == nullptr)
        return stage.state.overlay.say(stage.no_follow_code, session::Severity::attention);
    const bool shown = stage.state.overlay.window().follow_code != nullptr;
    stage.state.overlay.show_follow_code(shown ? nullptr : stage.follow_code);
}

// The cycles are those of the SM model.
inline void switch_pipeline_axis(StageParts& stage)
{
    OverlayView& overlay = stage.state.overlay;
    overlay.switch_pipeline_axis();
    if (overlay.window().pipeline_axis == views::StepAxis::cycles && !stage.state.snapshot->sm->requested)
        stage.state.commands.emplace_back(session::ModelSm {});
}

inline void switch_time_axis(StageParts& stage)
{
    using views::TimeSpacing;
    OverlayView& overlay = stage.state.overlay;
    if (stage.state.snapshot == nullptr)
        return;
    const bool linear = views::TimeScale(*stage.state.snapshot, overlay.window().time_spacing).spacing() == TimeSpacing::linear;
    overlay.set_time_spacing(linear ? TimeSpacing::logarithmic : TimeSpacing::linear);
}

inline void undo(StageParts& stage)
{
    if (!stage.history.undo())
        stage.state.overlay.say(tr("Nothing to undo."), session::Severity::information);
}

inline void redo(StageParts& stage)
{
    if (!stage.history.redo())
        stage.state.overlay.say(tr("Nothing to redo."), session::Severity::information);
}

inline std::optional<Command> reset_lesson(const Snapshot& shown)
{
    return shown.setup->lesson == nullptr ? std::nullopt
                                          : std::optional<Command>(session::SelectLesson { shown.setup->lesson->id });
}

inline std::optional<Command> first_cue(const Snapshot& shown)
{
    return shown.cue->count == 0 ? std::nullopt : std::optional<Command>(session::CueStep { Direction::next, 0 });
}

inline void quit(StageParts& stage)
{
    if (stage.window != nullptr)
        stage.window->close();
}

inline void open_file(StageParts& stage)
{
    if (stage.window == nullptr || !stage.window->choose_file())
        stage.start.find_file();
}

inline void copy_figure(StageParts& stage, const views::View& figure)
{
    stage.captures->copy_figure(figure);
}

inline void drag(StageParts&) { } // performed by the pointer

// Enabled where a kernel computed a wrong element.
inline std::optional<Command> wrong_element(const Snapshot& shown)
{
    const auto& wrong = shown.run->wrong_element;
    return wrong ? std::optional<Command>(session::ShowWrongElement { *wrong }) : std::nullopt;
}

} // namespace warpstage::stage::actions
