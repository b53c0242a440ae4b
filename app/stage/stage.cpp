#include "app/stage/stage.h"

#include "app/figure/big_number.h"
#include "app/figure/flight_figure.h"
#include "app/stage/context/offscreen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace warpstage::stage {

namespace {

using Clock = std::chrono::steady_clock;

// The sizes that figure::make_style() knows, in the faces that figures write them in.
std::vector<FontSize> font_sizes(const figure::Style& style)
{
    std::vector<FontSize> sizes;
    for (const figure::Face face : { figure::Face::regular, figure::Face::semibold, figure::Face::mono })
        for (const float size : { style.title, style.head, style.body, style.source, style.small, style.smallest })
            if (std::find(sizes.begin(), sizes.end(), FontSize { face, size }) == sizes.end())
                sizes.push_back({ face, size });
    return sizes;
}

// A projector of 3840 lines that calls itself a plain screen still wants larger letters. Quarters, so that dragging a window's
// corner does not make fonts all the time.
float automatic_scale(const Surface& surface)
{
    const gl::PixelSize size = surface.size();
    const float room = std::min(static_cast<float>(size.width) / 1920.0F, static_cast<float>(size.height) / 1080.0F);
    return std::max({ 1.0F, surface.content_scale(), std::floor(room * 4.0F) / 4.0F });
}

constexpr float kMostScale = 6.0F; // an atlas of larger letters does not fit into every GPU's texture

StageSettings settings_of(const StageOptions& options)
{
    StageSettings settings = options.settings.empty()
        ? StageSettings { 1.0F, figure::Theme::dark, figure::View::panels, figure::Picture::access, true }
        : load_settings(options.settings);
    settings.theme = options.theme.value_or(settings.theme);
    settings.view = options.view.value_or(settings.view);
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
    const Quality quality = current_renderer().software ? Quality::lean : Quality::full;
    auto painter = Painter::create(options.shaders);
    if (!painter)
        return painter.error();
    auto particles = ParticleScene::create(options.shaders, quality);
    if (!particles)
        return particles.error();
    auto matrix = MatrixScene::create(options.shaders);
    if (!matrix)
        return matrix.error();
    const auto with_shaders = Clock::now();
    std::unique_ptr<Stage> stage(
        new Stage(options, std::move(surface), window, *std::move(painter), *std::move(particles), *std::move(matrix)));
    stage->adopt_scale();
    stage->m_opening = { with_context - began, with_shaders - with_context, Clock::now() - with_shaders };
    return stage;
}

Stage::Stage(const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, std::unique_ptr<Painter> painter,
    ParticleScene particles, MatrixScene matrix)
    : m_options(options)
    , m_surface(std::move(surface))
    , m_window(window)
    , m_renderer(current_renderer())
    , m_painter(std::move(painter))
    , m_particles(std::move(particles))
    , m_trails(m_particles.make_trails())
    , m_matrix(std::move(matrix))
    , m_settings(settings_of(options))
    , m_overlay(m_settings.view)
{
    if (m_settings.view == figure::View::picture) {
        m_overlay.toggle_view(figure::View::panels);
        m_overlay.toggle_picture(m_settings.picture);
    }
    if (m_settings.view != figure::View::panels && !options.view)
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
    if (auto offer = m_bodies.take_offer())
        session.offer_vertex_buffers(*std::move(offer));
}

void Stage::draw(std::shared_ptr<const session::Snapshot> snapshot, Time now)
{
    VERIFY(snapshot != nullptr);
    m_snapshot = std::move(snapshot);
    close_editor_when_taken();
    const Seconds elapsed = m_clock.begin_frame(now);
    const gl::PixelSize size = m_surface->size();
    const bool visible = size.width > 0 && size.height > 0; // not minimised
    if (visible) {
        render(elapsed, now);
        record_frame(now);
    }
    if (visible && m_miniature_width > 0)
        m_miniature.begin(m_surface->framebuffer(), size, std::exchange(m_miniature_width, 0));
    m_surface->present();
}

void Stage::adopt_scale()
{
    const float usual = m_options.scale > 0.0F ? m_options.scale : automatic_scale(*m_surface);
    const float scale = std::min(usual * m_settings.letters, std::max(kMostScale, usual));
    const gl::PixelSize size = m_surface->size();
    const bool number = m_overlay.view() == figure::View::number;
    const bool same_digits = !number || (m_big_fonts && m_big_fonts_for == size);
    if (m_font_files && scale == m_style.scale && m_settings.theme == m_style.theme && same_digits)
        return;
    if (!m_font_files)
        m_font_files = find_fonts();
    const bool same_fonts = scale == m_style.scale && same_digits && !m_painter->needs_fonts();
    m_style = figure::make_style(m_settings.theme, scale);
    m_overlay.invalidate();
    if (same_fonts)
        return;
    std::vector<FontSize> sizes = font_sizes(m_style);
    m_big_fonts = number;
    m_big_fonts_for = size;
    if (number)
        for (const float digits : { figure::big_number_size(window_points()), figure::big_unit_size(window_points()) })
            sizes.push_back({ figure::Face::semibold, digits, Glyphs::latin });
    m_painter->set_fonts(*m_font_files, sizes);
}

void Stage::render(Seconds elapsed, Time now)
{
    m_now = now;
    adopt_scale();
    const gl::PixelSize size = m_surface->size();
    if (m_dark) {
        constexpr std::array<float, 4> kBlack { 0.0F, 0.0F, 0.0F, 1.0F };
        glBindFramebuffer(GL_FRAMEBUFFER, m_surface->framebuffer());
        glClearBufferfv(GL_COLOR, 0, kBlack.data());
        return;
    }
    m_overlay.update(m_snapshot, window_points(), m_clock.frames_per_second(), now, m_style, *m_painter);
    m_camera.advance(elapsed);

    render_scene(elapsed, size);
    glBindFramebuffer(GL_FRAMEBUFFER, m_surface->framebuffer());
    m_painter->draw(m_overlay.mesh(), size);
    paint_marker();
}

void Stage::render_scene(Seconds elapsed, gl::PixelSize size)
{
    const auto channel = [](std::uint8_t value) {
        return static_cast<float>(value) / 255.0F;
    };
    const std::array<float, 4> background { channel(m_style.background.r), channel(m_style.background.g),
        channel(m_style.background.b), 1.0F };
    glBindFramebuffer(GL_FRAMEBUFFER, m_surface->framebuffer());
    glClearBufferfv(GL_COLOR, 0, background.data());

    const figure::View shown_view = m_overlay.view();
    if (m_overlay.sheet() != figure::Sheet::none || shown_view == figure::View::picture || shown_view == figure::View::number)
        return; // they stand in the scene's place
    if (const auto& particles = m_snapshot->particles) {
        render_particles(*particles, elapsed, size);
    } else if (const auto& array = m_snapshot->array) {
        m_array.advance(*array, elapsed);
        m_painter->tessellate(m_array.picture(*array, m_overlay.scene(), m_style), m_array_mesh);
        m_painter->draw(m_array_mesh, size);
    } else if (const auto& shown = m_snapshot->matrix) {
        render_matrix(*shown, size);
    }
}

// The whole matrices small and the tile of the recorded block large; who zooms or pans looks at the result alone.
void Stage::render_matrix(const session::MatrixFrame& frame, gl::PixelSize size)
{
    const bool tiles = m_snapshot->flight != nullptr && !frame.sources.empty() && !frame.values.empty() && m_camera.at_rest()
        && m_snapshot->cue.numbers != session::CueNumbers::hidden;
    if (!tiles) {
        figure::Rect above_caption = m_overlay.scene();
        above_caption.height -= 2 * m_style.body;
        const MatrixScene::View view { m_surface->framebuffer(), size, m_overlay.scene(),
            m_camera.projection(above_caption, 1.0F) };
        m_matrix.draw(frame, view, m_style);
        m_painter->tessellate(m_matrix.caption(frame, view, m_style), m_matrix_mesh);
        m_painter->draw(m_matrix_mesh, size);
        return;
    }
    const figure::FlightInput input { &frame, m_snapshot->flight.get(), m_snapshot->cells.get() };
    const figure::FlightLayout layout = figure::layout_flight(frame, m_overlay.scene(), m_style);
    for (std::size_t i = 0; i < layout.wholes.size(); ++i) {
        const figure::Rect place = layout.wholes[i];
        const session::MatrixFrame& whole = i < frame.sources.size() ? *frame.sources[i] : frame;
        const auto longest = static_cast<float>(std::max<std::size_t>({ whole.rows, whole.columns, 1 }));
        const float unit = std::min(place.width / static_cast<float>(std::max<std::size_t>(1, whole.columns)),
            place.height / static_cast<float>(std::max<std::size_t>(1, whole.rows)));
        m_matrix.draw(whole,
            { m_surface->framebuffer(), size, place,
                { { place.x + place.width / 2, place.y + place.height / 2 }, unit * longest / 2 } },
            m_style, i);
    }
    figure::DrawList picture = figure::wholes_figure(input, layout, m_style);
    picture.append(
        figure::tiles_figure(input, { layout.tiles.width, layout.tiles.height }, m_style), { layout.tiles.x, layout.tiles.y });
    m_painter->tessellate(picture, m_matrix_mesh);
    m_painter->draw(m_matrix_mesh, size);
}

void Stage::render_particles(const session::ParticleFrame& frame, Seconds elapsed, gl::PixelSize size)
{
    m_bodies.update(frame, m_particles.most_bodies());
    if (!m_trails_shown || m_snapshot->steps < std::exchange(m_trailed_steps, m_snapshot->steps))
        m_trails.clear();
    if (m_trails_shown)
        m_trails.advance(m_bodies, frame.serial, elapsed);
    const bool in_space = !frame.z.empty();
    if (in_space && m_snapshot->playing)
        m_camera.turn_slowly(elapsed);

    const figure::Rect everything { 0, 0, static_cast<float>(size.width), static_cast<float>(size.height) };
    // Behind the panels shines a twentieth of the light; a processor had better not draw that.
    const figure::Rect visible = m_renderer.software ? m_overlay.scene().inset(-m_style.margin) : everything;
    figure::Rect room = m_overlay.scene();
    if (m_overlay.panels_shown())
        room.height -= 1.6F * m_style.smallest; // the legend
    ParticleScene::View view { m_surface->framebuffer(), size, visible, m_camera.projection(room, frame.radius),
        m_camera.magnification(), frame.speed };
    view.radius = frame.radius;
    if (in_space)
        view.axes = m_camera.axes();
    view.coloring = m_coloring;
    view.threads = frame.threads;
    view.bodies_a_thread = frame.bodies_a_thread;
    const auto& recording = m_snapshot->recording;
    // Of a grid with slices the blocks of one column compute the same bodies.
    if (recording != nullptr && frame.threads != 0) {
        const std::size_t columns = (frame.count + std::size_t { frame.threads } * frame.bodies_a_thread - 1)
            / (std::size_t { frame.threads } * frame.bodies_a_thread);
        view.recorded_block = recording->trace.block % std::max<std::size_t>(1, columns);
    }
    m_particles.draw(m_bodies, m_trails, view, m_style);
    if (m_overlay.panels_shown()) {
        const Coloring shown = frame.threads == 0 ? Coloring::speed : m_coloring;
        m_painter->tessellate(
            particle_legend(frame, shown, m_bodies.every(), view.recorded_block.value_or(0), m_overlay.scene(), m_style),
            m_legend_mesh);
        m_painter->draw(m_legend_mesh, size);
    }
}

Image Stage::image()
{
    VERIFY(m_snapshot != nullptr);
    const gl::PixelSize size = m_surface->size();
    if (size.width == 0 || size.height == 0)
        return {};
    // A window's pixels are undefined once they are shown, so the same frame is made again.
    render(Seconds(0), m_now);
    return read_pixels();
}

Image Stage::read_pixels() const
{
    const gl::PixelSize size = m_surface->size();
    Image image { static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height), {} };
    glBindFramebuffer(GL_FRAMEBUFFER, m_surface->framebuffer());
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
    if (frame.width == 0 || frame.height == 0)
        return Error { "The window is minimised; there is no picture of it to save as " + path.string() + "." };
    return write_png(frame, path);
}

} // namespace warpstage::stage
