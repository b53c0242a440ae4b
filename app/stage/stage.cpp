#include "app/stage/stage.h"

#include "app/stage/context/surface.h"
#include "app/stage/input/key_table.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <png.h>

namespace warpstage::stage {

namespace {

struct ModeRow {
    std::string_view name;
    bool (*active)(const StageParts& stage);
    void (*leave)(StageParts& stage);
};

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
        [](auto& stage) { stage.presentation.marker().clear(); } },
    ModeRow { "help", [](const auto& stage) { return stage.state.overlay.help(); },
        [](auto& stage) { stage.state.overlay.close_help(); } },
    ModeRow { "notes", [](const auto& stage) { return stage.state.overlay.notes(); },
        [](auto& stage) { stage.state.overlay.close_notes(); } },
    ModeRow { "launch", [](const auto& stage) { return stage.launch.is_open(); }, [](auto& stage) { stage.launch.close(); } },
    ModeRow { "start", [](const auto& stage) { return stage.start.is_open(); }, leave_start },
    ModeRow { "tour", [](const auto& stage) { return stage.state.overlay.window().tour.has_value(); },
        [](auto& stage) { stage.presentation.end_tour(); } },
    ModeRow { "sheet", [](const auto& stage) { return stage.state.overlay.sheet() != nullptr; },
        [](auto& stage) { stage.state.overlay.toggle_sheet(*stage.state.overlay.sheet()); } },
    ModeRow { "view", [](const auto& stage) { return stage.state.overlay.display() != views::Display::panels; },
        [](auto& stage) { stage.presentation.toggle_display(stage.state.overlay.display()); } },
    ModeRow { "plain", [](const auto&) { return true; }, leave_plain },
    // clang-format on
};

void type(StageParts& stage, char32_t character)
{
    const OverlayView& overlay = stage.state.overlay;
    if (stage.lists.is_open())
        stage.lists.type(character);
    else if (overlay.help() || overlay.notes())
        return;
    else if (stage.launch.is_open())
        stage.launch.type(character);
    else
        stage.start.type(character);
}

} // namespace

void finish_drawing()
{
    glFinish();
}

