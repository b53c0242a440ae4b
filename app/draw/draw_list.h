// A picture as data: shapes and text in points, y downwards, origin at the top left. Pure: no GL, no ImGui, no Qt. The stage
// paints it, an exporter writes it, a test looks at its geometry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::draw {

struct Color {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;

    bool operator==(const Color&) const = default;
    [[nodiscard]] constexpr Color with_alpha(std::uint8_t alpha) const { return { r, g, b, alpha }; }
};

struct Point {
    float x = 0.0F;
    float y = 0.0F;
};

struct Size {
    float width = 0.0F;
    float height = 0.0F;
};

struct Rect {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;

    [[nodiscard]] constexpr float right() const { return x + width; }
    [[nodiscard]] constexpr float bottom() const { return y + height; }
    [[nodiscard]] constexpr Rect inset(float by) const { return { x + by, y + by, width - 2 * by, height - 2 * by }; }
    [[nodiscard]] constexpr Rect moved(Point by) const { return { x + by.x, y + by.y, width, height }; }
    [[nodiscard]] constexpr bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
};

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
    Point anchor; // on the baseline; left end, middle or right end as `align` says
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
    std::vector<Item> items; // painted in order

    void add(Item item) { items.push_back(std::move(item)); }
    // All items of `other`, moved by `offset`.
    void append(DrawList other, Point offset);
};

} // namespace warpstage::draw
