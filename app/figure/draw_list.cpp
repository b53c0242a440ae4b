#include "app/figure/draw_list.h"

namespace warpstage::figure {

namespace {

void move_by(Point& point, Point offset)
{
    point.x += offset.x;
    point.y += offset.y;
}

struct Mover {
    Point offset;

    void operator()(Box& box) const { box.rect = box.rect.moved(offset); }
    void operator()(Line& line) const
    {
        move_by(line.from, offset);
        move_by(line.to, offset);
    }
    void operator()(Polyline& polyline) const
    {
        for (Point& point : polyline.points)
            move_by(point, offset);
    }
    void operator()(Polygon& polygon) const
    {
        for (Point& point : polygon.points)
            move_by(point, offset);
    }
    void operator()(Circle& circle) const { move_by(circle.center, offset); }
    void operator()(Text& text) const { move_by(text.anchor, offset); }
};

} // namespace

void DrawList::append(const DrawList& other, Point offset)
{
    items.reserve(items.size() + other.items.size());
    for (const Item& item : other.items) {
        items.push_back(item);
        std::visit(Mover { offset }, items.back());
    }
}

} // namespace warpstage::figure
