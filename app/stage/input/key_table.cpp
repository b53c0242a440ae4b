#include "app/stage/input/key_table.h"

#include "app/stage/stage_parts.h"

namespace warpstage::stage {

namespace {

using session::Command;
using session::Direction;
using session::Snapshot;

constexpr auto kNext = Direction::next;
constexpr auto kPrevious = Direction::previous;

template <typename Request> std::optional<Command> request(const Snapshot&)
{
    return Request {};
}

template <typename Step, Direction direction> std::optional<Command> step(const Snapshot&)
{
    Step step {};
    step.direction = direction;
    return step;
}

// One further of `count`, or nothing at the ends.
template <typename Select, typename Index> std::optional<Command> neighbor(Index current, std::size_t count, Direction direction)
{
    if (direction == kPrevious ? current == 0 : current + std::size_t { 1 } >= count)
        return std::nullopt;
    return Select { direction == kPrevious ? current - 1 : current + 1 };
}

template <std::size_t index> std::optional<Command> variant(const Snapshot&)
{
    return session::SelectVariant { index };
}

template <Direction direction> std::optional<Command> step_variant(const Snapshot& shown)
{
    return neighbor<session::SelectVariant>(shown.setup->variant, shown.setup->variants.size(), direction);
}

// A lesson without cues is walked through by its variants.
template <Direction direction> std::optional<Command> step_cue(const Snapshot& shown)
{
    return shown.cue->count == 0 ? step_variant<direction>(shown) : session::CueStep { direction };
}

template <Direction direction> std::optional<Command> step_warp(const Snapshot& shown)
{
    const auto& recording = shown.run->recording;
    return neighbor<session::SelectWarp>(shown.selection->warp, recording != nullptr ? recording->trace.warps : 0, direction);
}

std::optional<Command> last_instruction(const Snapshot& shown)
{
    return session::SeekPlayback { shown.playback->run.view.steps };
}

// The same key closes what it opened; what was requested for it is kept until something changes.
void toggle_sheet(StageParts& stage, std::string_view id, bool requested, const Command& request)
{
    stage.state.overlay.toggle_sheet(views::view_of(id));
    if (stage.state.overlay.sheet() != nullptr && !requested)
        stage.state.commands.push_back(request);
}

void toggle_counters(StageParts& stage)
{
    toggle_sheet(stage, "counters", stage.state.snapshot->counters->hardware != nullptr, session::CountHardware {});
}

void toggle_comparison(StageParts& stage)
{
    toggle_sheet(stage, "compare", stage.state.snapshot->run->compared.has_value(), session::StepCompared { kNext });
}

void toggle_heat_map(StageParts& stage)
{
    toggle_sheet(stage, "heat", stage.state.snapshot->counters->heat != nullptr, session::MapKernel {});
}

void toggle_memory(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::view_of("memory"));
}

const views::View& figure_below_pointer(const StageParts& stage)
{
    const views::View* below = stage.pointer.figure_below();
    return below != nullptr ? *below : views::view_of("banks");
}

void toggle_sm(StageParts& stage)
{
    toggle_sheet(stage, "sm", stage.state.snapshot->sm->requested, session::ModelSm {});
}

template <auto part, auto method> void call(StageParts& stage)
{
    (stage.*part.*method)();
}

template <auto method> void overlay(StageParts& stage)
{
    (stage.state.overlay.*method)();
}

template <views::Display display> void toggle_display(StageParts& stage)
{
    stage.presentation.toggle_display(display);
}

void toggle_maximized(StageParts& stage)
{
    stage.presentation.toggle_maximized(figure_below_pointer(stage));
}

void save_figure(StageParts& stage)
{
    stage.capture.save_figure(figure_below_pointer(stage));
}

void open_start(StageParts& stage)
{
    if (stage.start.is_open())
        stage.start.close();
    else
        stage.start.open();
}

void start_tour(StageParts& stage)
{
    stage.state.overlay.show_tour(views::TourStep {});
}

void edit_parameter(StageParts& stage)
{
    stage.editor.open_at(stage.pointer.position());
}

template <int steps> void zoom(StageParts& stage)
{
    stage.scene.camera().zoom(static_cast<float>(steps), {});
}

void reset_camera(StageParts& stage)
{
    stage.scene.camera().reset();
}

void toggle_laser(StageParts& stage)
{
    stage.presentation.marker().toggle_laser();
    if (const auto at = stage.pointer.position())
        stage.presentation.marker().move(*at, stage.renderer->points());
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
    stage.console_requested = true;
}

void nothing(StageParts&) { }

constexpr std::optional<Shift> kAny {};
constexpr Key kNoKey = static_cast<Key>(0);

constexpr Key digit(std::size_t n)
{
    return static_cast<Key>(static_cast<std::uint32_t>(Key::digit_0) + n);
}

constexpr std::array kTable {
    KeyRow { { digit(1) }, { "1–9", "variant", "choose a variant" }, variant<0> },
    KeyRow { { digit(2) }, {}, variant<1> },
    KeyRow { { digit(3) }, {}, variant<2> },
    KeyRow { { digit(4) }, {}, variant<3> },
    KeyRow { { digit(5) }, {}, variant<4> },
    KeyRow { { digit(6) }, {}, variant<5> },
    KeyRow { { digit(7) }, {}, variant<6> },
    KeyRow { { digit(8) }, {}, variant<7> },
    KeyRow { { digit(9) }, {}, variant<8> },
    KeyRow { { Key::left, Shift::up }, { "← →", "cue", "next cue, previous one" }, step_cue<kPrevious> },
    KeyRow { { Key::right, Shift::up }, {}, step_cue<kNext> },
    KeyRow { { Key::tab, Shift::up }, { "Tab", "lesson", "next lesson, Shift back" }, step<session::StepLesson, kNext> },
    KeyRow { { Key::tab, Shift::down }, {}, step<session::StepLesson, kPrevious> },
    KeyRow { { Key::space }, { "Space", "pause", "pause and go on" }, request<session::TogglePause> },
    KeyRow { { Key::question }, { "?", "keys", "show and hide this list" }, overlay<&OverlayView::toggle_help> },
    KeyRow { { Key::f1, Shift::up }, {}, overlay<&OverlayView::toggle_help> },
    KeyRow { { Key::k }, { "K", "play", "play the recorded run" }, request<session::TogglePlayback> },
    KeyRow { { Key::j }, { "J L", "step", "step back, step forward" }, step<session::StepPlayback, kPrevious> },
    KeyRow { { Key::l }, {}, step<session::StepPlayback, kNext> },
    KeyRow { { Key::a, Shift::up }, { "A", "architecture", "capability, Shift: back" }, step<session::StepArchitecture, kNext> },
    KeyRow { { Key::a, Shift::down }, {}, step<session::StepArchitecture, kPrevious> },
    KeyRow { { Key::s, Shift::up }, { "S", "compare", "beside another variant" }, toggle_comparison },
    KeyRow { { Key::s, Shift::down }, {}, step<session::StepCompared, kNext> },
    KeyRow { { Key::c }, { "C", "counters", "hardware counters" }, toggle_counters },
    KeyRow { { Key::r }, { "R", "restart", "start again" }, request<session::Restart> },
    KeyRow { { Key::g }, { "G", "engine", "GPU or virtual machine" }, request<session::ToggleEngine> },
    KeyRow {
        { Key::f12, Shift::up }, { "F12", "picture", "save the picture" }, call<&StageParts::capture, &Capture::save_picture> },
    KeyRow { { Key::h }, { "H", "panels", "hide the panels" }, toggle_display<views::Display::nothing> },
    KeyRow { { Key::o }, { "O", "one picture", "one picture alone" }, toggle_maximized },
    KeyRow { { Key::d }, { "D", "number", "one number, large" }, toggle_display<views::Display::number> },
    KeyRow { { Key::b }, { "B .", "dark", "dark, any key back" }, call<&StageParts::presentation, &Presentation::blank_screen> },
    KeyRow { { Key::period }, {}, call<&StageParts::presentation, &Presentation::blank_screen> },
    KeyRow { { Key::minus, kAny, Control::down }, { "Ctrl + −", "letters", "larger, smaller letters" },
        call<&StageParts::presentation, &Presentation::smaller_text> },
    KeyRow { { Key::plus, kAny, Control::down }, {}, call<&StageParts::presentation, &Presentation::larger_text> },
    KeyRow { { Key::digit_0, kAny, Control::down }, { "Ctrl 0", "", "reset text size" },
        call<&StageParts::presentation, &Presentation::usual_text> },
    KeyRow {
        { Key::t }, { "T", "theme", "dark, light, high contrast" }, call<&StageParts::presentation, &Presentation::next_theme> },
    KeyRow { { Key::i }, { "I", "", "a dot of light" }, toggle_laser },
    KeyRow { { Key::w }, { "W", "", "a highlighter, Esc wipes it" }, toggle_pen },
    KeyRow { { Key::n }, { "N", "notes", "the speaker's notes" }, overlay<&OverlayView::toggle_notes> },
    KeyRow { { Key::page_down }, { "PgDn PgUp", "", "the same, by a clicker" }, step_cue<kNext> },
    KeyRow { { Key::page_up }, {}, step_cue<kPrevious> },
    KeyRow { { Key::up }, { "↑ ↓", "warp", "warp to show" }, step_warp<kPrevious> },
    KeyRow { { Key::down }, {}, step_warp<kNext> },
    KeyRow { { Key::left, Shift::down }, { "Shift ← →", "access", "access to show" }, step<session::StepAccess, kPrevious> },
    KeyRow { { Key::right, Shift::down }, {}, step<session::StepAccess, kNext> },
    KeyRow { { Key::u, Shift::up }, { "U", "", "how far a step goes" }, step<session::StepStride, kNext> },
    KeyRow { { Key::u, Shift::down }, {}, step<session::StepStride, kPrevious> },
    KeyRow { { Key::f, Shift::up }, { "F", "", "faster, Shift slower" }, step<session::StepPace, kNext> },
    KeyRow { { Key::f, Shift::down }, {}, step<session::StepPace, kPrevious> },
    KeyRow { { Key::home }, { "Home End", "", "first and last step" }, request<session::SeekPlayback> },
    KeyRow { { Key::end }, {}, last_instruction },
    KeyRow { { Key::m }, { "M", "", "cells of shared memory" }, toggle_memory },
    KeyRow { { Key::z }, { "Z", "", "the whole kernel" }, toggle_heat_map },
    KeyRow { { Key::q, Shift::up }, { "Q", "SM", "the SM, cycle by cycle" }, toggle_sm },
    KeyRow { { Key::q, Shift::down }, { "Shift Q", "", "half as many cycles" }, step<session::StepCycles, kNext> },
    KeyRow { { Key::y, Shift::up }, { "Y", "", "more warps, Shift fewer" }, step<session::StepResidentBlocks, kNext> },
    KeyRow { { Key::y, Shift::down }, {}, step<session::StepResidentBlocks, kPrevious> },
    KeyRow { { Key::x }, { "X", "", "PTX beside the source" }, overlay<&OverlayView::toggle_ptx> },
    KeyRow { { Key::enter }, { "Enter", "", "type a parameter" }, edit_parameter },
    KeyRow { { Key::f12, Shift::down }, { "Shift F12", "", "save one figure" }, save_figure },
    KeyRow { { Key::c, kAny, Control::down }, { "Ctrl C", "", "copy the picture" },
        call<&StageParts::capture, &Capture::copy_picture> },
    KeyRow { { Key::f9 }, { "F9", "", "record a clip, end it" }, call<&StageParts::capture, &Capture::toggle_clip> },
    KeyRow { { Key::f1, Shift::down }, { "Shift F1", "", "introductory tour" }, start_tour },
    KeyRow { { Key::f4 }, { "F4", "", "start page" }, open_start },
    KeyRow { { Key::p }, { "P", "", "the published figures" }, request<session::TogglePublished> },
    KeyRow { { Key::v, Shift::up }, { "V", "", "next variant, Shift back" }, step_variant<kNext> },
    KeyRow { { Key::v, Shift::down }, {}, step_variant<kPrevious> },
    KeyRow { { Key::plus }, { "+ −", "", "zoom in and out" }, zoom<2> },
    KeyRow { { Key::minus }, {}, zoom<-2> },
    KeyRow { { Key::digit_0 }, { "0", "", "camera as at the start" }, reset_camera },
    KeyRow { { kNoKey }, { "drag", "", "move the camera" }, nothing },
    KeyRow { { kNoKey, kAny, Control::down }, { "right drag", "", "turn what is in space" }, nothing },
    KeyRow { { Key::e, Shift::up }, { "E", "", "other colours, Shift trails" },
        call<&StageParts::scene, &SceneRenderer::next_coloring> },
    KeyRow { { Key::e, Shift::down }, {}, call<&StageParts::scene, &SceneRenderer::toggle_trails> },
    KeyRow { { Key::f2 }, { "F2", "", "the presenter's console" }, request_console },
    KeyRow { { Key::f3 }, { "F3", "", "CPU time of each frame" }, call<&StageParts::frame, &FrameRenderer::toggle_profile> },
    KeyRow { { Key::f11 }, { "F11", "full screen", "full screen and back" }, toggle_full_screen },
    KeyRow { { Key::escape }, {}, leave_mode },
};

} // namespace

std::span<const KeyRow> key_table()
{
    return kTable;
}

const std::vector<views::KeyWords>& key_words()
{
    static const std::vector<views::KeyWords> words = [] {
        std::vector<views::KeyWords> all;
        for (const KeyRow& row : kTable)
            if (!row.words.keys.empty())
                all.push_back(row.words);
        return all;
    }();
    return words;
}

const KeyRow* key_row(Key key, Shift shift, Control control)
{
    for (const KeyRow& row : kTable)
        if (row.stroke.key == key && row.stroke.control == control && row.stroke.shift.value_or(shift) == shift)
            return &row;
    return nullptr;
}

} // namespace warpstage::stage
