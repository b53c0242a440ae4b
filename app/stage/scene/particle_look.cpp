#include "app/stage/scene/particle_look.h"

namespace warpstage::stage {

SpriteLook sprite_for(std::size_t count, float magnification, int lines, const draw::Style& style)
{
    const float crowd = std::pow(4096.0F / static_cast<float>(std::max<std::size_t>(count, 1)), 0.22F);
    const float near = std::pow(std::clamp(magnification, 0.25F, 16.0F), 0.5F);
    // At 720 lines and scale 1; larger images are viewed from the same distance.
    const float picture = std::max(style.scale, static_cast<float>(lines) / 1080.0F);
    const float wanted = 7.0F * crowd * near * picture;
    const float diameter = std::clamp(wanted, 3.5F, 64.0F);
    // Bodies at the minimum size get dimmer instead of smaller.
    const float fade = std::min(1.0F, wanted / diameter);
    return { diameter, std::clamp(1.05F * std::pow(crowd, 0.8F), 0.25F, 1.6F) * fade * fade };
}

SpriteLook trail_sprite(const SpriteLook& body, std::size_t age, std::size_t places)
{
    // As wide as the bright core of the body, and faint from its start, so that the body stands out from its trail.
    const float left = 1.0F - static_cast<float>(age) / static_cast<float>(places);
    return { std::max(2.0F, 0.36F * body.diameter), 0.22F * body.intensity * left };
}

bool TrailClock::due(std::uint64_t serial, Seconds elapsed)
{
    constexpr Seconds kInterval { 0.04F };
    m_since += elapsed;
    if (m_serial && (serial == *m_serial || m_since < kInterval))
        return false;
    m_serial = serial;
    m_since = Seconds(0);
    return true;
}

std::optional<WorldPlace> body_of(const session::ParticleFrame& frame, std::size_t index)
{
    if (index >= frame.x.size() || index >= frame.y.size())
        return std::nullopt;
    return WorldPlace { frame.x[index], frame.y[index], index < frame.z.size() ? frame.z[index] : 0.0F };
}

} // namespace warpstage::stage
