#include "app/stage/scene/soft_particles.h"

namespace warpstage::stage {

namespace {

constexpr std::size_t kMaxSoftBodies = std::size_t { 1 } << 16; // of more bodies only a subset is drawn
constexpr std::size_t kMaxSoftPlaces = 16; // maximum positions per trail
constexpr std::size_t kMaxStrokeDots = 4; // between two positions
constexpr std::size_t kMaxSoftTrailed = std::size_t { 1 } << 16; // maximum positions of all bodies together

Rgb scaled(const Rgb& color, float by)
{
    return { color[0] * by, color[1] * by, color[2] * by };
}

// The color of a body, as in shaders/particles.vert.
class BodyColors {
public:
    BodyColors(const ParticleView& view, draw::Theme theme)
        : m_coloring(view.coloring)
        , m_speed_to_ramp(3.0F / std::max(view.speed, 1e-20F))
        , m_threads(std::max(1U, view.threads))
        , m_bodies_of_block(view.bodies_per_block())
        , m_recorded(view.recorded_block)
        , m_ramp(light_of(views::speed_colors(theme), theme))
        , m_palette(light_of(views::worker_colors(theme), theme))
    {
    }

    [[nodiscard]] Rgb of(std::size_t body, float speed) const
    {
        switch (m_coloring) {
        case Coloring::speed:
            return by_speed(speed);
        case Coloring::block:
            return scaled(m_palette[body / m_bodies_of_block % m_palette.size()], part(body));
        case Coloring::thread: {
            const std::size_t thread = body % m_threads;
            const float shade = 0.35F + 0.8F * static_cast<float>(thread % 32) / 31.0F;
            return scaled(m_palette[thread / 32 % m_palette.size()], part(body) * shade);
        }
        }
        VERIFY_NOT_REACHED();
    }

private:
    [[nodiscard]] Rgb by_speed(float speed) const
    {
        const float place = std::clamp(speed * m_speed_to_ramp, 0.0F, 3.0F);
        const auto below = std::min<std::size_t>(static_cast<std::size_t>(place), 2);
        const float rest = place - static_cast<float>(below);
        Rgb color {};
        for (std::size_t c = 0; c < 3; ++c)
            color[c] = m_ramp[below][c] + rest * (m_ramp[below + 1][c] - m_ramp[below][c]);
        return color;
    }
    // The recorded block is bright, the other blocks are dimmed.
    [[nodiscard]] float part(std::size_t body) const
    {
        return !m_recorded ? 1.0F : body / m_bodies_of_block == *m_recorded ? 1.5F : 0.55F;
    }

