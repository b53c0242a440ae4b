#include "app/draw/draw_list.h"

#include <iterator>
#include <utility>

namespace warpstage::draw {

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

void DrawList::append(DrawList other, Point offset)
{
    for (Item& item : other.items)
        std::visit(Mover { offset }, item);
    // A picture is put into a larger one several times on its way to the stage: nothing of it is copied there.
    if (items.empty())
        items = std::move(other.items);
    else
        items.insert(items.end(), std::make_move_iterator(other.items.begin()), std::make_move_iterator(other.items.end()));
}

} // namespace warpstage::draw
