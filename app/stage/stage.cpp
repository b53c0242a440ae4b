#include "app/stage/stage.h"

#include "app/stage/context/offscreen.h"
#include "app/stage/input/key_table.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <png.h>

namespace warpstage::stage {

Result<std::unique_ptr<Stage>> Stage::open_window(const StageOptions& options)
{
    const auto began = std::chrono::steady_clock::now();
    auto window = Window::open(options.title, options.size);
    if (!window)
        return window.error();
    Window* opened = window->get();
    auto renderer = Renderer::create(options, *std::move(window), began);
    if (!renderer)
        return renderer.error();
    return std::unique_ptr<Stage>(new Stage(options, *std::move(renderer), opened));
}

Result<std::unique_ptr<Stage>> Stage::open_offscreen(const StageOptions& options)
{
    const auto began = std::chrono::steady_clock::now();
    auto surface = open_offscreen_surface(options.size);
    if (!surface)
        return surface.error();
    auto renderer = Renderer::create(options, *std::move(surface), began);
    if (!renderer)
        return renderer.error();
    return std::unique_ptr<Stage>(new Stage(options, *std::move(renderer), nullptr));
}

Stage::Stage(const StageOptions& options, std::unique_ptr<Renderer> renderer, Window* window)
    : m_parts(options, std::move(renderer), window, [this](const std::filesystem::path& path) { return screenshot(path); })
{
    m_parts.frame.adopt_style();
}

std::vector<std::filesystem::path> Stage::take_dropped()
{
    return m_parts.window != nullptr ? m_parts.window->take_dropped() : std::vector<std::filesystem::path> {};
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
        m_parts.editor.type(typed->character);
    else if (const auto* move = std::get_if<PointerMove>(&event))
        m_parts.pointer.on(*move);
    else if (const auto* pressed = std::get_if<PointerPress>(&event))
        m_parts.pointer.on(*pressed);
    else if (const auto* wheel = std::get_if<Wheel>(&event))
        m_parts.pointer.on(*wheel);
    else if (const auto* screen = std::get_if<ContentScale>(&event))
        m_parts.renderer->set_content_scale(screen->scale);
}

void Stage::press(const KeyPress& press)
{
    if (m_parts.presentation.restore_screen())
        return; // whatever was pressed, the picture is back
    if (press.control == Control::up) {
        if (m_parts.editor.is_open())
            return m_parts.editor.edit(press.key);
        if (m_parts.presentation.lead_tour(press.key))
            return;
    }
    const KeyRow* row = key_row(press.key, press.shift, press.control);
    if (row == nullptr || m_parts.state.snapshot == nullptr)
        return;
    if (row->action.effect != nullptr)
        row->action.effect(m_parts);
    else if (auto command = row->action.request(*m_parts.state.snapshot))
        m_parts.state.commands.push_back(*std::move(command));
}

void Stage::draw(std::shared_ptr<const session::Snapshot> snapshot, Time now)
{
    VERIFY(snapshot != nullptr);
    m_parts.state.snapshot = std::move(snapshot);
    m_parts.editor.follow();
    const Seconds elapsed = m_parts.clock.begin_frame(now);
    if (m_parts.renderer->recover(now)) {
        m_parts.state.overlay.invalidate();
        m_parts.state.overlay.say(
            "The graphics driver was reset; the picture has been made again.", session::Severity::attention);
    }
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

Image Stage::image()
{
    VERIFY(m_parts.state.snapshot != nullptr);
    if (size().width == 0 || size().height == 0 || m_parts.renderer->graphics() == nullptr)
        return {};
    m_parts.frame.repeat();
    return m_parts.renderer->read_pixels();
}

Result<void> Stage::screenshot(const std::filesystem::path& path)
{
    const Image frame = image();
    if (m_parts.renderer->graphics() == nullptr)
        return Error { "The graphics driver is starting again; there is no picture to save as " + path.string() + "." };
    if (frame.width == 0 || frame.height == 0)
        return Error { "The window is minimised; there is no picture of it to save as " + path.string() + "." };
    return write_png(frame, path);
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
