#include "app/draw/bounds.h"

#include "app/draw/text_metrics.h"

namespace warpstage::draw {

namespace {

Rect around(const std::vector<Point>& points)
{
    Rect rect { points.front().x, points.front().y, 0, 0 };
    for (const Point point : points) {
        const float right = std::max(rect.right(), point.x);
        const float bottom = std::max(rect.bottom(), point.y);
        rect.x = std::min(rect.x, point.x);
        rect.y = std::min(rect.y, point.y);
        rect.width = right - rect.x;
        rect.height = bottom - rect.y;
    }
    return rect;
}

struct Bounds {
    Rect operator()(const Box& box) const { return box.rect; }
    Rect operator()(const Line& line) const { return around({ line.from, line.to }); }
    Rect operator()(const Polyline& polyline) const { return around(polyline.points); }
    Rect operator()(const Polygon& polygon) const { return around(polygon.points); }
    Rect operator()(const Circle& circle) const
    {
        return { circle.center.x - circle.radius, circle.center.y - circle.radius, 2 * circle.radius, 2 * circle.radius };
    }
    Rect operator()(const Text& text) const { return drawn_rect(text); }
};

} // namespace

Rect bounds_of(const Item& item)
{
    return std::visit(Bounds {}, item);
}

bool inside(Rect inner, Rect outer, float tolerance)
{
    return inner.x >= outer.x - tolerance && inner.y >= outer.y - tolerance && inner.right() <= outer.right() + tolerance
        && inner.bottom() <= outer.bottom() + tolerance;
}

void remove_outside(DrawList& picture)
{
    const Rect place = picture.size.area();
    std::erase_if(picture.items, [&](const Item& item) { return !inside(bounds_of(item), place, 1.0F); });
    std::erase_if(picture.targets, [&](const Target& target) { return !inside(target.rect, place, 1.0F); });
}

} // namespace warpstage::draw
