// Where the processor draws, only what has changed is drawn again: a class looks at one picture for minutes while a simulation
// takes all the time that drawing leaves.
#include "app/stage/gl/scissor.h"
#include "app/stage/stage.h"

namespace warpstage::stage {

namespace {

bool same(const draw::Rect& a, const draw::Rect& b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

bool same(const Projection& a, const Projection& b)
{
    return a.origin.x == b.origin.x && a.origin.y == b.origin.y && a.pixels_per_unit == b.pixels_per_unit;
}

} // namespace

GLuint Stage::target() const
{
    return m_graphics->kept ? m_graphics->kept->name() : m_surface->framebuffer();
}

// What a window shows is lost with each frame; what is drawn off screen stays.
void Stage::prepare_target(gl::PixelSize size)
{
    const bool keeps = m_graphics->drawing == Drawing::processor && m_window != nullptr;
    if (keeps && (!m_graphics->kept || m_graphics->kept->size() != size)) {
        m_graphics->kept.emplace(size, GL_RGBA8);
        m_shown.reset();
    }
}

void Stage::show_kept(gl::PixelSize size) const
{
    if (m_graphics->kept)
        glBlitNamedFramebuffer(m_graphics->kept->name(), m_surface->framebuffer(), 0, 0, size.width, size.height, 0, 0,
            size.width, size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

bool Stage::render_changes(Seconds elapsed, gl::PixelSize size)
{
    const draw::Rect window { 0, 0, static_cast<float>(size.width), static_cast<float>(size.height) };
    const Shown now { size, shown_scene(), m_overlay.scene(), m_marker.anything(), m_profile_shown, m_snapshot,
        m_camera.projection(m_overlay.scene(), 1.0F) };
    const draw::Rect scene = now.scene.inset(-m_style.margin);
    Damage damage = m_graphics->overlay.take_damage();
    const bool whole = !m_shown || m_shown->size != size || m_shown->kind != now.kind || !same(m_shown->scene, now.scene)
        || m_shown->marker || now.marker || m_shown->profile != now.profile;
    if (whole)
        damage.add(window);
    if (m_profile_shown)
        damage.add(profile_place());

    std::optional<ParticleScene::View> bodies;
    bool shapes = false; // they make the scene, and tell themselves what has changed
    bool stale = false; // the scene
    measured(FrameProfile::Part::scene, [&] {
        switch (now.kind) {
        case views::SceneKind::none:
        case views::SceneKind::transfers:
        case views::SceneKind::hazard:
            return;
        case views::SceneKind::bodies:
            bodies = advance_particles(elapsed, size);
            stale = !m_graphics->soft_particles.drawn(m_snapshot->scene->particles, *bodies, m_style)
                || (m_snapshot->run->wrong_element && (!m_shown || m_shown->snapshot != m_snapshot))
                || (m_shown && m_shown->snapshot->run->wrong_element && !m_snapshot->run->wrong_element);
            return;
        case views::SceneKind::matrix:
        case views::SceneKind::sectors:
        case views::SceneKind::traffic:
            stale = whole || m_shown->snapshot != m_snapshot || !same(m_shown->camera, now.camera);
            return;
        case views::SceneKind::bars:
        case views::SceneKind::banks:
            shapes = true;
            m_graphics->painter->tessellate(
                now.kind == views::SceneKind::bars ? array_picture(elapsed) : banks_picture(elapsed), m_graphics->scene);
            damage.add(m_graphics->scene.take_damage());
            return;
        }
    });
    const bool scene_due = !shapes && (stale || damage.touches(scene));
    if (scene_due)
        damage.add(scene);
    m_shown = now;
    if (damage.empty())
        return false;

    measured(FrameProfile::Part::scene, [&] {
        for (const draw::Rect& rect : damage.rects()) {
            const gl::Scissor scissor(rect, size);
            clear(size);
            if (shapes)
                m_graphics->painter->draw(m_graphics->scene, size, rect);
        }
        if (bodies && scene_due)
            render_particles(*bodies, size);
        else if (scene_due)
            render_scene(elapsed, size);
    });
    measured(FrameProfile::Part::overlay, [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, target());
        for (const draw::Rect& rect : damage.rects()) {
            const gl::Scissor scissor(rect, size);
            m_graphics->painter->draw(m_graphics->overlay, size, rect);
        }
        paint_marker();
    });
    paint_profile();
    return true;
}

} // namespace warpstage::stage
