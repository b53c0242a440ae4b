#include "app/stage/stage.h"

#include "app/stage/context/offscreen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace warpstage::stage {

namespace {

using Clock = std::chrono::steady_clock;

StageSettings settings_of(const StageOptions& options)
{
    StageSettings settings = options.settings.empty() ? StageSettings { .tour_seen = true } : load_settings(options.settings);
    settings.theme = options.theme.value_or(settings.theme);
    settings.display = options.display.value_or(settings.display);
    return settings;
}

} // namespace

Result<std::unique_ptr<Stage>> Stage::open_window(const StageOptions& options)
{
    const auto began = Clock::now();
    auto window = Window::open(options.title, options.size);
    if (!window)
        return window.error();
    Window* seen = window->get();
    return open(options, *std::move(window), seen, began);
}

Result<std::unique_ptr<Stage>> Stage::open_offscreen(const StageOptions& options)
{
    const auto began = Clock::now();
    auto surface = open_offscreen_surface(options.size);
    if (!surface)
        return surface.error();
    return open(options, *std::move(surface), nullptr, began);
}

Result<std::unique_ptr<Stage>> Stage::open(
    const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, Time began)
{
    const auto with_context = Clock::now();
    auto graphics = Graphics::create(options.shaders, options.drawing);
    if (!graphics)
        return graphics.error();
    const auto with_shaders = Clock::now();
    std::unique_ptr<Stage> stage(new Stage(options, std::move(surface), window, *std::move(graphics)));
    stage->adopt_scale();
    stage->m_opening = { with_context - began, with_shaders - with_context, Clock::now() - with_shaders };
    return stage;
}

Stage::Stage(const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, std::unique_ptr<Graphics> graphics)
    : m_options(options)
    , m_surface(std::move(surface))
    , m_window(window)
    , m_renderer(current_renderer())
    , m_graphics(std::move(graphics))
    , m_content_scale(m_surface->content_scale())
    , m_settings(settings_of(options))
    , m_overlay(m_settings.display)
{
    if (m_settings.display == views::Display::maximized) {
        m_overlay.toggle_display(views::Display::panels);
        m_overlay.toggle_maximized(*m_settings.maximized);
    }
    if (m_settings.display != views::Display::panels && !options.display)
        m_overlay.say("As you left it. Escape brings all panels back.", session::Severity::information);
    if (!m_settings.tour_seen)
        m_overlay.show_tour(0);
}

Stage::~Stage() = default;

bool Stage::should_close() const
{
    return m_window != nullptr && m_window->should_close();
}

std::vector<std::filesystem::path> Stage::take_dropped()
{
    return m_window != nullptr ? m_window->take_dropped() : std::vector<std::filesystem::path> {};
}

std::optional<WindowPlace> Stage::place() const
{
    return m_window != nullptr ? std::optional(m_window->place()) : std::nullopt;
}

void Stage::poll_input(session::Session& session)
{
    if (m_window != nullptr)
        for (const Event& event : m_window->take_events())
            receive(event);
    for (session::Command& command : take_commands())
        session.submit(std::move(command));
    if (m_graphics == nullptr)
        return;
    if (auto offer = m_graphics->bodies.take_offer())
        session.offer_vertex_buffers(*std::move(offer));
}

void Stage::draw(std::shared_ptr<const session::Snapshot> snapshot, Time now)
{
    VERIFY(snapshot != nullptr);
    m_snapshot = std::move(snapshot);
    close_editor_when_taken();
    const Seconds elapsed = m_clock.begin_frame(now);
    const gl::PixelSize size = m_surface->size();
    keep_graphics(now);
    const bool visible = size.width > 0 && size.height > 0 && m_graphics != nullptr; // not minimised
    m_profile.begin_frame();
    bool changed = m_window != nullptr && m_window->take_exposed();
    if (visible) {
        changed = render(elapsed, now) || changed;
        record_frame(now);
    }
    if (visible && m_miniature_width > 0)
        m_graphics->miniature.begin(target(), size, std::exchange(m_miniature_width, 0));
    if (m_graphics == nullptr)
        return;
    const auto complete = Clock::now();
    // Now and then even so: not every window system tells when it has lost a picture.
    constexpr std::chrono::milliseconds kLongest { 250 };
    if (changed || complete - m_presented > kLongest) {
        show_kept(size);
        m_surface->present();
        m_presented = complete;
    } else {
        m_surface->skip();
    }
    m_profile.add(FrameProfile::Part::wait, Clock::now() - complete);
}

Result<void> Stage::renew_graphics()
{
    // What lives in the lost context is given back to it before there is another, whose objects have the same names.
    m_graphics.reset();
    if (auto renewed = m_surface->renew(); !renewed)
        return renewed;
    auto graphics = Graphics::create(m_options.shaders, m_options.drawing);
    if (!graphics)
        return graphics.error();
    m_graphics = *std::move(graphics);
    m_renderer = current_renderer();
    m_big_fonts = false;
    m_shown.reset();
    m_overlay.invalidate();
    return {};
}

// A driver that was reset gives another context some moments later.
void Stage::keep_graphics(Time now)
{
    constexpr std::chrono::milliseconds kBetween { 500 };
    if (m_graphics != nullptr && !context_lost())
        return;
    m_graphics.reset();
    if (m_tried && now - *m_tried < kBetween)
        return;
    m_tried = now;
    if (!renew_graphics())
        return;
    m_tried.reset();
    m_overlay.say("The graphics driver was reset; the picture has been made again.", session::Severity::attention);
}

Image Stage::image()
{
    VERIFY(m_snapshot != nullptr);
    const gl::PixelSize size = m_surface->size();
    if (size.width == 0 || size.height == 0 || m_graphics == nullptr)
        return {};
    // A window's pixels are undefined once they are shown, so the same frame is made again.
    static_cast<void>(render(Seconds(0), m_now));
    return read_pixels();
}

Image Stage::read_pixels() const
{
    const gl::PixelSize size = m_surface->size();
    Image image { static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height), {} };
    glBindFramebuffer(GL_FRAMEBUFFER, target());
    const std::size_t row = std::size_t { 4 } * image.width;
    std::vector<std::uint8_t> upwards(row * image.height);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, upwards.data());
    image.rgba.resize(upwards.size());
    for (std::size_t y = 0; y < image.height; ++y)
        std::copy_n(upwards.data() + (image.height - 1 - y) * row, row, image.rgba.data() + y * row);
    return image;
}

Result<void> Stage::screenshot(const std::filesystem::path& path)
{
    const Image frame = image();
    if (m_graphics == nullptr)
        return Error { "The graphics driver is starting again; there is no picture to save as " + path.string() + "." };
    if (frame.width == 0 || frame.height == 0)
        return Error { "The window is minimised; there is no picture of it to save as " + path.string() + "." };
    return write_png(frame, path);
}

} // namespace warpstage::stage
