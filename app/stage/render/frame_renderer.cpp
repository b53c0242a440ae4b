#include "app/stage/render/frame_renderer.h"

#include "app/views/timings/profile_figure.h"
#include "core/base/text.h"

namespace warpstage::stage {

using Frame = FrameProfile::Frame;

namespace {

class MeshLayers final : public LayerPainter {
public:
    MeshLayers(Painter& painter, Layers& layers)
        : m_painter(painter)
        , m_layers(layers)
    {
    }
    void resize(std::size_t layers) override { m_layers.resize(layers); }
    void set(std::size_t layer, const draw::DrawList& picture) override { m_painter.tessellate(picture, m_layers.at(layer)); }
    [[nodiscard]] float width_of(const draw::Text& text) const override { return m_painter.width_of(text); }

private:
    Painter& m_painter;
    Layers& m_layers;
};

} // namespace

void FrameRenderer::adopt_style()
{
    if (m_renderer.adopt_style(m_presentation.look(m_renderer.look_size())))
        m_state.overlay.invalidate();
}

bool FrameRenderer::render(Seconds elapsed, Time now, float frames_per_second)
{
    m_now = now;
    m_frames_per_second = frames_per_second;
    adopt_style();
    m_renderer.prepare_target();
    if (m_presentation.blank()) {
        m_renderer.clear({ 0, 0, 0 });
        m_shown.reset();
        return true;
    }
    Graphics& graphics = *m_renderer.graphics();
    const std::size_t built = m_state.overlay.cost().views;
    m_renderer.measure(&Frame::overlay, [&] {
        MeshLayers layers(*graphics.painter, graphics.overlay);
        m_state.overlay.update(m_state.snapshot, m_renderer.points(), frames_per_second, now, m_renderer.style(), layers);
    });
    m_renderer.profile().add_views(m_state.overlay.cost().views - built);
    m_scene.camera().advance(elapsed);
    return render_changes(elapsed);
}

bool FrameRenderer::render_changes(Seconds elapsed)
{
    Graphics& graphics = *m_renderer.graphics();
    const gl::PixelSize size = m_renderer.size();
    const Shown now { m_renderer.generation(), size, m_scene.view(), m_state.overlay.scene(), m_presentation.marker().anything(),
        m_state.profile_shown };
    const draw::Rect around_scene = now.scene.inset(-m_renderer.style().margin);
    const bool whole = graphics.drawing == Drawing::graphics;
    Damage damage = graphics.overlay.take_damage();
    if (whole || m_shown != now || now.marker)
        damage.add(m_renderer.area());
    if (m_state.profile_shown)
        damage.add(profile_place());
    m_shown = now;

    SceneFrame scene;
    m_renderer.measure(&Frame::scene, [&] { scene = m_scene.prepare(elapsed); });
    if (scene.shapes)
        damage.add(graphics.scene.take_damage());
    const bool scene_due = !scene.shapes && (scene.stale || damage.touches(around_scene));
    if (scene_due)
        damage.add(around_scene);
    if (damage.empty())
        return false;

    m_renderer.measure(&Frame::scene, [&] {
        for (const draw::Rect& rect : damage.rects()) {
            const gl::Scissor scissor(rect, size);
            m_renderer.clear(m_renderer.style().background);
            if (scene.shapes)
                graphics.painter->draw(graphics.scene, size, whole ? nullptr : &rect);
        }
        if (scene_due && scene.draw)
            scene.draw();
    });
    m_renderer.measure(&Frame::overlay, [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, m_renderer.target());
        for (const draw::Rect& rect : damage.rects()) {
            const gl::Scissor scissor(rect, size);
            graphics.painter->draw(graphics.overlay, size, whole ? nullptr : &rect);
        }
        paint_marker();
    });
    paint_profile();
    return true;
}

void FrameRenderer::paint_marker()
{
    Marker& marker = m_presentation.marker();
    if (marker.anything())
        m_renderer.paint(
            views::marker_picture(marker.state(m_now, m_renderer.points()), m_renderer.style()), m_renderer.graphics()->marker);
}

draw::Rect FrameRenderer::profile_place() const
{
    const draw::Size window = m_renderer.points();
    const draw::Rect scene = m_state.overlay.scene();
    const float scale = m_renderer.style().scale;
    const float width = std::min(300.0F * scale, 0.6F * window.width);
    const float right = scene.width > 0.0F ? scene.right() : window.width;
    return { std::max(0.0F, right - width), std::max(0.0F, scene.y), width, std::min(240.0F * scale, 0.6F * window.height) };
}

void FrameRenderer::paint_profile()
{
    if (!m_state.profile_shown)
        return;
    const draw::Rect place = profile_place();
    Graphics& graphics = *m_renderer.graphics();
    std::vector<std::string> remarks { graphics.drawing == Drawing::processor ? tr("CPU rendering: changed regions only")
                                                                              : tr("GPU rendering: whole frames") };
    if (m_state.snapshot != nullptr) {
        const auto step = m_state.snapshot->timing->of(m_state.snapshot->setup->variant);
        if (step.emulated && step.timing.samples > 0)
            remarks.push_back(trf("step: {} (emulated)", text::duration(step.timing.median)));
    }
    draw::DrawList picture { m_renderer.points(), {} };
    picture.append(
        views::profile_figure(m_renderer.profile().frames(), { place.width, place.height }, m_renderer.style(), remarks),
        { place.x, place.y });
    m_renderer.paint(picture, graphics.profile);
    static_cast<void>(graphics.painter->take_upload_time()); // the profile does not include its own upload time
}

} // namespace warpstage::stage