    Coloring m_coloring;
    float m_speed_to_ramp;
    std::size_t m_threads;
    std::size_t m_bodies_of_block;
    std::optional<std::uint64_t> m_recorded;
    std::array<Rgb, 4> m_ramp;
    std::array<Rgb, 6> m_palette;
};

bool alike(const session::ParticleFrame& a, const session::ParticleFrame& b)
{
    return a.count == b.count && a.z.empty() == b.z.empty();
}

SoftLight::Look look_of(const draw::Style& style)
{
    return { gl::channels(style.background), !draw::is_dark(style.theme) };
}

} // namespace

std::size_t SoftParticles::every(std::size_t bodies)
{
    return std::max<std::size_t>(1, (bodies + kMaxSoftBodies - 1) / kMaxSoftBodies);
}

void SoftParticles::clear_trails()
{
    m_trails.clear();
    m_trail_clock.restart();
}

void SoftParticles::advance_trails(const std::shared_ptr<const session::ParticleFrame>& frame, Seconds elapsed)
{
    if (!m_trails.empty() && !alike(*m_trails.front(), *frame))
        clear_trails();
    if (!m_trail_clock.due(frame->serial, elapsed))
        return;
    const std::size_t room = std::min(kMaxSoftPlaces, kMaxSoftTrailed / std::max<std::size_t>(1, frame->count));
    if (room == 0)
        return;
    m_trails.push_front(frame);
    m_trails.resize(std::min(m_trails.size(), room));
}

void SoftParticles::collect_colors(const session::ParticleFrame& frame, const ParticleView& view, draw::Theme theme)
{
    const BodyColors colors(view, theme);
    const bool in_space = !frame.z.empty();
    m_colors.clear();
    for (std::size_t i = 0; i < frame.count; i += every(frame.count)) {
        const float vz = in_space ? frame.vz[i] : 0.0F;
        m_colors.push_back(colors.of(i, std::sqrt(frame.vx[i] * frame.vx[i] + frame.vy[i] * frame.vy[i] + vz * vz)));
    }
}

void SoftParticles::add_sprites(const session::ParticleFrame& places, const ParticleView& view, const SpriteLook& look, Area area)
{
    const BodyProjection projection(view);
    const bool in_space = !places.z.empty();
    const auto left = static_cast<float>(area.left);
    const auto top = static_cast<float>(area.top);
    const std::size_t step = every(places.count);
    for (std::size_t i = 0; i < places.count; i += step) {
        const auto [at, depth] = projection.of({ places.x[i], places.y[i], in_space ? places.z[i] : 0.0F });
        m_sprites.push_back({ at.x - left, at.y - top, std::max(1.5F, look.diameter / depth),
            scaled(m_colors[i / step], look.intensity / (depth * depth)) });
    }
}

// A stroke from each position to the previous one, with constant brightness per length: a slow body does not accumulate light,
// and a fast body leaves a continuous trail.
void SoftParticles::add_trail(const session::ParticleFrame& newer, const session::ParticleFrame& older, const ParticleView& view,
    const SpriteLook& look, Area area)
{
    const BodyProjection projection(view);
    const bool in_space = !newer.z.empty();
    const auto left = static_cast<float>(area.left);
    const auto top = static_cast<float>(area.top);
    const std::size_t places = std::max<std::size_t>(1, newer.count * m_trails.size());
    const auto most = static_cast<float>(std::clamp<std::size_t>(2 * kMaxSoftTrailed / places, 1, kMaxStrokeDots));
    for (std::size_t i = 0; i < newer.count; ++i) {
        const auto from = projection.of({ newer.x[i], newer.y[i], in_space ? newer.z[i] : 0.0F });
        const auto to = projection.of({ older.x[i], older.y[i], in_space ? older.z[i] : 0.0F });
        const float length = std::hypot(to.at.x - from.at.x, to.at.y - from.at.y);
        const float diameter = std::max(1.5F, look.diameter / to.depth);
        if (!(length > 0.05F * diameter))
            continue;
        const float dots = std::clamp(std::ceil(length / (0.7F * diameter)), 1.0F, most);
        const float share = std::min(1.0F, length / (0.7F * diameter * dots)) * look.intensity / (to.depth * to.depth);
        for (float dot = 1.0F; dot <= dots; dot += 1.0F) {
            const float along = dot / dots;
            m_sprites.push_back({ from.at.x + along * (to.at.x - from.at.x) - left,
                from.at.y + along * (to.at.y - from.at.y) - top, diameter, scaled(m_colors[i], share) });
        }
    }
}

void SoftParticles::collect_sprites(
    const session::ParticleFrame& frame, const ParticleView& view, const draw::Style& style, Area area)
{
    m_sprites.clear();
    collect_colors(frame, view, style.theme);
    const SpriteLook look = sprite_for(m_colors.size(), view.magnification, view.size.height, style);
    const bool thinned = every(frame.count) > 1;
    for (std::size_t age = 1; !thinned && age < m_trails.size(); ++age) { // the latest position is the body itself
        if (alike(*m_trails[age], frame) && alike(*m_trails[age - 1], frame))
            add_trail(*m_trails[age - 1], *m_trails[age], view, trail_sprite(look, age, m_trails.size()), area);
    }
    add_sprites(frame, view, look, area);
}

// Trails change with the frame, or are replaced as a whole.
bool SoftParticles::drawn(
    const std::shared_ptr<const session::ParticleFrame>& frame, const ParticleView& view, const draw::Style& style) const
{
    return m_drawn && m_drawn->frame == frame && m_drawn->trails == m_trails.size() && m_drawn->view == view
        && m_drawn->theme == style.theme && m_drawn->scale == style.scale;
}

void SoftParticles::draw(
    const std::shared_ptr<const session::ParticleFrame>& bodies, const ParticleView& view, const draw::Style& style)
{
    const session::ParticleFrame& frame = *bodies;
    Area area;
    area.left = std::clamp(static_cast<int>(std::floor(view.visible.x)), 0, view.size.width);
    area.top = std::clamp(static_cast<int>(std::floor(view.visible.y)), 0, view.size.height);
    area.size = { std::min(view.size.width, static_cast<int>(std::ceil(view.visible.right()))) - area.left,
        std::min(view.size.height, static_cast<int>(std::ceil(view.visible.bottom()))) - area.top };
    if (area.size.width <= 0 || area.size.height <= 0)
        return;

    if (!drawn(bodies, view, style)) {
        collect_sprites(frame, view, style, area);
        if (!m_image || m_image->size() != area.size)
            m_image.emplace(area.size, GL_RGBA8);
        m_image->color().upload(std::as_bytes(m_light.draw(area.size, m_sprites, look_of(style))), GL_RGBA, GL_UNSIGNED_BYTE);
        m_drawn = Drawn { bodies, m_trails.size(), view, style.theme, style.scale };
    }
    const int bottom = view.size.height - area.top - area.size.height;
    glBlitNamedFramebuffer(m_image->name(), view.framebuffer, 0, 0, area.size.width, area.size.height, area.left, bottom,
        area.left + area.size.width, bottom + area.size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

} // namespace warpstage::stage
