#include "app/stage/stage_parts.h"

#include "app/stage/input/key_table.h"

namespace warpstage::stage {

namespace {

struct ModeRow {
    std::string_view name;
    bool (*active)(const StageParts& stage);
    void (*leave)(StageParts& stage);
    // Its name, if nothing that it shows names it; null: none is needed.
    std::string_view (*badge)(const StageParts& stage) = nullptr;
};

std::string_view title_of_display(const StageParts& stage)
{
    const OverlayView& overlay = stage.state.overlay;
    if (overlay.display() == views::Display::nothing)
        return {}; // only the scene is shown
    return overlay.display() == views::Display::number ? marked("Headline figure")
        : overlay.window().maximized != nullptr        ? overlay.window().maximized->title
                                                       : views::named::banks.title;
}

void leave_start(StageParts& stage)
{
    if (stage.start.finds_path())
        stage.start.close_path();
    else
        stage.start.close();
}

// Highlighted marks are cleared before full screen is left.
void leave_plain(StageParts& stage)
{
    const LaneMask marked = stage.state.overlay.window().marked;
    stage.state.overlay.mark(marked);
    if (marked == 0 && stage.window != nullptr && stage.window->full_screen() && stage.presentation.escape_again())
        stage.window->toggle_full_screen();
}

// Indexed by StageMode.
constexpr std::array kModes {
    // clang-format off
    ModeRow { "dark", [](const auto& stage) { return stage.presentation.blank(); },
        [](auto& stage) { stage.presentation.restore_screen(); } },
    ModeRow { "list", [](const auto& stage) { return stage.lists.is_open(); }, [](auto& stage) { stage.lists.close(); } },
    ModeRow { "marker", [](const auto& stage) { return stage.presentation.marker().anything(); },
        [](auto& stage) { stage.presentation.marker().clear(); },
        [](const auto& stage) -> std::string_view {
            return stage.presentation.marker().laser() ? marked("Laser pointer") : marked("Highlighter");
        } },
    ModeRow { "code", [](const auto& stage) { return stage.state.overlay.window().follow_code != nullptr; },
        [](auto& stage) { stage.state.overlay.show_follow_code(nullptr); } },
    ModeRow { "help", [](const auto& stage) { return stage.state.overlay.window().help.has_value(); },
        [](auto& stage) { stage.state.overlay.close_help(); } },
    ModeRow { "notes", [](const auto& stage) { return stage.state.overlay.window().notes.has_value(); },
        [](auto& stage) { stage.state.overlay.close_notes(); } },
    ModeRow { "launch", [](const auto& stage) { return stage.launch.is_open(); }, [](auto& stage) { stage.launch.close(); } },
    ModeRow { "start", [](const auto& stage) { return stage.start.is_open(); }, leave_start },
    ModeRow { "tour", [](const auto& stage) { return stage.state.overlay.window().tour.has_value(); },
        [](auto& stage) { stage.presentation.end_tour(); } },
    ModeRow { "sheet", [](const auto& stage) { return stage.state.overlay.sheet() != nullptr; },
        [](auto& stage) { stage.state.overlay.toggle_sheet(*stage.state.overlay.sheet()); },
        [](const auto& stage) { return stage.state.overlay.sheet()->title; } },
    ModeRow { "view", [](const auto& stage) { return stage.state.overlay.display() != views::Display::panels; },
        [](auto& stage) { stage.presentation.toggle_display(stage.state.overlay.display()); }, title_of_display },
    ModeRow { "cell", [](const auto& stage) { return stage.state.snapshot != nullptr && stage.state.snapshot->selection->cell.has_value(); },
        [](auto& stage) { stage.state.commands.emplace_back(session::ForgetCell {}); },
        [](const auto&) -> std::string_view { return marked("Selected word"); } },
    ModeRow { "plain", [](const auto&) { return true; }, leave_plain },
    // clang-format on
};

void type(StageParts& stage, char32_t character)
{
    const OverlayView& overlay = stage.state.overlay;
    if (stage.lists.is_open())
        stage.lists.type(character);
    else if (overlay.window().help || overlay.window().notes)
        return;
    else if (stage.launch.is_open())
        stage.launch.type(character);
    else
        stage.start.type(character);
}

void press_key(StageParts& stage, const KeyPress& press)
{
    stage.state.overlay.hide_tip();
    if (stage.presentation.restore_screen())
        return; // any key restores the picture
    if (press.control == Control::up) {
        if (stage.lists.is_open() && !is_function_key(press.key))
            return stage.lists.press(press.key, press.shift);
        if (stage.launch.press(press) || stage.start.press(press) || (!stage.start.is_open() && stage.tour.press(press.key)))
            return;
    }
    if (press.key != Key::escape)
        stage.presentation.forget_escape();
    if ((press.key == Key::page_down || press.key == Key::page_up) && stage.presentation.begin_hall())
        return; // of a clicker
    const CommandRow* row = key_row(press.key, press.shift, press.control);
    if (row != nullptr && stage.state.snapshot != nullptr)
        stage.state.invocations.push_back({ row });
}

} // namespace

StageParts::StageParts(
    StageState& its_state, Screen& its_screen, WindowControl* its_window, SceneControl& its_scene, const StageOptions& options)
    : state(its_state)
    , screen(its_screen)
    , window(its_window)
    , scene(its_scene)
    , presentation(state, options)
    , tour(state, presentation)
    , start(state, options.start)
    , launch(state)
    , lists(state)
    , pointer(state, screen, scene, presentation, lists, { start, launch }, window)
    , no_console(options.no_console)
    , site(options.site)
    , follow_code(options.follow_code)
    , no_follow_code(options.no_follow_code)
{
}

void receive(StageParts& stage, const Event& event)
{
    if (const auto* key = std::get_if<KeyPress>(&event))
        press_key(stage, *key);
    else if (const auto* typed = std::get_if<Typed>(&event))
        type(stage, typed->character);
    else if (const auto* move = std::get_if<PointerMove>(&event))
        stage.pointer.on(*move);
    else if (const auto* pressed = std::get_if<PointerPress>(&event))
        stage.pointer.on(*pressed);
    else if (const auto* wheel = std::get_if<Wheel>(&event))
        stage.pointer.on(*wheel);
    else if (const auto* screen = std::get_if<ContentScale>(&event))
        stage.screen.set_content_scale(screen->scale);
    else if (const auto* hall = std::get_if<HallMode>(&event))
        stage.presentation.set_hall(hall->on);
    for (const Invocation& invocation : std::exchange(stage.state.invocations, {}))
        invoke(stage, invocation);
}

Seconds begin_frame(StageParts& stage, std::shared_ptr<const session::Snapshot> shown, std::chrono::steady_clock::time_point now)
{
    VERIFY(shown != nullptr);
    stage.state.snapshot = std::move(shown);
    stage.lists.follow();
    stage.start.follow(stage.screen.style());
    stage.tour.follow(now);
    stage.pointer.follow();
    const ModeRow& mode = kModes.at(static_cast<std::size_t>(mode_of(stage)));
    stage.state.overlay.set_badge(mode.badge != nullptr ? mode.badge(stage) : std::string_view {});
    if (stage.presentation.take_first_pause() && stage.state.snapshot->timing->playing)
        stage.state.own_commands.emplace_back(session::TogglePause {});
    if (!stage.pointer.drags_parameter()) // a drag is one change
        std::ranges::move(stage.history.follow(*stage.state.snapshot, now), std::back_inserter(stage.state.commands));
    const views::WindowState& shown_window = stage.state.overlay.window();
    const bool touring = shown_window.tour && shown_window.start == nullptr;
    if (touring != std::exchange(stage.touring, touring))
        touring ? stage.history.mark() : stage.history.return_to_mark();
    return stage.clock.begin_frame(now);
}

StageMode mode_of(const StageParts& stage)
{
    std::size_t mode = 0;
    while (!kModes.at(mode).active(stage))
        ++mode;
    return static_cast<StageMode>(mode);
}

std::string_view name_of(StageMode mode)
{
    return kModes.at(static_cast<std::size_t>(mode)).name;
}

void leave_mode(StageParts& stage)
{
    kModes.at(static_cast<std::size_t>(mode_of(stage))).leave(stage);
}

} // namespace warpstage::stage
