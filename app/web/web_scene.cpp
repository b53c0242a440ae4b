#include "app/web/web_scene.h"

#include "app/views/frame/cell_marks.h"
#include "app/views/scenes/tile_access_figure.h"

#include <algorithm>
#include <cmath>

namespace warpstage::web {

namespace {

using session::MatrixFrame;

constexpr std::size_t kMaxSentBodies = 32768;

// As in shaders/matrix.frag.
std::uint32_t color_of(float value, const MatrixFrame& frame, draw::Color no_number)
{
    const auto word = [](float r, float g, float b) {
        return static_cast<std::uint32_t>(r + 0.5F) | static_cast<std::uint32_t>(g + 0.5F) << 8U
            | static_cast<std::uint32_t>(b + 0.5F) << 16U | 0xff00'0000U;
    };
    if (!std::isfinite(value))
        return word(no_number.r, no_number.g, no_number.b);
    const float place = std::clamp((value - frame.lowest) / (frame.highest - frame.lowest), 0.0F, 1.0F) * 3.0F;
    const auto below = std::min<std::size_t>(static_cast<std::size_t>(place), 2);
    const float part = place - static_cast<float>(below);
    const draw::Color low = views::kMatrixColors.at(below);
    const draw::Color high = views::kMatrixColors.at(below + 1);
    const auto mix = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<float>(a) + part * (static_cast<float>(b) - static_cast<float>(a));
    };
    return word(mix(low.r, high.r), mix(low.g, high.g), mix(low.b, high.b));
}

// Every n-th number.
void add_some(Message& message, const std::vector<float>& numbers, std::size_t every, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        message.add(i * every < numbers.size() ? numbers[i * every] : 0.0F);
}

} // namespace

void WebScene::write(Message& message, stage::Seconds elapsed)
{
    const views::View* const now_view = view();
    const stage::OverlayView& overlay = m_state.overlay;
    const draw::Style& style = m_screen.style();
    Shown now { now_view, now_view != nullptr ? views::narrowed(*m_state.snapshot, now_view->reads) : session::Snapshot {},
        overlay.scene(), overlay.window().marked, overlay.panels_shown(), m_controls.camera.projection(overlay.scene(), 1.0F),
        m_controls.camera.axes(), style.scale, style.theme, m_controls.coloring };
    const bool changed = m_shown != now;
    const bool other_view = !m_shown || m_shown->view != now.view;
    m_shown = std::move(now);
    const std::string_view id = now_view != nullptr ? now_view->id : std::string_view {};
    if (other_view) {
        m_sent_images.clear();
        m_sent_bodies.reset();
        m_cells.targets.clear();
        write_shapes(message, { m_screen.points() });
        if (std::exchange(m_images_shown, false))
            write_images(message, {});
        if (std::exchange(m_bodies_shown, false))
            message.begin(Part::no_bodies);
    }
    if (id == "bodies")
        write_bodies(message, elapsed, changed);
    else if ((id == "matrix-scene" || id == "sectors-scene") && changed)
        write_matrix(message);
    else if (id == "traffic-scene")
        write_picture(message, m_traffic, elapsed, changed);
    else if (id == "banks-scene")
        write_picture(message, m_banks, elapsed, changed);
    else if (id == "array-scene")
        write_picture(message, m_array, elapsed, changed);
}

void WebScene::write_shapes(Message& message, draw::DrawList picture)
{
    views::mark_cells(picture, model(), m_shown->marked, m_screen.style());
    message.begin(Part::scene);
    message.add(picture);
    m_cells.targets = std::move(picture.targets);
}

template <typename Picture> void WebScene::write_picture(Message& message, Picture& picture, stage::Seconds elapsed, bool changed)
{
    const bool moved = picture.moving();
    picture.advance(model(), elapsed);
    if (changed || moved || picture.moving())
        write_shapes(message, picture.picture(model(), m_shown->place, m_screen.style()));
}

void WebScene::write_images(Message& message, const std::vector<stage::MatrixPicture::Image>& images)
{
    message.begin(Part::images);
    message.add(static_cast<std::uint32_t>(images.size()));
    m_sent_images.resize(images.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
        const MatrixFrame& frame = *images[i].frame;
        const bool sent = std::exchange(m_sent_images[i], frame.serial) == frame.serial && frame.serial != 0;
        message.add(images[i].visible);
        message.add(images[i].place);
        message.add(static_cast<std::uint32_t>(frame.shown_columns));
        message.add(static_cast<std::uint32_t>(frame.shown_rows));
        message.add(!sent);
        if (!sent)
            for (const float value : frame.values)
                message.add(color_of(value, frame, m_screen.style().orange));
    }
    m_images_shown = !images.empty();
}

