// A draw list under construction, with the shapes that several figures share.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"

namespace warpstage::draw {

// Style of a text. Without max_width the caller must ensure that it fits.
struct Ink {
    Face face = Face::regular;
    float size = 18.0F;
    Color color;
    Align align = Align::left;
    float max_width = 0.0F;
};

enum class Pointing : std::uint8_t { up, down, left, right };

// The number on the right of a heading: "28.5 of 32 lanes".
struct Headline {
    std::vector<std::string> wordings; // from the longest to the shortest; the longest that fits is written
    Color color;
    bool tick = false; // a check mark before it, so that color is not the only sign of a good value
};

class Canvas {
public:
    Canvas(Size size, const Style& style);

    [[nodiscard]] const Style& style() const { return *m_style; }
    [[nodiscard]] Size size() const { return m_list.size; }
    // Converts a length at scale 1 to the scale of the style.
    [[nodiscard]] float units(float length) const { return length * m_style->scale; }

    void text(Point anchor, std::string text, const Ink& ink); // on the baseline
    // Its capitals are centered on the height of the point.
    void label(Point middle, std::string text, const Ink& ink);
    // The same in a rectangle, aligned to its left, center or right, and limited to its width.
    void label_in(Rect rect, std::string text, Ink ink);
    void fill(Rect rect, Color color, float corner_radius = 0.0F);
    void frame(Rect rect, std::optional<Color> fill, Color outline, float corner_radius = 0.0F);
    void outline(Rect rect, Color color, float corner_radius = 0.0F) { frame(rect, std::nullopt, color, corner_radius); }
    void line(Point from, Point to, Color color, float width);
    void polyline(std::vector<Point> points, Color color, float width);
    void polygon(std::vector<Point> points, Color color); // convex
    void triangle(Point center, float size, Pointing pointing, Color color);
    void tick(Point center, float size, Color color);
    void circle(Point center, float radius, Color color);
    // A small box with centered text, such as the chip of a key.
    void chip(Rect rect, std::string text, Color fill, Color ink, Face face, float size);

    // Title on the left, subtitle after it, headline on the right. If space is limited, the subtitle loses its last parts, which
    // are separated by " · ". heading_height() gives the height above the content.
    void heading(const std::string& title, const std::string& subtitle, const Headline& headline);
    [[nodiscard]] float heading_height() const;
    // The same within a rectangle of a larger picture.
    void heading(Rect rect, const std::string& title, const std::string& subtitle, const Headline& headline);

    // Words in the middle of an empty figure: why nothing is shown.
    void empty_words(Rect rect, const std::string& words);

    // Targets: a tip or a click of a rectangle; later ones are on top.
    void tip(Rect rect, Tip tip);
    void click(Rect rect, Click click);
    void cells(CellGrid grid);

    void append(DrawList other, Point offset) { m_list.append(std::move(other), offset); }
    [[nodiscard]] DrawList finish() { return std::move(m_list); }

private:
    const Style* m_style;
    DrawList m_list;
};

// Secondary text: names of rows, marks of axes, remarks and their numbers.
[[nodiscard]] Ink note(const Style& style, float max_width, Align align = Align::left);
[[nodiscard]] Ink number_note(const Style& style, float max_width, Align align);
// Lines one below the other, the first centered on `first`. Returns the center of the next line.
float draw_lines(Canvas& canvas, Point first, const std::vector<std::string>& lines, float pitch, const Ink& ink);

// Texts with marks before them, in sequence along a row as far as there is space.
class RowWriter {
public:
    RowWriter(Canvas& canvas, Rect row, float gap);

    // Returns false and writes nothing if the text does not fit. `mark`: width before the text that is reserved for a mark.
    bool put(const std::string& words, Ink ink, float mark = 0.0F, const std::function<void(Rect)>& draw_mark = {});
    [[nodiscard]] float x() const { return m_x; } // left edge of the next text

private:
    Canvas& m_canvas;
    Rect m_row;
    float m_gap; // after each text
    float m_x;
};

// How many rows of this height fit.
[[nodiscard]] std::size_t rows_in(float room, float pitch);

// Baseline that centers the capitals of a text of this size on y.
[[nodiscard]] float centered_baseline(float y, float size);

// Colors derived from the style: background of grids and bars, background of the selection, an idle lane.
[[nodiscard]] Color well_color(const Style& style);
[[nodiscard]] Color track_color(const Style& style);
[[nodiscard]] Color chosen_color(const Style& style);
[[nodiscard]] Color idle_color(const Style& style);
// A shape may be brighter than text of its color: a contrast of 3:1 on the panel is sufficient (WCAG 2.2, non-text contrast).
[[nodiscard]] Color shape_color(const Style& style, Color color);
// Color of text on a filled chip.
[[nodiscard]] Color on_fill(const Style& style);

} // namespace warpstage::draw
