#include "app/stage/render/damage.h"

namespace warpstage::stage {

namespace {

constexpr float kNear = 24.0F; // rectangles this close are merged
constexpr std::size_t kMax = 8; // each rectangle costs a search for the items in it

float area(const draw::Rect& rect)
{
    return rect.width * rect.height;
}

} // namespace

bool overlap(const draw::Rect& a, const draw::Rect& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

draw::Rect around(const draw::Rect& a, const draw::Rect& b)
{
    const float left = std::min(a.x, b.x);
    const float top = std::min(a.y, b.y);
    return { left, top, std::max(a.right(), b.right()) - left, std::max(a.bottom(), b.bottom()) - top };
}

// Most new rectangles are already covered.
bool Damage::covers(const draw::Rect& rect) const
{
    return std::any_of(m_rects.begin(), m_rects.end(), [&](const draw::Rect& own) {
        return own.x <= rect.x && own.y <= rect.y && own.right() >= rect.right() && own.bottom() >= rect.bottom();
    });
}

void Damage::add(const draw::Rect& rect)
{
    if (!(rect.width > 0.0F && rect.height > 0.0F) || covers(rect))
        return;
    // A merged rectangle may touch further ones.
    draw::Rect grown = rect;
    const auto next_to_grown = [&] {
        auto near = std::find_if(m_rects.begin(), m_rects.end(),
            [&](const draw::Rect& other) { return overlap(grown, other) || overlap(grown.inset(-kNear), other); });
        if (near == m_rects.end() && m_rects.size() >= kMax)
            near = std::min_element(m_rects.begin(), m_rects.end(), [&](const draw::Rect& a, const draw::Rect& b) {
                return area(around(grown, a)) - area(a) < area(around(grown, b)) - area(b);
            });
        return near;
    };
    for (auto near = next_to_grown(); near != m_rects.end(); near = next_to_grown()) {
        grown = around(grown, *near);
        m_rects.erase(near);
    }
    m_rects.push_back(grown);
}

void Damage::add(const Damage& other)
{
    for (const draw::Rect& rect : other.m_rects)
        add(rect);
}

bool Damage::touches(const draw::Rect& rect) const
{
    return std::any_of(m_rects.begin(), m_rects.end(), [&](const draw::Rect& own) { return overlap(own, rect); });
}

} // namespace warpstage::stage
