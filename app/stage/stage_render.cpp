// How a frame is made: the scene, the overlay over it, and what is drawn over both.
#include "app/stage/scene/wrong_body.h"
#include "app/stage/stage.h"
#include "app/views/frame/cell_marks.h"
#include "app/views/scenes/flight_figure.h"
#include "app/views/scenes/scene_kind.h"
#include "app/views/sectors/sector_scene.h"
#include "app/views/timings/big_number.h"
#include "app/views/timings/profile_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::stage {

namespace {

// The sizes that draw::make_style() knows, in the faces that figures write them in.
std::vector<FontSize> font_sizes(const draw::Style& style)
{
    std::vector<FontSize> sizes;
    for (const draw::Face face : { draw::Face::regular, draw::Face::semibold, draw::Face::mono })
        for (const float size : { style.title, style.head, style.body, style.source, style.small, style.smallest })
            if (std::find(sizes.begin(), sizes.end(), FontSize { face, size }) == sizes.end())
                sizes.push_back({ face, size });
    return sizes;
}

// A projector of 3840 lines that calls itself a plain screen still wants larger letters. Quarters, so that dragging a window's
// corner does not make fonts all the time.
float automatic_scale(gl::PixelSize size, float content_scale)
{
    const float room = std::min(static_cast<float>(size.width) / 1920.0F, static_cast<float>(size.height) / 1080.0F);
    return std::max({ 1.0F, content_scale, std::floor(room * 4.0F) / 4.0F });
}

constexpr float kMostScale = 6.0F; // an atlas of larger letters does not fit into every GPU's texture

} // namespace

void Stage::adopt_scale()
{
    const float usual = m_options.scale > 0.0F ? m_options.scale : automatic_scale(m_surface->size(), m_content_scale);
    const float scale = std::min(usual * m_settings.letters, std::max(kMostScale, usual));
    const gl::PixelSize size = m_surface->size();
    const bool number = m_overlay.display() == views::Display::number;
    const bool same_digits = !number || (m_big_fonts && m_big_fonts_for == size);
    const bool has_fonts = m_font_files && !m_graphics->painter->needs_fonts();
    if (has_fonts && scale == m_style.scale && m_settings.theme == m_style.theme && same_digits)
        return;
    if (!m_font_files)
        m_font_files = find_fonts();
    const bool same_fonts = scale == m_style.scale && same_digits && !m_graphics->painter->needs_fonts();
    m_style = draw::make_style(m_settings.theme, scale);
    m_overlay.invalidate();
    m_shown.reset();
    if (same_fonts)
        return;
    std::vector<FontSize> sizes = font_sizes(m_style);
    m_big_fonts = number;
    m_big_fonts_for = size;
    if (number)
        for (const float digits : { views::big_number_size(window_points()), views::big_unit_size(window_points()) })
            sizes.push_back({ draw::Face::semibold, digits, Glyphs::latin });
    m_graphics->painter->set_fonts(*m_font_files, sizes);
}

bool Stage::render(Seconds elapsed, Time now)
{
    m_now = now;
    adopt_scale();
    const gl::PixelSize size = m_surface->size();
    prepare_target(size);
    if (m_dark) {
        constexpr std::array<float, 4> kBlack { 0.0F, 0.0F, 0.0F, 1.0F };
        glBindFramebuffer(GL_FRAMEBUFFER, target());
        glClearBufferfv(GL_COLOR, 0, kBlack.data());
        m_shown.reset();
        return true;
    }
    const std::size_t built = m_overlay.cost().views;
    measured(FrameProfile::Part::overlay, [&] {
        m_overlay.update(m_snapshot, window_points(), m_clock.frames_per_second(), now, m_style,
            { *m_graphics->painter, m_graphics->overlay });
    });
    m_profile.add_views(m_overlay.cost().views - built);
    m_camera.advance(elapsed);
    if (m_graphics->drawing == Drawing::processor)
        return render_changes(elapsed, size);
    measured(FrameProfile::Part::scene, [&] {
        clear(size);
        render_scene(elapsed, size);
    });
    measured(FrameProfile::Part::overlay, [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, target());
        m_graphics->painter->draw(m_graphics->overlay, size);
        paint_marker();
    });
    paint_profile();
    return true;
}

draw::Rect Stage::profile_place() const
{
    const draw::Size window = window_points();
    const draw::Rect scene = m_overlay.scene();
    const float width = std::min(300.0F * m_style.scale, 0.6F * window.width);
    const float right = scene.width > 0.0F ? scene.right() : window.width;
    return { std::max(0.0F, right - width), std::max(0.0F, scene.y), width,
        std::min(240.0F * m_style.scale, 0.6F * window.height) };
}

