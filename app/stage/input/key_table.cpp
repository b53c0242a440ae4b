#include "app/stage/input/key_table.h"

#include "app/stage/stage_parts.h"
#include "app/views/frame/hall.h"
#include "core/base/text.h"

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
    if (stage.state.overlay.sheet() != nullptr && !stage.state.snapshot->step_counts->requested)
        stage.state.commands.push_back(session::CountStep {});
}

void read_machine_code(StageParts& stage)
{
    const auto& overlay = stage.state.overlay;
    if (overlay.window().code == views::CodeColumns::machine && !stage.state.snapshot->machine_code->requested)
        stage.state.commands.push_back(session::ReadMachineCode {});
}

void next_code_columns(StageParts& stage)
{
    stage.state.overlay.next_code_columns();
    read_machine_code(stage);
}

void show_machine_code(StageParts& stage)
{
    stage.state.overlay.show_code_columns(views::CodeColumns::machine);
    read_machine_code(stage);
}

void toggle_heat_map(StageParts& stage)
{
    toggle_sheet(stage, "heat", stage.state.snapshot->counters->heat != nullptr, session::MapKernel {});
}

void toggle_memory(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::view_of("memory"));
}

void toggle_occupancy(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::view_of("occupancy"));
}

void toggle_hierarchy(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::view_of("hierarchy"));
}

void toggle_index(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::view_of("index"));
}

void toggle_retirement(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::view_of("retirement"));
}

// What is maximized; null: nothing is.
const views::View* maximized(const StageParts& stage)
{
    const OverlayView& overlay = stage.state.overlay;
    return overlay.display() == views::Display::maximized ? &views::present(*overlay.window().maximized, *stage.state.snapshot)
                                                          : nullptr;
}

