// The parts of a window that do not show any more what they should: a few rectangles that hold everything that changed.
#pragma once

#include "app/figure/draw_list.h"

#include <vector>

namespace warpstage::stage {

[[nodiscard]] bool overlap(const figure::Rect& a, const figure::Rect& b);
// The smallest rectangle around both.
[[nodiscard]] figure::Rect around(const figure::Rect& a, const figure::Rect& b);

class Damage {
public:
    void add(const figure::Rect& rect);
    void add(const Damage& other);
    void clear() { m_rects.clear(); }

    [[nodiscard]] bool empty() const { return m_rects.empty(); }
    [[nodiscard]] bool touches(const figure::Rect& rect) const;
    // No two of them overlap.
    [[nodiscard]] const std::vector<figure::Rect>& rects() const { return m_rects; }

private:
    [[nodiscard]] bool covers(const figure::Rect& rect) const;

    std::vector<figure::Rect> m_rects;
};

} // namespace warpstage::stage