StageParts::StageParts(const StageOptions& options, std::unique_ptr<Renderer> made, Window* opened)
    : state { nullptr, OverlayView(views::Display::panels, key_words()), {} }
    , renderer(std::move(made))
    , window(opened)
    , scene(state, *renderer)
    , presentation(state, options)
    , tour(state, presentation)
    , start(state, options.start)
    , launch(state)
    , lists(state)
    , pointer(state, *renderer, scene, presentation, lists, { start, launch }, window)
    , frame(state, *renderer, scene, presentation)
    , capture(state, *renderer, frame, options)
    , no_console(options.no_console)
{
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

Result<std::unique_ptr<Stage>> Stage::open_window(const StageOptions& options)
{
    const auto began = std::chrono::steady_clock::now();
    auto window = Window::open(options.title, options.size, options.state);
    if (!window)
        return window.error();
    Window* const opened = window->get();
    return open(options, *std::move(window), opened, began);
}

Result<std::unique_ptr<Stage>> Stage::open_offscreen(const StageOptions& options)
{
    const auto began = std::chrono::steady_clock::now();
    auto surface = open_offscreen_surface(options.size);
    if (!surface)
        return surface.error();
    return open(options, *std::move(surface), nullptr, began);
}

Result<std::unique_ptr<Stage>> Stage::open(
    const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, Time began)
{
    auto renderer = Renderer::create(options, std::move(surface), began);
    if (!renderer)
        return renderer.error();
    return std::unique_ptr<Stage>(new Stage(options, *std::move(renderer), window));
}

Stage::Stage(const StageOptions& options, std::unique_ptr<Renderer> renderer, Window* window)
    : m_parts(options, std::move(renderer), window)
{
    m_parts.frame.adopt_style();
}

std::optional<WindowPlace> Stage::place() const
{
    return m_parts.window != nullptr ? std::optional(m_parts.window->place()) : std::nullopt;
}

std::optional<Image> Stage::take_miniature()
{
    Graphics* graphics = m_parts.renderer->graphics();
    return graphics != nullptr ? graphics->miniature.take() : std::nullopt;
}

std::vector<std::string> Stage::warnings() const
{
    const Graphics* graphics = m_parts.renderer->graphics();
    return graphics != nullptr ? graphics->painter->warnings() : std::vector<std::string> {};
}

void Stage::poll_input(session::Session& session)
{
    if (m_parts.window != nullptr)
        for (const Event& event : m_parts.window->take_events())
            receive(event);
    for (session::Command& command : take_commands())
        session.submit(std::move(command));
    m_parts.launch.open(m_parts.start.take_opened());
    if (m_parts.window != nullptr)
        m_parts.launch.open(m_parts.window->take_dropped());
    if (const Graphics* graphics = m_parts.renderer->graphics())
        for (const auto& [view, scene] : graphics->scenes)
            if (auto offer = scene->take_offer())
                session.offer_vertex_buffers(*std::move(offer));
}

void Stage::receive(const Event& event)
{
    if (const auto* key = std::get_if<KeyPress>(&event))
        press(*key);
    else if (const auto* typed = std::get_if<Typed>(&event))
        type(m_parts, typed->character);
    else if (const auto* move = std::get_if<PointerMove>(&event))
        m_parts.pointer.on(*move);
    else if (const auto* pressed = std::get_if<PointerPress>(&event))
        m_parts.pointer.on(*pressed);
    else if (const auto* wheel = std::get_if<Wheel>(&event))
        m_parts.pointer.on(*wheel);
    else if (const auto* screen = std::get_if<ContentScale>(&event))
        m_parts.renderer->set_content_scale(screen->scale);
    else if (const auto* hall = std::get_if<HallMode>(&event))
        m_parts.presentation.set_hall(hall->on);
    for (const Invocation& invocation : std::exchange(m_parts.state.invocations, {}))
        invoke(m_parts, invocation);
}

void Stage::press(const KeyPress& press)
{
    m_parts.state.overlay.hide_tip();
    if (m_parts.presentation.restore_screen())
        return; // any key restores the picture
    if (press.control == Control::up) {
        if (m_parts.lists.is_open() && !is_function_key(press.key))
            return m_parts.lists.press(press.key, press.shift);
        if (m_parts.launch.press(press) || m_parts.start.press(press)
            || (!m_parts.start.is_open() && m_parts.tour.press(press.key)))
            return;
    }
    if (press.key != Key::escape)
        m_parts.presentation.forget_escape();
    const CommandRow* row = key_row(press.key, press.shift, press.control);
    if (row != nullptr && m_parts.state.snapshot != nullptr)
        m_parts.state.invocations.push_back({ row });
}

void Stage::draw(std::shared_ptr<const session::Snapshot> snapshot, Time now)
{
    VERIFY(snapshot != nullptr);
    m_parts.state.snapshot = m_audience.of(std::move(snapshot));
    m_parts.lists.follow();
    m_parts.start.follow(m_parts.renderer->style());
    m_parts.tour.follow(now);
    const Seconds elapsed = m_parts.clock.begin_frame(now);
    if (m_parts.renderer->recover(now)) {
        m_parts.state.overlay.invalidate();
        m_parts.state.overlay.say(tr("The graphics driver was reset. The view has been redrawn."), session::Severity::attention);
    }
    if (Graphics* graphics = m_parts.renderer->graphics())
        for (std::string& sentence : graphics->painter->take_missing())
            m_parts.state.overlay.say(std::move(sentence), session::Severity::attention);
    m_parts.renderer->profile().begin_frame();
    bool changed = m_parts.window != nullptr && m_parts.window->take_exposed();
    if (m_parts.renderer->graphics() == nullptr)
        return;
    if (size().width > 0 && size().height > 0) { // not minimized
        changed = m_parts.frame.render(elapsed, now, m_parts.clock.frames_per_second()) || changed;
        m_parts.capture.take_frame(now);
    }
    m_parts.renderer->present(changed);
}

Result<void> Stage::renew_graphics()
{
    m_parts.state.overlay.invalidate();
    return m_parts.renderer->renew();
}

std::vector<std::string> library_versions()
{
    int major = 0;
    int minor = 0;
    int revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    return { "GLFW " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(revision),
        "Dear ImGui " IMGUI_VERSION, std::string("libpng ") + png_get_libpng_ver(nullptr) };
}

} // namespace warpstage::stage
