#include "app/stage/scene/camera.h"

#include <algorithm>

namespace warpstage::stage {

namespace {

constexpr float kStep = 1.15F; // of a wheel's notch
constexpr float kFarthest = 0.125F;
constexpr float kNearest = 64.0F;
constexpr float kMargin = 0.94F; // of the scene that the region fills

} // namespace

void Camera::pan(figure::Point by)
{
    m_shown.offset = { m_shown.offset.x + by.x, m_shown.offset.y + by.y };
    m_wanted.offset = { m_wanted.offset.x + by.x, m_wanted.offset.y + by.y };
}

void Camera::zoom(float steps, figure::Point fixed)
{
    const float zoom = std::clamp(m_wanted.zoom * std::pow(kStep, steps), kFarthest, kNearest);
    const float growth = zoom / m_wanted.zoom;
    m_wanted.offset = { fixed.x + (m_wanted.offset.x - fixed.x) * growth, fixed.y + (m_wanted.offset.y - fixed.y) * growth };
    m_wanted.zoom = zoom;
}

void Camera::reset()
{
    m_wanted = {};
}

void Camera::advance(Seconds elapsed)
{
    const float part = ease_part(elapsed);
    m_shown.offset.x += (m_wanted.offset.x - m_shown.offset.x) * part;
    m_shown.offset.y += (m_wanted.offset.y - m_shown.offset.y) * part;
    m_shown.zoom += (m_wanted.zoom - m_shown.zoom) * part;
}

Projection Camera::projection(figure::Rect scene, float radius) const
{
    const float half = std::min(scene.width, scene.height) / 2 * kMargin;
    return { { scene.x + scene.width / 2 + m_shown.offset.x, scene.y + scene.height / 2 + m_shown.offset.y },
        half / std::max(radius, 1e-20F) * m_shown.zoom };
}

} // namespace warpstage::stage