const views::View& figure_below_pointer(const StageParts& stage)
{
    const views::View* below = stage.pointer.figure_below();
    if (below == nullptr)
        below = maximized(stage);
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

void toggle_maximized(StageParts& stage, const views::View& figure)
{
    if (const views::View* other = maximized(stage); other != nullptr && other != &figure)
        stage.presentation.toggle_display(views::Display::maximized);
    stage.presentation.toggle_maximized(figure);
}

void save_figure(StageParts& stage, const views::View& figure)
{
    stage.capture.save_figure(figure);
}

void next_hall_figure(StageParts& stage)
{
    OverlayView& overlay = stage.state.overlay;
    if (overlay.window().hall)
        overlay.set_hall(views::Hall { views::next_hall_figure(*stage.state.snapshot, overlay.window()) });
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
    stage.lists.open_parameter_at(stage.pointer.position());
}

template <ListId id> void toggle_list(StageParts& stage)
{
    stage.lists.toggle(id);
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

void choose_compared(StageParts& stage)
{
    if (stage.state.overlay.sheet() != &views::view_of("compare"))
        toggle_comparison(stage);
    stage.lists.toggle(ListId::compared);
}

void drag(StageParts&) { } // by the pointer itself

constexpr std::optional<Shift> kAny {};
constexpr Key kNoKey = static_cast<Key>(0);

constexpr Key digit(std::size_t n)
{
    return static_cast<Key>(static_cast<std::uint32_t>(Key::digit_0) + n);
}

using views::KeyGroup;

constexpr std::array kTable {
    // clang-format off
    // Walk
    CommandRow { { Key::k, kAny, Control::down }, { "Ctrl K  /", "commands", "All commands", KeyGroup::walk },
        toggle_list<ListId::palette>, "commands", "All commands…", "key-line top-bar scene" },
    CommandRow { { Key::slash }, {}, toggle_list<ListId::palette> },
    CommandRow { { digit(1) }, { "1–9", "variant", "Variant by number", KeyGroup::walk }, variant<0> },
    CommandRow { { digit(2) }, {}, variant<1> },
    CommandRow { { digit(3) }, {}, variant<2> },
    CommandRow { { digit(4) }, {}, variant<3> },
    CommandRow { { digit(5) }, {}, variant<4> },
    CommandRow { { digit(6) }, {}, variant<5> },
    CommandRow { { digit(7) }, {}, variant<6> },
    CommandRow { { digit(8) }, {}, variant<7> },
    CommandRow { { digit(9) }, {}, variant<8> },
    CommandRow { { Key::v, Shift::up }, { "V", "", "Variants (Shift: next)", KeyGroup::walk },
        toggle_list<ListId::variants>, "choose-variant", "Choose variant…", "variants timings" },
    CommandRow { { Key::v, Shift::down }, {}, step_variant<kNext>, "next-variant", "Next variant", "variants" },
    CommandRow { { kNoKey }, {}, step_variant<kPrevious>, "previous-variant", "Previous variant", "variants" },
    CommandRow { { Key::left, Shift::up }, { "← →", "cue", "Previous / next cue", KeyGroup::walk },
        step_cue<kPrevious>, "previous-cue", "Previous cue", "cue-caption" },
    CommandRow { { Key::right, Shift::up }, {}, step_cue<kNext>, "next-cue", "Next cue", "top-bar cue-caption" },
    CommandRow { { Key::page_down }, { "PgDn PgUp", "", "The same, by a clicker", KeyGroup::walk }, step_cue<kNext> },
    CommandRow { { Key::page_up }, {}, step_cue<kPrevious> },
    CommandRow { { Key::tab, Shift::up }, { "Tab", "lesson", "Next lesson (Shift: back)", KeyGroup::walk },
        step<session::StepLesson, kNext>, "next-lesson", "Next lesson", "top-bar" },
    CommandRow { { Key::tab, Shift::down }, {}, step<session::StepLesson, kPrevious>, "previous-lesson", "Previous lesson", "top-bar" },
    CommandRow { { Key::l, kAny, Control::down }, { "Ctrl L", "", "Lessons", KeyGroup::walk },
        toggle_list<ListId::lessons>, "choose-lesson", "Choose lesson…", "top-bar" },
    CommandRow { { Key::space }, { "Space", "pause", "Pause / resume", KeyGroup::walk },
        request<session::TogglePause>, "pause", "Pause or resume", "scene timings" },
    CommandRow { { Key::r }, { "R", "restart", "Restart", KeyGroup::walk }, request<session::Restart>, "restart", "Restart", "scene timings" },
    CommandRow { { Key::enter }, { "Enter", "", "Edit parameter", KeyGroup::walk }, edit_parameter,
        "edit-parameter", "Edit parameter…", "parameters" },
    CommandRow { { Key::g, Shift::up }, { "G", "engine", "Engine (Shift: other)", KeyGroup::walk },
        toggle_list<ListId::engines>, "choose-engine", "Choose engine…", "top-bar" },
    CommandRow { { Key::g, Shift::down }, {}, request<session::ToggleEngine>, "switch-engine", "Switch to the other engine" },
    CommandRow { { Key::question }, { "?", "keys", "Show all keys", KeyGroup::walk }, overlay<&OverlayView::toggle_help>,
        "help", "Show all keys", "key-line" },
    CommandRow { { Key::f1, Shift::up }, {}, overlay<&OverlayView::toggle_help> },
    CommandRow { { Key::f1, Shift::down }, { "Shift F1", "", "Introductory tour", KeyGroup::walk }, start_tour,
        "tour", "Introductory tour", "key-line" },
    CommandRow { { Key::f4 }, { "F4", "", "Start page", KeyGroup::walk }, open_start, "start-page", "Start page", "top-bar" },
    CommandRow { { Key::escape }, { "Esc", "", "Close the topmost thing", KeyGroup::walk }, leave_mode },

    // Look
    CommandRow { { Key::a, Shift::up }, { "A", "architecture", "Architecture (Shift: next)", KeyGroup::look },
        toggle_list<ListId::architectures>, "choose-architecture", "Choose architecture…",
        "banks sectors partitions source top-bar compare sm timings" },
    CommandRow { { Key::a, Shift::down }, {}, step<session::StepArchitecture, kNext>, "next-architecture", "Next architecture",
        "banks sectors partitions" },
    CommandRow { { kNoKey }, {}, step<session::StepArchitecture, kPrevious>, "previous-architecture", "Previous architecture" },
    CommandRow { { kNoKey }, {}, toggle_list<ListId::warp_widths>, "choose-warp-width", "Choose warp width…", "lanes top-bar" },
    CommandRow { { Key::o }, { "O", "maximize", "Maximize panel", KeyGroup::look }, toggle_maximized, "maximize", "Maximize panel" },
    CommandRow { { Key::s, Shift::up }, { "S", "compare", "Compare (Shift: with…)", KeyGroup::look }, toggle_comparison,
        "compare", "Compare variants", "variants banks sectors compare timings" },
    CommandRow { { Key::s, Shift::down }, {}, choose_compared, "choose-compared", "Compare with…", "compare variants" },
    CommandRow { { kNoKey }, {}, step<session::StepCompared, kNext>, "next-compared", "Compare with the next variant", "compare" },
    CommandRow { { Key::c }, { "C", "counters", "Hardware counters", KeyGroup::look }, toggle_counters, "counters",
        "Hardware counters", "counters timings" },
    CommandRow { { Key::m }, { "M", "", "Shared memory cells", KeyGroup::look }, toggle_memory, "memory",
        "Shared memory, cell by cell", "banks memory" },
    CommandRow { { Key::z }, { "Z", "", "Heat map of the kernel", KeyGroup::look }, toggle_heat_map, "heat-map",
        "Heat map of the kernel", "lanes heat" },
    CommandRow { { kNoKey }, {}, toggle_occupancy, "occupancy", "Occupancy", "timings sm occupancy" },
    CommandRow { { kNoKey }, {}, toggle_hierarchy, "hierarchy", "Memory hierarchy", "banks sectors hierarchy" },
    CommandRow { { kNoKey }, {}, toggle_index, "index", "Index arithmetic", "banks sectors index" },
    CommandRow { { kNoKey }, {}, toggle_retirement, "retirement", "Warps pass by pass", "lanes retirement" },
    CommandRow { { Key::x, Shift::up }, { "X", "", "Code (Shift: host code)", KeyGroup::look }, next_code_columns, "ptx",
        "PTX, then machine code beside the source", "source" },
    CommandRow { { kNoKey }, {}, show_machine_code, "machine-code", "Machine code beside the source", "source counters" },
    CommandRow { { Key::x, Shift::down }, {}, overlay<&OverlayView::toggle_host_code>, "host-code",
        "Host code instead of the kernels", "source" },
    CommandRow { { Key::p }, { "P", "", "Published results", KeyGroup::look }, request<session::TogglePublished>, "published",
        "Show published results next to the measurement", "timings variants" },
    CommandRow { { Key::plus }, { "+ −", "", "Zoom in / out", KeyGroup::look }, zoom<2>, "zoom-in", "Zoom in", "scene" },
    CommandRow { { Key::minus }, {}, zoom<-2>, "zoom-out", "Zoom out", "scene" },
    CommandRow { { Key::digit_0 }, { "0", "", "Reset camera", KeyGroup::look }, reset_camera, "reset-camera", "Reset camera", "scene" },
    CommandRow { { kNoKey }, { "drag", "", "Move camera", KeyGroup::look }, drag },
    CommandRow { { kNoKey }, { "right drag", "", "Rotate 3-D scene", KeyGroup::look }, drag },
    CommandRow { { kNoKey }, { "right click", "", "Commands of a panel", KeyGroup::look }, drag },
    CommandRow { { Key::e, Shift::up }, { "E", "", "Colors (Shift: trails)", KeyGroup::look },
        call<&StageParts::scene, &SceneRenderer::next_coloring>, "coloring", "Next coloring of bodies", "bodies" },
    CommandRow { { Key::e, Shift::down }, {}, call<&StageParts::scene, &SceneRenderer::toggle_trails>, "trails",
        "Trails of bodies", "bodies" },

    // Step
    CommandRow { { Key::k }, { "K", "play", "Play the recorded run", KeyGroup::step }, request<session::TogglePlayback>, "play",
        "Play the recorded run", "lanes timeline source memory" },
    CommandRow { { Key::j }, { "J L", "step", "Step back / forward", KeyGroup::step }, step<session::StepPlayback, kPrevious>,
        "step-back", "Step back", "lanes timeline source memory" },
    CommandRow { { Key::l }, {}, step<session::StepPlayback, kNext>, "step-forward", "Step forward", "lanes timeline source memory" },
    CommandRow { { Key::home }, { "Home End", "", "First / last step", KeyGroup::step }, request<session::SeekPlayback>,
        "first-step", "First step", "timeline" },
    CommandRow { { Key::end }, {}, last_instruction, "last-step", "Last step", "timeline" },
    CommandRow { { Key::u, Shift::up }, { "U", "", "Step size (Shift: back)", KeyGroup::step }, step<session::StepStride, kNext>,
        "step-size", "Next step size", "timeline" },
    CommandRow { { Key::u, Shift::down }, {}, step<session::StepStride, kPrevious>, "previous-step-size", "Previous step size" },
    CommandRow { { Key::f, Shift::up }, { "F", "", "Faster (Shift: slower)", KeyGroup::step }, step<session::StepPace, kNext>,
        "faster", "Play faster", "timeline" },
    CommandRow { { Key::f, Shift::down }, {}, step<session::StepPace, kPrevious>, "slower", "Play slower", "timeline" },
    CommandRow { { Key::up }, { "↑ ↓", "warp", "Previous / next warp", KeyGroup::step }, step_warp<kPrevious>, "previous-warp",
        "Previous warp", "lanes" },
    CommandRow { { Key::down }, {}, step_warp<kNext>, "next-warp", "Next warp", "lanes" },
    CommandRow { { Key::left, Shift::down }, { "Shift ← →", "access", "Previous / next access", KeyGroup::step },
        step<session::StepAccess, kPrevious>, "previous-access", "Previous access", "banks sectors" },
    CommandRow { { Key::right, Shift::down }, {}, step<session::StepAccess, kNext>, "next-access", "Next access", "banks sectors" },
    CommandRow { { Key::q, Shift::up }, { "Q", "SM", "SM, cycle by cycle", KeyGroup::step }, toggle_sm, "sm", "SM, cycle by cycle",
        "lanes sm" },
    CommandRow { { Key::q, Shift::down }, { "Shift Q", "", "Half as many cycles", KeyGroup::step }, step<session::StepCycles, kNext>,
        "fewer-cycles", "Show half as many cycles", "sm" },
    CommandRow { { kNoKey }, {}, step<session::StepCycles, kPrevious>, "more-cycles", "Show twice as many cycles", "sm" },
    CommandRow { { Key::y, Shift::up }, { "Y", "", "More warps (Shift: less)", KeyGroup::step },
        step<session::StepResidentBlocks, kNext>, "more-blocks", "More resident warps", "sm" },
    CommandRow { { Key::y, Shift::down }, {}, step<session::StepResidentBlocks, kPrevious>, "fewer-blocks", "Fewer resident warps",
        "sm" },

    // Present
    CommandRow { { Key::h }, { "H", "panels", "Hide panels", KeyGroup::present }, toggle_display<views::Display::nothing>, "hide-panels",
        "Hide or show panels", "scene" },
    CommandRow { { Key::d }, { "D", "number", "Headline figure, large", KeyGroup::present }, toggle_display<views::Display::number>,
        "headline", "Headline figure, large", "timings" },
    CommandRow { { Key::b }, { "B .", "dark", "Blank screen", KeyGroup::present },
        call<&StageParts::presentation, &Presentation::blank_screen>, "blank-screen", "Blank screen" },
    CommandRow { { Key::period }, {}, call<&StageParts::presentation, &Presentation::blank_screen> },
    CommandRow { { Key::plus, kAny, Control::down }, { "Ctrl + −", "text size", "Larger / smaller text", KeyGroup::present },
        call<&StageParts::presentation, &Presentation::larger_text>, "larger-text", "Larger text" },
    CommandRow { { Key::minus, kAny, Control::down }, {}, call<&StageParts::presentation, &Presentation::smaller_text>,
        "smaller-text", "Smaller text" },
    CommandRow { { Key::digit_0, kAny, Control::down }, { "Ctrl 0", "", "Reset text size", KeyGroup::present },
        call<&StageParts::presentation, &Presentation::usual_text>, "usual-text", "Reset text size" },
    CommandRow { { Key::t }, { "T", "theme", "Theme", KeyGroup::present },
        call<&StageParts::presentation, &Presentation::next_theme>, "theme", "Next theme: dark, light, high contrast" },
    CommandRow { { Key::i }, { "I", "", "Laser pointer", KeyGroup::present }, toggle_laser, "laser", "Laser pointer" },
    CommandRow { { Key::w }, { "W", "", "Highlighter (Esc clears)", KeyGroup::present }, toggle_pen, "highlighter", "Highlighter" },
    CommandRow { { Key::n }, { "N", "notes", "Speaker's notes", KeyGroup::present }, overlay<&OverlayView::toggle_notes>, "notes",
        "Speaker's notes" },
    CommandRow { { Key::f6 }, { "F6", "hall", "Hall mode", KeyGroup::present },
        call<&StageParts::presentation, &Presentation::toggle_hall>, "hall", "Hall mode: large text, three panels", "key-line" },
    CommandRow { { Key::f7 }, { "F7", "", "Hall mode: next figure", KeyGroup::present }, next_hall_figure, "hall-figure",
        "Hall mode: next figure" },
    CommandRow { { Key::f11 }, { "F11", "full screen", "Full screen", KeyGroup::present }, toggle_full_screen, "full-screen",
        "Full screen", "key-line" },
    CommandRow { { Key::f2 }, { "F2", "", "Presenter's console", KeyGroup::present }, request_console, "console",
        "Presenter's console", "key-line" },
    CommandRow { { Key::f3 }, { "F3", "", "CPU time per frame", KeyGroup::present },
        call<&StageParts::frame, &FrameRenderer::toggle_profile>, "profile", "CPU time per frame" },

    // Save
    CommandRow { { Key::f12, Shift::up }, { "F12", "picture", "Save screenshot", KeyGroup::save },
        call<&StageParts::capture, &Capture::save_picture>, "screenshot", "Save screenshot", "scene" },
    CommandRow { { Key::f12, Shift::down }, { "Shift F12", "", "Save figure", KeyGroup::save }, save_figure, "save-figure",
        "Save figure" },
    CommandRow { { Key::c, kAny, Control::down }, { "Ctrl C", "", "Copy screenshot", KeyGroup::save },
        call<&StageParts::capture, &Capture::copy_picture>, "copy-screenshot", "Copy screenshot" },
    CommandRow { { Key::f9 }, { "F9", "", "Start / end clip", KeyGroup::save }, call<&StageParts::capture, &Capture::toggle_clip>,
        "clip", "Start or end a clip" },
    // clang-format on
};

} // namespace

std::span<const CommandRow> command_table()
{
    return kTable;
}

const std::vector<views::KeyWords>& key_words()
{
    static const std::vector<views::KeyWords> words = [] {
        std::vector<views::KeyWords> all;
        for (const CommandRow& row : kTable)
            if (!row.words.keys.empty())
                all.push_back(row.words);
        return all;
    }();
    return words;
}

const CommandRow* key_row(Key key, Shift shift, Control control)
{
    if (key == kNoKey)
        return nullptr;
    for (const CommandRow& row : kTable)
        if (row.stroke.key == key && row.stroke.control == control && row.stroke.shift.value_or(shift) == shift)
            return &row;
    return nullptr;
}

const CommandRow* find_command(std::string_view id)
{
    const auto* const row = id.empty() ? kTable.end() : std::ranges::find(kTable, id, &CommandRow::id);
    return row == kTable.end() ? nullptr : row;
}

bool is_offered_by(const CommandRow& row, const views::View& view)
{
    const std::string_view wanted = view.place == views::Place::scene ? "scene" : view.id;
    for (const std::string_view word : text::split(row.views, ' '))
        if (word == wanted || word == view.id)
            return true;
    return false;
}

std::string key_label(const KeyStroke& stroke)
{
    if (stroke.key == kNoKey)
        return {};
    std::string label = stroke.control == Control::down ? "Ctrl " : "";
    if (stroke.shift == Shift::down)
        label += "Shift ";
    return label + name_of(stroke.key);
}

void invoke(StageParts& stage, const Invocation& invocation)
{
    const CommandAction& action = invocation.command->action;
    if (action.effect != nullptr)
        action.effect(stage);
    else if (action.figure_effect != nullptr)
        action.figure_effect(stage, invocation.figure != nullptr ? *invocation.figure : figure_below_pointer(stage));
    else if (stage.state.snapshot != nullptr)
        if (auto command = action.request(*stage.state.snapshot))
            stage.state.commands.push_back(*std::move(command));
}

} // namespace warpstage::stage
