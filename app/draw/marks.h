// Marks that several figures share and that distinguish items without color.
#pragma once

#include "app/draw/canvas.h"

namespace warpstage::draw {

// A dashed line as separate pieces, so that painters and exporters need no support for dashes.
enum class Dash : std::uint8_t { solid, dashed, dotted, dash_dot };
void dashed_polyline(Canvas& canvas, std::vector<Point> points, Dash dash, Color color, float width);

enum class Marker : std::uint8_t { circle, square, triangle, diamond };
void draw_marker(Canvas& canvas, Point center, float size, Marker marker, Color color);
// The same as an outline on the background of the figure.
void draw_hollow_marker(Canvas& canvas, Point center, float size, Marker marker, Color color);

// Slanted lines inside a rectangle.
void hatch(Canvas& canvas, Rect rect, Color color, float pitch);
// Two slanted strokes: a part is omitted here.
void break_mark(Canvas& canvas, Rect rect, Color color);
void warning_sign(Canvas& canvas, Point center, float size, Color color); // a triangle with an exclamation mark
void arrow(Canvas& canvas, Point from, Point to, Color color, float width);

// The first of `shown` of `all` rows, such that the chosen one is in the middle if there are enough rows on both sides.
[[nodiscard]] constexpr std::size_t first_shown(std::size_t chosen, std::size_t shown, std::size_t all)
{
    const std::size_t wanted = chosen > shown / 2 ? chosen - shown / 2 : 0;
    return wanted < all - shown ? wanted : all - shown;
}

// The parts of a row that are occupied by text.
class TakenSpans {
public:
    // Returns false and takes nothing if a part is occupied.
    bool take(float from, float to);

private:
    std::vector<std::pair<float, float>> m_spans;
};

// An ink that is readable on a filled shape.
[[nodiscard]] Color ink_on(Color ground, const Style& style);

} // namespace warpstage::draw
