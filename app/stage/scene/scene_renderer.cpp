#include "app/stage/scene/scene_renderer.h"

#include "app/views/frame/cell_marks.h"
#include "app/views/scenes/flight_figure.h"
#include "app/views/sectors/sector_scene.h"

#include <algorithm>
#include <utility>

namespace warpstage::stage {

views::SceneKind SceneRenderer::kind() const
{
    const views::Display display = m_state.overlay.display();
    const bool hidden =
        m_state.overlay.sheet() != nullptr || display == views::Display::maximized || display == views::Display::number;
    return hidden ? views::SceneKind::none : views::scene_kind(*m_state.snapshot); // they stand in the scene's place
}

SceneFrame SceneRenderer::prepare(Seconds elapsed)
{
    const session::Snapshot& shown = *m_state.snapshot;
    const draw::Rect scene = m_state.overlay.scene();
    const Projection from = m_camera.projection(scene, 1.0F);
    const bool stale = m_prepared != m_state.snapshot || from != m_prepared_from;
    const auto before = std::exchange(m_prepared, m_state.snapshot);
    m_prepared_from = from;
    switch (kind()) {
    case views::SceneKind::none:
    case views::SceneKind::transfers: // the overlay draws it
    case views::SceneKind::hazard: // likewise
        return {};
    case views::SceneKind::bodies: {
        SceneFrame frame = prepare_bodies(elapsed);
        const bool marked = before != nullptr && before->run->wrong_element.has_value();
        frame.stale = frame.stale || (wrong_element() != nullptr ? before != m_state.snapshot : marked);
        return frame;
    }
    case views::SceneKind::matrix:
    case views::SceneKind::sectors:
        return { false, [this] { draw_matrix(*m_state.snapshot->scene->matrix); }, stale };
    case views::SceneKind::bars:
        m_array.advance(*shown.scene->array, elapsed);
        return shapes(m_array.picture(*shown.scene->array, scene, m_renderer.style(), wrong_element()));
    case views::SceneKind::banks:
        m_banks.advance(shown, elapsed);
        return shapes(m_banks.picture(shown, scene, m_renderer.style()));
    case views::SceneKind::traffic:
        return { false,
            [this, scene] {
                draw::DrawList picture { { scene.right(), scene.bottom() }, {} };
                picture.append(sector_picture({ scene.width, scene.height }), { scene.x, scene.y });
                paint(picture);
            },
            stale };
    }
    VERIFY_NOT_REACHED();
}

SceneFrame SceneRenderer::shapes(draw::DrawList marked)
{
    views::mark_cells(marked, *m_state.snapshot, m_state.overlay.marked(), m_renderer.style());
    Graphics& graphics = *m_renderer.graphics();
    graphics.painter->tessellate(marked, graphics.scene);
    return { true, {}, false };
}

const session::WrongElement* SceneRenderer::wrong_element() const
{
    const auto& wrong = m_state.snapshot->run->wrong_element;
    return wrong ? &*wrong : nullptr;
}

void SceneRenderer::draw_matrix(const session::MatrixFrame& frame)
{
    if (shows_tiles())
        return draw_tiles(frame);
    MatrixScene& matrix = m_renderer.graphics()->matrix;
    const draw::Style& style = m_renderer.style();
    draw::Rect above_caption = m_state.overlay.scene();
    above_caption.height -= 2 * style.body;
    const MatrixScene::View view { m_renderer.target(), m_renderer.size(), m_state.overlay.scene(),
        m_camera.projection(above_caption, 1.0F) };
    matrix.draw(frame, view, style);
    paint(matrix.caption(frame, view, style, wrong_element()));
}

// The whole matrices small, and the tile of the recorded block large.
void SceneRenderer::draw_tiles(const session::MatrixFrame& frame)
{
    const draw::Style& style = m_renderer.style();
    const session::Snapshot& shown = *m_state.snapshot;
    const views::FlightInput input { &frame, shown.playback->run.flight.get(), shown.playback->run.cells.get(), wrong_element() };
    const views::FlightLayout layout = views::layout_flight(frame, m_state.overlay.scene(), style);
    for (std::size_t i = 0; i < layout.wholes.size(); ++i) {
        const draw::Rect place = layout.wholes[i];
        const session::MatrixFrame& whole = i < frame.sources.size() ? *frame.sources[i] : frame;
        const auto longest = static_cast<float>(std::max<std::size_t>({ whole.rows, whole.columns, 1 }));
        const float unit = std::min(place.width / static_cast<float>(std::max<std::size_t>(1, whole.columns)),
            place.height / static_cast<float>(std::max<std::size_t>(1, whole.rows)));
        const Projection fitting { { place.x + place.width / 2, place.y + place.height / 2 }, unit * longest / 2 };
        m_renderer.graphics()->matrix.draw(whole, { m_renderer.target(), m_renderer.size(), place, fitting }, style, i);
    }
    draw::DrawList picture = views::wholes_figure(input, layout, style);
    const draw::Size below { layout.tiles.width, layout.tiles.height };
    const draw::Point corner { layout.tiles.x, layout.tiles.y };
    if (views::scene_kind(shown) == views::SceneKind::sectors) {
        picture.append(sector_picture(below), corner);
    } else {
        picture.append(views::tiles_figure(input, below, style), corner);
        views::mark_cells(picture, shown, m_state.overlay.marked(), style);
    }
    paint(picture);
}

draw::DrawList SceneRenderer::sector_picture(draw::Size size)
{
    m_traffic.follow(*m_state.snapshot);
    views::SectorSceneInput sectors { m_traffic.buffers(), views::sector_scene_words(*m_state.snapshot) };
    if (const auto* wrong = wrong_element())
        sectors.wrong = { wrong->difference.buffer, std::uint64_t { wrong->difference.index } * wrong->difference.element_bytes };
    return views::sector_scene_figure(sectors, size, m_renderer.style());
}

SceneFrame SceneRenderer::prepare_bodies(Seconds elapsed)
{
    const auto& frame = m_state.snapshot->scene->particles;
    Graphics& graphics = *m_renderer.graphics();
    // What CUDA has written into vertex buffers is in the GPU's memory, which then draws it, too.
    const bool by_processor = graphics.drawing == Drawing::processor && !frame->in_shared_buffers;
    advance_bodies(by_processor, elapsed);
    const ParticleView view = view_of_bodies(by_processor);
    return { false, [this, view, by_processor] { draw_bodies(view, by_processor); },
        !graphics.soft_particles.drawn(frame, view, m_renderer.style()) };
}

void SceneRenderer::advance_bodies(bool by_processor, Seconds elapsed)
{
    const session::Snapshot& shown = *m_state.snapshot;
    const session::ParticleFrame& frame = *shown.scene->particles;
    Graphics& graphics = *m_renderer.graphics();
    const bool restarted = shown.timing->steps < std::exchange(m_trailed_steps, shown.timing->steps);
    if (!m_trails_shown || restarted) {
        graphics.trails.clear();
        graphics.soft_particles.clear_trails();
    }
    if (by_processor) {
        if (m_trails_shown)
            graphics.soft_particles.advance_trails(shown.scene->particles, elapsed);
    } else {
        const std::chrono::nanoseconds began = thread_time();
        graphics.bodies.update(frame, ParticleScene::kMaxBodies);
        const std::chrono::nanoseconds sent = thread_time() - began;
        m_renderer.profile().add(FrameProfile::Part::upload, sent);
        m_renderer.profile().add(FrameProfile::Part::scene, -sent); // which is measured around it
        if (m_trails_shown)
            graphics.trails.advance(graphics.bodies, frame.serial, elapsed);
    }
    if (!frame.z.empty() && shown.timing->playing)
        m_camera.turn_slowly(elapsed);
}

ParticleView SceneRenderer::view_of_bodies(bool by_processor) const
{
    const session::ParticleFrame& frame = *m_state.snapshot->scene->particles;
    const draw::Style& style = m_renderer.style();
    draw::Rect room = m_state.overlay.scene();
    // Behind the panels shines a twentieth of the light; a processor had better not draw that.
    const draw::Rect visible = by_processor ? room.inset(-style.margin) : m_renderer.area();
    if (m_state.overlay.panels_shown())
        room.height -= 1.6F * style.smallest; // the legend
    ParticleView view { m_renderer.target(), m_renderer.size(), visible, m_camera.projection(room, frame.radius),
        m_camera.magnification(), frame.speed };
    view.radius = frame.radius;
    if (!frame.z.empty())
        view.axes = m_camera.axes();
    view.coloring = frame.threads == 0 ? Coloring::speed : m_coloring;
    view.threads = frame.threads;
    view.bodies_per_thread = frame.bodies_a_thread;
    const auto& recording = m_state.snapshot->run->recording;
    // In a grid with slices the blocks of one column compute the same bodies.
    if (recording != nullptr && frame.threads != 0) {
        const std::size_t of_block = view.bodies_per_block();
        const std::size_t columns = (frame.count + of_block - 1) / of_block;
        view.recorded_block = recording->trace.block % std::max<std::size_t>(1, columns);
    }
    return view;
}

void SceneRenderer::draw_bodies(const ParticleView& view, bool by_processor)
{
    const session::ParticleFrame& frame = *m_state.snapshot->scene->particles;
    const draw::Style& style = m_renderer.style();
    const draw::Rect scene = m_state.overlay.scene();
    Graphics& graphics = *m_renderer.graphics();
    if (by_processor)
        graphics.soft_particles.draw(m_state.snapshot->scene->particles, view, style);
    else
        graphics.particles.draw(graphics.bodies, graphics.trails, view, style);
    if (const auto* wrong = wrong_element()) {
        const std::size_t index = wrong->difference.index;
        const auto body = by_processor ? body_of(frame, index) : graphics.bodies.place_of(index);
        paint(wrong_body_picture(*wrong, body, view, scene, style));
    }
    if (m_state.overlay.panels_shown()) {
        const std::size_t every = by_processor ? SoftParticles::every(frame.count) : graphics.bodies.every();
        paint(particle_legend(frame, view.coloring, every, view.recorded_block.value_or(0), scene, style));
    }
}

} // namespace warpstage::stage
