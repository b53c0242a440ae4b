#include "app/draw/draw_list.h"

#include "app/draw/text_metrics.h"

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

std::optional<std::uint64_t> CellGrid::element_at(Point point) const
{
    if (rows == 0 || columns == 0 || !area.contains(point))
        return std::nullopt;
    const auto part = [](float at, float whole, std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(at / whole * static_cast<float>(count)));
    };
    const std::uint64_t row = part(point.y - area.y, area.height, rows);
    const std::uint64_t column = part(point.x - area.x, area.width, columns);
    const std::uint64_t element = first + row * of_row + column * of_cell;
    return element < end ? std::optional(element) : std::nullopt;
}

std::optional<Rect> CellGrid::place_of(std::uint64_t element) const
{
    if (element < first || element >= end || of_row == 0)
        return std::nullopt;
    const std::uint64_t row = (element - first) / of_row;
    const std::uint64_t column = (element - first) % of_row / of_cell;
    if (row >= rows || column >= columns)
        return std::nullopt;
    const float width = area.width / static_cast<float>(columns);
    const float height = area.height / static_cast<float>(rows);
    return Rect { area.x + width * static_cast<float>(column), area.y + height * static_cast<float>(row), width, height };
}

void DrawList::append(DrawList other, Point offset)
{
    for (Item& item : other.items)
        std::visit(Mover { offset }, item);
    // Avoids copies: a picture is inserted into a larger one several times before it is shown.
    if (items.empty())
        items = std::move(other.items);
    else
        items.insert(items.end(), std::make_move_iterator(other.items.begin()), std::make_move_iterator(other.items.end()));
    targets.reserve(targets.size() + other.targets.size());
    for (Target& target : other.targets) {
        target.rect = target.rect.moved(offset);
        if (auto* cells = std::get_if<CellGrid>(&target.content))
            cells->area = cells->area.moved(offset);
        targets.push_back(std::move(target));
    }
}

const Tip* DrawList::tip_at(Point point) const
{
    for (auto target = targets.rbegin(); target != targets.rend(); ++target)
        if (const Tip* tip = target->tip(); tip != nullptr && target->rect.contains(point))
            return tip;
    return nullptr;
}

const Click* DrawList::click_at(Point point) const
{
    for (auto target = targets.rbegin(); target != targets.rend(); ++target)
        if (const Click* click = target->click(); click != nullptr && target->rect.contains(point))
            return click;
    return nullptr;
}

std::optional<Cell> DrawList::cell_at(Point point) const
{
    for (auto target = targets.rbegin(); target != targets.rend(); ++target)
        if (const CellGrid* cells = target->cells())
            if (const auto element = cells->element_at(point))
                return Cell { cells->buffer, *element };
    return std::nullopt;
}

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
