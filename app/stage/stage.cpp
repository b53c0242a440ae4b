#include "app/stage/stage.h"

#include "app/stage/context/surface.h"
#include "app/stage/input/key_table.h"
#include "core/session/walkthrough/hidden_answer.h"

#include <imgui.h>
#include <png.h>

namespace warpstage::stage {

void finish_drawing()
{
    glFinish();
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
    : m_state { nullptr, OverlayView(views::Display::panels, key_words()), {} }
    , m_renderer(std::move(renderer))
    , m_window(window)
    , m_scene(m_state, *m_renderer)
    , m_parts(m_state, *m_renderer, window, m_scene, options)
    , m_frame(m_state, *m_renderer, m_scene, m_parts.presentation)
    , m_capture(m_state, *m_renderer, m_frame, options)
{
    m_parts.captures = &m_capture;
    m_frame.adopt_style();
}

std::optional<WindowPlace> Stage::place() const
{
    return m_window != nullptr ? std::optional(m_window->place()) : std::nullopt;
}

std::optional<Image> Stage::take_miniature()
{
    Graphics* graphics = m_renderer->graphics();
    return graphics != nullptr ? graphics->miniature.take() : std::nullopt;
}

std::vector<std::string> Stage::warnings() const
{
    const Graphics* graphics = m_renderer->graphics();
    return graphics != nullptr ? graphics->painter->warnings() : std::vector<std::string> {};
}

void Stage::begin(const session::Session& session)
{
    if (m_state.snapshot == nullptr)
        m_state.snapshot = session::AudienceSnapshots {}.of(session.snapshot());
}

void Stage::take_input(session::Session& session)
{
    begin(session);
    if (m_window != nullptr)
        for (const Event& event : m_window->take_events())
            receive(event);
    m_parts.launch.open(m_parts.start.take_opened());
    if (m_window != nullptr)
        m_parts.launch.open(m_window->take_dropped());
    if (const Graphics* graphics = m_renderer->graphics())
        for (const auto& [view, scene] : graphics->scenes)
            if (auto offer = scene->take_offer())
                session.offer_vertex_buffers(*std::move(offer));
}

void Stage::receive(const Event& event)
{
    const std::size_t commands = m_state.commands.size();
    stage::receive(m_parts, event);
    if (m_state.commands.size() > commands)
        m_parts.history.stop();
}

void Stage::draw(std::shared_ptr<const session::Snapshot> shown, Time now)
{
    const Seconds elapsed = begin_frame(m_parts, std::move(shown), now);
    if (m_renderer->recover(now)) {
        m_state.overlay.invalidate();
        m_state.overlay.say(tr("The graphics driver was reset. The view has been redrawn."), session::Severity::attention);
    }
    if (Graphics* graphics = m_renderer->graphics())
        for (std::string& sentence : graphics->painter->take_missing())
            m_state.overlay.say(std::move(sentence), session::Severity::attention);
    m_renderer->profile().begin_frame();
    bool changed = m_window != nullptr && m_window->take_exposed();
    if (m_renderer->graphics() == nullptr)
        return;
    if (size().width > 0 && size().height > 0) { // not minimized
        changed = m_frame.render(elapsed, now, m_parts.clock.frames_per_second()) || changed;
        m_capture.take_frame(now);
    }
    m_renderer->present(changed);
}

Result<void> Stage::renew_graphics()
{
    m_state.overlay.invalidate();
    return m_renderer->renew();
}

std::vector<std::string> library_versions()
{
    auto versions = window_libraries();
    versions.insert(versions.end(), { "Dear ImGui " IMGUI_VERSION, std::string("libpng ") + png_get_libpng_ver(nullptr) });
    return versions;
}

} // namespace warpstage::stage
