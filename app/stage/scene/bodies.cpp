#include "app/stage/scene/bodies.h"

#include "app/stage/render/renderer.h"
#include "app/stage/scene/bodies_view.h"

namespace warpstage::stage {

namespace {

ParticleView view_of(const SceneScope& scope, bool by_processor)
{
    ParticleView view =
        view_of_bodies(scope.model, scope.controls, { scope.place, scope.renderer.size(), scope.panels_shown }, scope.style());
    view.framebuffer = scope.renderer.target();
    // Behind the panels only a twentieth of the light is visible; software rendering skips it.
    if (!by_processor)
        view.visible = scope.renderer.area();
    return view;
}

} // namespace

Result<std::shared_ptr<Scene>> BodiesScene::create(const std::filesystem::path& shaders)
{
    auto particles = ParticleScene::create(shaders);
    if (!particles)
        return particles.error();
    return std::shared_ptr<Scene> { std::make_shared<BodiesScene>(*std::move(particles)) };
}

SceneFrame BodiesScene::prepare(const SceneScope& scope, Seconds elapsed)
{
    const auto& frame = scope.model.scene->particles;
    // CUDA writes the vertex buffers in GPU memory, so the GPU must draw them.
    const bool by_processor = scope.renderer.graphics()->drawing == Drawing::processor && !frame->in_shared_buffers;
    advance(scope, by_processor, elapsed);
    const ParticleView view = view_of(scope, by_processor);
    const bool marked = scope.model.run->wrong_element.has_value();
    const bool mark_changed = (std::exchange(m_marked, marked) || marked) && scope.changed;
    return { false, [this, scope, view, by_processor] { draw(scope, view, by_processor); },
        mark_changed || !m_soft_particles.drawn(frame, view, scope.style()) };
}

void BodiesScene::advance(const SceneScope& scope, bool by_processor, Seconds elapsed)
{
    const session::TimingSection& timing = *scope.model.timing;
    const session::ParticleFrame& frame = *scope.model.scene->particles;
    const bool restarted = timing.steps < std::exchange(m_trailed_steps, timing.steps);
    if (!scope.controls.trails || restarted) {
        m_trails.clear();
        m_soft_particles.clear_trails();
    }
    if (by_processor) {
        if (scope.controls.trails)
            m_soft_particles.advance_trails(scope.model.scene->particles, elapsed);
    } else {
        const std::chrono::nanoseconds began = thread_time();
        m_bodies.update(frame, ParticleScene::kMaxBodies);
        const std::chrono::nanoseconds sent = thread_time() - began;
        scope.renderer.profile().add(&FrameProfile::Frame::upload, sent);
        scope.renderer.profile().add(&FrameProfile::Frame::scene, -sent); // the upload time is measured separately
        if (scope.controls.trails)
            m_trails.advance(m_bodies, frame.serial, elapsed);
    }
    if (!frame.z.empty() && timing.playing)
        scope.controls.camera.turn_slowly(elapsed);
}

void BodiesScene::draw(const SceneScope& scope, const ParticleView& view, bool by_processor)
{
    const auto& frame = scope.model.scene->particles;
    if (by_processor)
        m_soft_particles.draw(frame, view, scope.style());
    else
        m_particles.draw(m_bodies, m_trails, view, scope.style());
    if (const auto& wrong = scope.model.run->wrong_element) {
        const std::size_t index = wrong->difference.index;
        const auto body = by_processor ? body_of(*frame, index) : m_bodies.place_of(index);
        const auto at = body ? std::optional(BodyProjection(view).of(*body).at) : std::nullopt;
        scope.paint(views::wrong_body_picture(*wrong, at, scope.place, scope.style()));
    }
    if (scope.panels_shown) {
        const std::size_t every = by_processor ? SoftParticles::every(frame->count) : m_bodies.every();
        scope.paint(
            views::particle_legend(*frame, view.coloring, every, view.recorded_block.value_or(0), scope.place, scope.style()));
    }
}

} // namespace warpstage::stage
