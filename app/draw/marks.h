// Marks that several figures share: what tells things apart besides their colour.
#pragma once

#include "app/draw/canvas.h"

namespace warpstage::draw {

// A line as pieces of its own, so that whoever paints or exports a draw list needs to know nothing of dashes.
enum class Dash : std::uint8_t { solid, dashed, dotted, dash_dot };
void dashed_polyline(Canvas& canvas, std::vector<Point> points, Dash dash, Color color, float width);

enum class Marker : std::uint8_t { circle, square, triangle, diamond };
void draw_marker(Canvas& canvas, Point center, float size, Marker marker, Color color);
// The same as an outline on the figure's ground.
void draw_hollow_marker(Canvas& canvas, Point center, float size, Marker marker, Color color);

// Slanted lines inside a rectangle.
void hatch(Canvas& canvas, Rect rect, Color color, float pitch);
// Two slanted strokes: something is left out here.
void break_mark(Canvas& canvas, Rect rect, Color color);
void warning_sign(Canvas& canvas, Point center, float size, Color color); // a triangle with an exclamation mark
void arrow(Canvas& canvas, Point from, Point to, Color color, float width);

// The first of `shown` of `all` rows, so that the chosen one stands in their middle as far as there are rows on both sides.
[[nodiscard]] constexpr std::size_t first_shown(std::size_t chosen, std::size_t shown, std::size_t all)
{
    const std::size_t wanted = chosen > shown / 2 ? chosen - shown / 2 : 0;
    return wanted < all - shown ? wanted : all - shown;
}

// Which parts of a row texts stand on already.
class TakenSpans {
public:
    // False, and nothing is taken, where somebody stands there.
    bool take(float from, float to);

private:
    std::vector<std::pair<float, float>> m_spans;
};

// The ink that can be read on a filled shape.
[[nodiscard]] Color ink_on(Color ground, const Style& style);

} // namespace warpstage::draw