void Stage::paint_profile()
{
    if (!m_profile_shown)
        return;
    const draw::Rect place = profile_place();
    const std::string drawn_by = m_graphics->drawing == Drawing::processor ? "drawn by the processor: what has changed"
                                                                           : "drawn by the graphics card: whole frames";
    draw::DrawList picture { window_points(), {} };
    picture.append(
        views::profile_figure(m_profile.frames(), { place.width, place.height }, m_style, drawn_by), { place.x, place.y });
    m_graphics->painter->tessellate(picture, m_graphics->profile);
    m_graphics->painter->draw(m_graphics->profile, m_surface->size());
    static_cast<void>(m_graphics->painter->take_upload_time()); // this picture is not what it tells of
}

void Stage::clear(gl::PixelSize size) const
{
    const auto channel = [](std::uint8_t value) {
        return static_cast<float>(value) / 255.0F;
    };
    const std::array<float, 4> background { channel(m_style.background.r), channel(m_style.background.g),
        channel(m_style.background.b), 1.0F };
    glBindFramebuffer(GL_FRAMEBUFFER, target());
    glViewport(0, 0, size.width, size.height);
    glClearBufferfv(GL_COLOR, 0, background.data());
}

void Stage::render_picture(const draw::DrawList& picture, gl::PixelSize size)
{
    m_graphics->painter->tessellate(picture, m_graphics->scene);
    m_graphics->painter->draw(m_graphics->scene, size);
}

views::SceneKind Stage::shown_scene() const
{
    const views::Display display = m_overlay.display();
    const bool hidden = m_overlay.sheet() != nullptr || display == views::Display::maximized || display == views::Display::number;
    return hidden ? views::SceneKind::none : views::scene_kind(*m_snapshot); // they stand in the scene's place
}

void Stage::render_scene(Seconds elapsed, gl::PixelSize size)
{
    switch (shown_scene()) {
    case views::SceneKind::none:
    case views::SceneKind::transfers: // the overlay's
    case views::SceneKind::hazard: // likewise
        return;
    case views::SceneKind::bodies:
        render_particles(advance_particles(elapsed, size), size);
        return;
    case views::SceneKind::matrix:
    case views::SceneKind::sectors:
        render_matrix(*m_snapshot->scene->matrix, size);
        return;
    case views::SceneKind::bars:
        render_picture(array_picture(elapsed), size);
        return;
    case views::SceneKind::banks:
        render_picture(banks_picture(elapsed), size);
        return;
    case views::SceneKind::traffic: {
        const draw::Rect scene = m_overlay.scene();
        draw::DrawList picture { { scene.right(), scene.bottom() }, {} };
        picture.append(sector_picture({ scene.width, scene.height }), { scene.x, scene.y });
        render_picture(picture, size);
        return;
    }
    }
}

draw::DrawList Stage::array_picture(Seconds elapsed)
{
    m_array.advance(*m_snapshot->scene->array, elapsed);
    const auto& wrong = m_snapshot->run->wrong_element;
    draw::DrawList picture = m_array.picture(*m_snapshot->scene->array, m_overlay.scene(), m_style, wrong ? &*wrong : nullptr);
    views::mark_cells(picture, *m_snapshot, m_overlay.marked(), m_style);
    return picture;
}

draw::DrawList Stage::banks_picture(Seconds elapsed)
{
    m_banks.advance(*m_snapshot, elapsed);
    draw::DrawList picture = m_banks.picture(*m_snapshot, m_overlay.scene(), m_style);
    views::mark_cells(picture, *m_snapshot, m_overlay.marked(), m_style);
    return picture;
}

void Stage::render_matrix(const session::MatrixFrame& frame, gl::PixelSize size)
{
    if (!shows_tiles()) {
        draw::Rect above_caption = m_overlay.scene();
        above_caption.height -= 2 * m_style.body;
        const MatrixScene::View view { target(), size, m_overlay.scene(), m_camera.projection(above_caption, 1.0F) };
        m_graphics->matrix.draw(frame, view, m_style);
        const auto& wrong = m_snapshot->run->wrong_element;
        render_picture(m_graphics->matrix.caption(frame, view, m_style, wrong ? &*wrong : nullptr), size);
        return;
    }
    const auto& wrong = m_snapshot->run->wrong_element;
    const views::FlightInput input { &frame, m_snapshot->playback->run.flight.get(), m_snapshot->playback->run.cells.get(),
        wrong ? &*wrong : nullptr };
    const views::FlightLayout layout = views::layout_flight(frame, m_overlay.scene(), m_style);
    for (std::size_t i = 0; i < layout.wholes.size(); ++i) {
        const draw::Rect place = layout.wholes[i];
        const session::MatrixFrame& whole = i < frame.sources.size() ? *frame.sources[i] : frame;
        const auto longest = static_cast<float>(std::max<std::size_t>({ whole.rows, whole.columns, 1 }));
        const float unit = std::min(place.width / static_cast<float>(std::max<std::size_t>(1, whole.columns)),
            place.height / static_cast<float>(std::max<std::size_t>(1, whole.rows)));
        m_graphics->matrix.draw(whole,
            { target(), size, place, { { place.x + place.width / 2, place.y + place.height / 2 }, unit * longest / 2 } }, m_style,
            i);
    }
    draw::DrawList picture = views::wholes_figure(input, layout, m_style);
    const draw::Size below { layout.tiles.width, layout.tiles.height };
    if (views::scene_kind(*m_snapshot) == views::SceneKind::sectors) {
        picture.append(sector_picture(below), { layout.tiles.x, layout.tiles.y });
    } else {
        picture.append(views::tiles_figure(input, below, m_style), { layout.tiles.x, layout.tiles.y });
        views::mark_cells(picture, *m_snapshot, m_overlay.marked(), m_style);
    }
    render_picture(picture, size);
}

