// What the figures are drawn with: a draw list under construction, with the shapes that several of them share.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"

namespace warpstage::draw {

// How a text is written. Without a max_width it must have room for certain.
struct Ink {
    Face face = Face::regular;
    float size = 18.0F;
    Color color;
    Align align = Align::left;
    float max_width = 0.0F;
};

enum class Pointing : std::uint8_t { up, down, left, right };

// A heading's number on the right: "28.5 of 32 lanes".
struct Headline {
    std::vector<std::string> wordings; // from the longest to the shortest; the longest that fits is written
    Color color;
    bool tick = false; // a check mark before it, so that "good" is not said by colour alone
};

class Canvas {
public:
    Canvas(Size size, const Style& style);

    [[nodiscard]] const Style& style() const { return *m_style; }
    [[nodiscard]] Size size() const { return m_list.size; }
    // A length of the design at scale 1.
    [[nodiscard]] float units(float length) const { return length * m_style->scale; }

    void text(Point anchor, std::string text, const Ink& ink); // on the baseline
    // Its capitals centred on the point's height.
    void label(Point middle, std::string text, const Ink& ink);
    // The same in a rectangle, at its left, in its middle or at its right; no wider than it.
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
    // A small box with centred text, as the chip of a key; returns nothing, the caller knows the place.
    void chip(Rect rect, std::string text, Color fill, Color ink, Face face, float size);

    // Title on the left, subtitle after it, headline on the right. Where room is short, the subtitle loses its last parts (they
    // are separated by " · "). The baseline and what is below follow from heading_height().
    void heading(const std::string& title, const std::string& subtitle, const Headline& headline);
    [[nodiscard]] float heading_height() const;
    // The same within a rectangle of a larger picture.
    void heading(Rect rect, const std::string& title, const std::string& subtitle, const Headline& headline);

    // Words in the middle of an empty figure: why there is nothing.
    void empty_words(Rect rect, const std::string& words);

    // Targets: what a place says and what a click there does; later ones lie on top.
    void tip(Rect rect, Tip tip);
    void action(Rect rect, Action action);
    void cells(CellGrid grid);

    void append(DrawList other, Point offset) { m_list.append(std::move(other), offset); }
    [[nodiscard]] DrawList finish() { return std::move(m_list); }

private:
    const Style* m_style;
    DrawList m_list;
};

// What is read second: names of rows, marks of axes, remarks; and numbers of that kind.
[[nodiscard]] Ink note(const Style& style, float max_width, Align align = Align::left);
[[nodiscard]] Ink number_note(const Style& style, float max_width, Align align);
// Lines one under another, the first centred on `first`. Returns the middle of the line that would follow.
float draw_lines(Canvas& canvas, Point first, const std::vector<std::string>& lines, float pitch, const Ink& ink);

// Words with marks before them, one after the other along a row until there is no room.
class RowWriter {
public:
    RowWriter(Canvas& canvas, Rect row, float gap);

    // False, and nothing is written, where they have no room. `mark` is kept free before them and drawn first.
    bool put(const std::string& words, Ink ink, float mark = 0.0F, const std::function<void(Rect)>& draw_mark = {});
    [[nodiscard]] float x() const { return m_x; } // of what comes next

private:
    Canvas& m_canvas;
    Rect m_row;
    float m_gap; // behind each
    float m_x;
};

// How many rows of this height have room.
[[nodiscard]] std::size_t rows_in(float room, float pitch);

// Baseline that centres the capitals of a text of this size on y.
[[nodiscard]] float centered_baseline(float y, float size);

// Shades that follow from the style: behind grids and bars, behind what is chosen, an idle lane.
[[nodiscard]] Color well_color(const Style& style);
[[nodiscard]] Color track_color(const Style& style);
[[nodiscard]] Color chosen_color(const Style& style);
[[nodiscard]] Color idle_color(const Style& style);
// A shape may be brighter than text of its colour: 3:1 on the panel is enough for it (WCAG 2.2, non-text contrast).
[[nodiscard]] Color shape_color(const Style& style, Color color);
// For text on a filled chip.
[[nodiscard]] Color on_fill(const Style& style);

} // namespace warpstage::draw