void WebScene::write_matrix(Message& message)
{
    stage::MatrixPicture::Made made = m_matrix.make(model(), *m_shown->view, m_controls.camera, m_shown->place, m_screen.style());
    std::erase_if(made.images, [](const stage::MatrixPicture::Image& image) { return image.frame->values.empty(); });
    write_images(message, made.images);
    write_shapes(message, std::move(made.picture));
}

stage::ParticleView WebScene::view_of_bodies() const
{
    const draw::Size window = m_screen.points();
    const stage::gl::PixelSize size { static_cast<int>(window.width), static_cast<int>(window.height) };
    return stage::view_of_bodies(model(), m_controls, { m_shown->place, size, m_shown->panels_shown }, m_screen.style());
}

void WebScene::write_bodies(Message& message, stage::Seconds elapsed, bool changed)
{
    const session::TimingSection& timing = *model().timing;
    const session::ParticleFrame& frame = *model().scene->particles;
    if (!frame.z.empty() && timing.playing)
        m_controls.camera.turn_slowly(elapsed);
    const bool restarted = timing.steps < std::exchange(m_trailed_steps, timing.steps);
    const bool clear_trails = !m_controls.trails || restarted;
    const bool content = m_sent_bodies != frame.serial;
    if (!changed && !content && !clear_trails)
        return;
    const draw::Style& style = m_screen.style();
    const stage::ParticleView view = view_of_bodies();
    const std::size_t every = std::max<std::size_t>(1, (frame.count + kMaxSentBodies - 1) / kMaxSentBodies);
    const std::size_t count = frame.x.size() / every;
    const bool trail = m_controls.trails && every == 1 && m_trail_clock.due(frame.serial, elapsed);
    const stage::SpriteLook sprite = stage::sprite_for(count, view.magnification, view.size.height, style);

    message.begin(Part::bodies);
    message.add(view.visible);
    message.add(view.projection.origin);
    message.add(view.projection.pixels_per_unit);
    message.add(1.0F / std::max(view.speed, 1e-20F));
    message.add(sprite.diameter);
    message.add(sprite.intensity);
    for (const auto& color : stage::light_of(views::speed_colors(style.theme), style.theme))
        message.add(std::span<const float>(color));
    const stage::Camera::Axes axes = view.axes.value_or(stage::Camera::Axes {});
    for (const auto& axis : { axes.right, axes.up, axes.towards })
        message.add(std::span<const float>(axis));
    message.add(view.nearness());
    message.add(static_cast<std::uint32_t>(view.coloring));
    message.add(std::max(1U, view.threads));
    message.add(static_cast<std::uint32_t>(view.bodies_per_block()));
    message.add(view.recorded_block ? static_cast<std::uint32_t>(*view.recorded_block) : ~0U);
    message.add(static_cast<std::uint32_t>(every));
    for (const auto& color : stage::light_of(views::worker_colors(style.theme), style.theme))
        message.add(std::span<const float>(color));
    message.add(clear_trails);
    message.add(trail);
    message.add(content);
    message.add(static_cast<std::uint32_t>(count));
    if (content) {
        for (const auto* column : { &frame.x, &frame.y, &frame.vx, &frame.vy, &frame.z, &frame.vz })
            add_some(message, *column, every, count);
    }
    m_sent_bodies = frame.serial;
    m_bodies_shown = true;
    if (!changed)
        return;
    draw::DrawList picture { m_screen.points() };
    if (const auto& wrong = model().run->wrong_element) {
        const auto body = stage::body_of(frame, wrong->difference.index);
        const auto at = body ? std::optional(stage::BodyProjection(view).of(*body).at) : std::nullopt;
        picture.append(views::wrong_body_picture(*wrong, at, m_shown->place, style), {});
    }
    if (m_shown->panels_shown)
        picture.append(
            views::particle_legend(frame, view.coloring, every, view.recorded_block.value_or(0), m_shown->place, style), {});
    write_shapes(message, std::move(picture));
}

} // namespace warpstage::web
