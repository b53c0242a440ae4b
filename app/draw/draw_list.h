// A picture as data: shapes and text in points, y downward, origin at the top left, and targets: places with a tip or an action
// of a click. Pure: no GL, no ImGui, no Qt. The stage paints the shapes and looks up the targets, an exporter writes the shapes,
// a test reads the geometry of both.
#pragma once

#include "app/draw/geometry.h"
#include "app/draw/target.h"

namespace warpstage::draw {

struct Box { // a rectangle, filled and/or outlined
    Rect rect;
    std::optional<Color> fill;
    std::optional<Color> outline;
    float outline_width = 1.0F;
    float corner_radius = 0.0F;
};

struct Line {
    Point from;
    Point to;
    Color color;
    float width = 1.0F;
};

struct Polyline {
    std::vector<Point> points;
    Color color;
    float width = 1.0F;
};

struct Polygon { // convex, filled
    std::vector<Point> points;
    Color color;
};

struct Circle {
    Point center;
    float radius = 1.0F;
    Color color;
};

enum class Face : std::uint8_t { regular, semibold, mono }; // Inter, Inter SemiBold, JetBrains Mono
enum class Align : std::uint8_t { left, center, right };

struct Text {
    Point anchor; // on the baseline; the left end, center or right end according to `align`
    std::string text;
    Face face = Face::regular;
    float size = 18.0F; // points: height of the em square
    Color color;
    Align align = Align::left;
    float max_width = 0.0F; // > 0: shortened with an ellipsis to fit
};

using Item = std::variant<Box, Line, Polyline, Polygon, Circle, Text>;

struct DrawList {
    Size size;
    std::vector<Item> items {}; // painted in order
    std::vector<Target> targets {}; // later ones are on top

    void add(Item item) { items.push_back(std::move(item)); }
    // All items and targets of `other`, moved by `offset`.
    void append(DrawList other, Point offset);

    // The topmost target of its kind at the point; null: none.
    [[nodiscard]] const Tip* tip_at(Point point) const;
    [[nodiscard]] const Click* click_at(Point point) const;
    // The element at the point, in the topmost grid that has one there.
    [[nodiscard]] std::optional<Cell> cell_at(Point point) const;
};

// The space that an item takes.
[[nodiscard]] Rect bounds_of(const Item& item);

// `tolerance`: points that `inner` may exceed `outer` on each side.
[[nodiscard]] bool inside(Rect inner, Rect outer, float tolerance);

// Removes the items and targets that are not inside the picture's size, by more than a point. For windows that are too small for
// what they should show.
void remove_outside(DrawList& picture);

} // namespace warpstage::draw
