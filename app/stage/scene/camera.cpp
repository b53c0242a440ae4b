#include "app/stage/scene/camera.h"

#include <numbers>

namespace warpstage::stage {

namespace {

constexpr float kStep = 1.15F; // zoom factor per wheel notch
constexpr float kFarthest = 0.125F;
constexpr float kNearest = 64.0F;
constexpr float kMargin = 0.94F; // fraction of the scene that the region fills
constexpr float kTurnOfPixel = 0.008F; // radians
constexpr float kTurnOfSecond = 0.12F; // radians per second: one turn in 52 seconds
constexpr float kTilt = 0.95F;
constexpr float kMaxTilt = std::numbers::pi_v<float>;

} // namespace

void Camera::pan(draw::Point by)
{
    m_shown.offset = { m_shown.offset.x + by.x, m_shown.offset.y + by.y };
    m_wanted.offset = { m_wanted.offset.x + by.x, m_wanted.offset.y + by.y };
}

void Camera::zoom(float steps, draw::Point fixed)
{
    const float zoom = std::clamp(m_wanted.zoom * std::pow(kStep, steps), kFarthest, kNearest);
    const float growth = zoom / m_wanted.zoom;
    m_wanted.offset = { fixed.x + (m_wanted.offset.x - fixed.x) * growth, fixed.y + (m_wanted.offset.y - fixed.y) * growth };
    m_wanted.zoom = zoom;
}

void Camera::reset()
{
    m_wanted = {};
    m_angle = 0.0F;
    m_tilt = kTilt;
    m_orbited = false;
}

bool Camera::at_rest() const
{
    return m_wanted.zoom == 1.0F && m_wanted.offset.x == 0.0F && m_wanted.offset.y == 0.0F;
}

void Camera::orbit(draw::Point by)
{
    m_angle = std::remainder(m_angle + by.x * kTurnOfPixel, 2.0F * std::numbers::pi_v<float>);
    m_tilt = std::clamp(m_tilt + by.y * kTurnOfPixel, 0.0F, kMaxTilt);
    m_orbited = true;
}

void Camera::turn_slowly(Seconds elapsed)
{
    if (!m_orbited)
        m_angle = std::remainder(m_angle + elapsed.count() * kTurnOfSecond, 2.0F * std::numbers::pi_v<float>);
}

Camera::Axes Camera::axes() const
{
    const float c = std::cos(m_angle);
    const float s = std::sin(m_angle);
    const float flat = std::cos(m_tilt);
    const float steep = std::sin(m_tilt);
    return { { c, -s, 0.0F }, { s * flat, c * flat, steep }, { -s * steep, -c * steep, flat } };
}

void Camera::advance(Seconds elapsed)
{
    const float part = views::ease_part(elapsed);
    m_shown.offset.x += (m_wanted.offset.x - m_shown.offset.x) * part;
    m_shown.offset.y += (m_wanted.offset.y - m_shown.offset.y) * part;
    m_shown.zoom += (m_wanted.zoom - m_shown.zoom) * part;
}

Projection Camera::projection(draw::Rect scene, float radius) const
{
    const float half = std::min(scene.width, scene.height) / 2 * kMargin;
    return { { scene.x + scene.width / 2 + m_shown.offset.x, scene.y + scene.height / 2 + m_shown.offset.y },
        half / std::max(radius, 1e-20F) * m_shown.zoom };
}

} // namespace warpstage::stage
