// The outdated parts of a window: a few rectangles that contain all changes.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

[[nodiscard]] bool overlap(const draw::Rect& a, const draw::Rect& b);
// The smallest rectangle around both.
[[nodiscard]] draw::Rect around(const draw::Rect& a, const draw::Rect& b);

class Damage {
public:
    void add(const draw::Rect& rect);
    void add(const Damage& other);
    void clear() { m_rects.clear(); }

    [[nodiscard]] bool empty() const { return m_rects.empty(); }
    [[nodiscard]] bool touches(const draw::Rect& rect) const;
    // They do not overlap.
    [[nodiscard]] const std::vector<draw::Rect>& rects() const { return m_rects; }

private:
    [[nodiscard]] bool covers(const draw::Rect& rect) const;

    std::vector<draw::Rect> m_rects;
};

} // namespace warpstage::stage