draw::DrawList Stage::sector_picture(draw::Size size)
{
    m_traffic.follow(*m_snapshot);
    views::SectorSceneInput sectors { m_traffic.buffers(), views::sector_scene_words(*m_snapshot) };
    if (const auto& wrong = m_snapshot->run->wrong_element)
        sectors.wrong = { wrong->difference.buffer, std::uint64_t { wrong->difference.index } * wrong->difference.element_bytes };
    return views::sector_scene_figure(sectors, size, m_style);
}

// What CUDA has written into vertex buffers lies with the GPU, which then draws it, too.
bool Stage::drawn_by_processor(const session::ParticleFrame& frame) const
{
    return m_graphics->drawing == Drawing::processor && !frame.in_shared_buffers;
}

ParticleScene::View Stage::advance_particles(Seconds elapsed, gl::PixelSize size)
{
    const session::ParticleFrame& frame = *m_snapshot->scene->particles;
    const bool by_processor = drawn_by_processor(frame);
    const bool restarted = m_snapshot->timing->steps < std::exchange(m_trailed_steps, m_snapshot->timing->steps);
    if (!m_trails_shown || restarted) {
        m_graphics->trails.clear();
        m_graphics->soft_particles.clear_trails();
    }
    if (by_processor) {
        if (m_trails_shown)
            m_graphics->soft_particles.advance_trails(m_snapshot->scene->particles, elapsed);
    } else {
        const std::chrono::nanoseconds began = thread_time();
        m_graphics->bodies.update(frame, ParticleScene::kMostBodies);
        const std::chrono::nanoseconds sent = thread_time() - began;
        m_profile.add(FrameProfile::Part::upload, sent);
        m_profile.add(FrameProfile::Part::scene, -sent); // which is measured around it
        if (m_trails_shown)
            m_graphics->trails.advance(m_graphics->bodies, frame.serial, elapsed);
    }
    const bool in_space = !frame.z.empty();
    if (in_space && m_snapshot->timing->playing)
        m_camera.turn_slowly(elapsed);

    const draw::Rect everything { 0, 0, static_cast<float>(size.width), static_cast<float>(size.height) };
    // Behind the panels shines a twentieth of the light; a processor had better not draw that.
    const draw::Rect visible = by_processor ? m_overlay.scene().inset(-m_style.margin) : everything;
    draw::Rect room = m_overlay.scene();
    if (m_overlay.panels_shown())
        room.height -= 1.6F * m_style.smallest; // the legend
    ParticleScene::View view { target(), size, visible, m_camera.projection(room, frame.radius), m_camera.magnification(),
        frame.speed };
    view.radius = frame.radius;
    if (in_space)
        view.axes = m_camera.axes();
    view.coloring = m_coloring;
    view.threads = frame.threads;
    view.bodies_a_thread = frame.bodies_a_thread;
    const auto& recording = m_snapshot->run->recording;
    // Of a grid with slices the blocks of one column compute the same bodies.
    if (recording != nullptr && frame.threads != 0) {
        const std::size_t columns = (frame.count + std::size_t { frame.threads } * frame.bodies_a_thread - 1)
            / (std::size_t { frame.threads } * frame.bodies_a_thread);
        view.recorded_block = recording->trace.block % std::max<std::size_t>(1, columns);
    }
    return view;
}

void Stage::render_particles(const ParticleScene::View& view, gl::PixelSize size)
{
    const session::ParticleFrame& frame = *m_snapshot->scene->particles;
    const bool by_processor = drawn_by_processor(frame);
    if (by_processor)
        m_graphics->soft_particles.draw(m_snapshot->scene->particles, view, m_style);
    else
        m_graphics->particles.draw(m_graphics->bodies, m_graphics->trails, view, m_style);
    if (const auto& wrong = m_snapshot->run->wrong_element)
        render_picture(
            wrong_body_picture(*wrong,
                by_processor ? body_of(frame, wrong->difference.index) : body_of(m_graphics->bodies, wrong->difference.index),
                view, m_overlay.scene(), m_style),
            size);
    if (m_overlay.panels_shown()) {
        const std::size_t every = by_processor ? SoftParticles::every(frame.count) : m_graphics->bodies.every();
        const Coloring shown = frame.threads == 0 ? Coloring::speed : m_coloring;
        render_picture(particle_legend(frame, shown, every, view.recorded_block.value_or(0), m_overlay.scene(), m_style), size);
    }
}

} // namespace warpstage::stage
