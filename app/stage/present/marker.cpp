#include "app/stage/present/marker.h"

namespace warpstage::stage {

namespace {

constexpr std::chrono::milliseconds kTrail { 250 };
constexpr std::size_t kMaxTrail = 64;
constexpr std::size_t kMaxStrokes = 400;
constexpr std::size_t kMaxPoints = 4000; // of a stroke
constexpr float kMinMove = 0.0008F; // fraction of the window: smaller movements add no point

draw::Point part_of(draw::Point at, draw::Size window)
{
    return { at.x / std::max(window.width, 1.0F), at.y / std::max(window.height, 1.0F) };
}

draw::Point whole_of(draw::Point part, draw::Size window)
{
    return { part.x * window.width, part.y * window.height };
}

} // namespace

void Marker::clear()
{
    m_laser = false;
    m_pen = false;
    m_drawing = false;
    m_trail.clear();
    m_strokes.clear();
}

void Marker::pen_down(draw::Point at, draw::Size window)
{
    if (m_strokes.size() >= kMaxStrokes)
        m_strokes.erase(m_strokes.begin());
    m_strokes.push_back({ { part_of(at, window) } });
    m_drawing = true;
}

void Marker::move(draw::Point at, draw::Size window)
{
    const draw::Point part = part_of(at, window);
    if (m_laser) {
        m_trail.push_back({ part, {}, false });
        if (m_trail.size() > kMaxTrail)
            m_trail.pop_front();
    }
    if (!m_drawing || m_strokes.empty())
        return;
    auto& points = m_strokes.back().points;
    const draw::Point last = points.back();
    const bool moved = std::abs(part.x - last.x) > kMinMove || std::abs(part.y - last.y) > kMinMove;
    if (moved && points.size() < kMaxPoints)
        points.push_back(part);
}

views::MarkerState Marker::state(Time now, draw::Size window)
{
    views::MarkerState state;
    state.window = window;
    state.pen = m_pen;
    for (const views::Stroke& stroke : m_strokes) {
        views::Stroke whole;
        for (const draw::Point& point : stroke.points)
            whole.points.push_back(whole_of(point, window));
        state.strokes.push_back(std::move(whole));
    }
    if (!m_laser)
        return state;
    for (Seen& seen : m_trail)
        if (!std::exchange(seen.timed, true))
            seen.when = now;
    // The pointer itself never fades.
    while (m_trail.size() > 1 && now - m_trail.front().when > kTrail)
        m_trail.pop_front();
    for (const Seen& seen : m_trail) {
        const float age = std::chrono::duration<float>(now - seen.when) / std::chrono::duration<float>(kTrail);
        state.laser.push_back({ whole_of(seen.at, window), std::clamp(age, 0.0F, 1.0F) });
    }
    return state;
}

} // namespace warpstage::stage
