#include "app/draw/canvas.h"

#include "app/draw/color.h"
#include "app/draw/text_metrics.h"

namespace warpstage::draw {

namespace {

// JetBrains Mono has no thin space: a full space keeps its columns aligned.
std::string without_thin_spaces(std::string_view text)
{
    constexpr std::string_view kThinSpace = "\u2009";
    std::string plain;
    while (!text.empty()) {
        const std::size_t at = text.find(kThinSpace);
        plain += text.substr(0, at);
        if (at == std::string_view::npos)
            break;
        plain += ' ';
        text.remove_prefix(at + kThinSpace.size());
    }
    return plain;
}

struct HeadingWords {
    std::string subtitle;
    std::string headline;
};

// The last part, after " · ", is omitted first.
std::string shortened(const std::string& subtitle)
{
    constexpr std::string_view kSeparator = " · ";
    const std::size_t at = subtitle.rfind(kSeparator);
    return at == std::string::npos ? std::string {} : subtitle.substr(0, at);
}

// The heading that fits into `room`: the longest headline that leaves space for a part of the subtitle, else the longest that
// fits alone, else the shortest.
HeadingWords choose_words(const Style& style, const std::string& subtitle, const Headline& headline, float room, float gap)
{
    const float mark = headline.tick ? 1.2F * style.head : 0.0F;
    const auto headline_width = [&](const std::string& words) {
        return words.empty() ? 0.0F : room_for(words, Face::semibold, style.head) + mark + gap;
    };
    const std::vector<std::string> wordings = headline.wordings.empty() ? std::vector<std::string> { "" } : headline.wordings;
    for (const std::string& words : wordings)
        for (std::string part = subtitle; !part.empty(); part = shortened(part))
            if (headline_width(words) + room_for(part, Face::regular, style.small) <= room)
                return { part, words };
    for (const std::string& words : wordings)
        if (headline_width(words) <= room + gap)
            return { {}, words };
    return { {}, wordings.back() };
}

} // namespace

Canvas::Canvas(Size size, const Style& style)
    : m_style(&style)
{
    m_list.size = { std::max(size.width, 0.0F), std::max(size.height, 0.0F) };
}

void Canvas::text(Point anchor, std::string text, const Ink& ink)
{
    if (text.empty())
        return;
    if (ink.face == Face::mono)
        text = without_thin_spaces(text);
    m_list.items.emplace_back(Text { anchor, std::move(text), ink.face, ink.size, ink.color, ink.align, ink.max_width });
}

void Canvas::label(Point middle, std::string text, const Ink& ink)
{
    this->text({ middle.x, centered_baseline(middle.y, ink.size) }, std::move(text), ink);
}

void Canvas::label_in(Rect rect, std::string text, Ink ink)
{
    ink.max_width = rect.width;
    const float x = ink.align == Align::left ? rect.x : ink.align == Align::center ? rect.center().x : rect.right();
    label({ x, rect.center().y }, std::move(text), ink);
}

void Canvas::fill(Rect rect, Color color, float corner_radius)
{
    if (rect.width <= 0.0F || rect.height <= 0.0F)
        return;
    const float radius = std::min({ corner_radius, rect.width / 2, rect.height / 2 });
    m_list.items.emplace_back(Box { rect, color, std::nullopt, 1.0F, radius });
}

void Canvas::frame(Rect rect, std::optional<Color> fill, Color outline, float corner_radius)
{
    if (rect.width <= 0.0F || rect.height <= 0.0F)
        return;
    m_list.items.emplace_back(Box { rect, fill, outline, units(1.0F), corner_radius });
}

void Canvas::line(Point from, Point to, Color color, float width)
{
    m_list.items.emplace_back(Line { from, to, color, width });
}

void Canvas::polyline(std::vector<Point> points, Color color, float width)
{
    if (points.size() >= 2)
        m_list.items.emplace_back(Polyline { std::move(points), color, width });
}

void Canvas::polygon(std::vector<Point> points, Color color)
{
    if (points.size() >= 3)
        m_list.items.emplace_back(Polygon { std::move(points), color });
}

void Canvas::triangle(Point center, float size, Pointing pointing, Color color)
{
    const float half = size / 2;
    const Point c = center;
    std::vector<Point> points;
    switch (pointing) {
    case Pointing::up:
        points = { { c.x, c.y - half }, { c.x + half, c.y + half }, { c.x - half, c.y + half } };
        break;
    case Pointing::down:
        points = { { c.x - half, c.y - half }, { c.x + half, c.y - half }, { c.x, c.y + half } };
        break;
    case Pointing::left:
        points = { { c.x + half, c.y - half }, { c.x + half, c.y + half }, { c.x - half, c.y } };
        break;
    case Pointing::right:
        points = { { c.x - half, c.y - half }, { c.x + half, c.y }, { c.x - half, c.y + half } };
        break;
    }
    m_list.items.emplace_back(Polygon { std::move(points), color });
}

void Canvas::tick(Point center, float size, Color color)
{
    const float half = size / 2;
    polyline({ { center.x - half, center.y + 0.1F * half }, { center.x - 0.25F * half, center.y + 0.8F * half },
                 { center.x + half, center.y - 0.8F * half } },
        color, size / 6);
}

void Canvas::circle(Point center, float radius, Color color)
{
    m_list.items.emplace_back(Circle { center, radius, color });
}

void Canvas::chip(Rect rect, std::string text, Color fill_color, Color ink, Face face, float size)
{
    fill(rect, fill_color, units(4.0F));
    label_in(rect, std::move(text), { face, size, ink, Align::center });
}

void Canvas::heading(const std::string& title, const std::string& subtitle, const Headline& headline)
{
    const float width = m_list.size.width;
    const float size = m_style->head;
    const float baseline = 0.85F * size;
    const float gap = units(12.0F);
    const float title_width = std::min(room_for(title, Face::semibold, size), width);
    text(
        { 0, baseline }, title, { Face::semibold, size, m_style->text, Align::left, std::min(title_width + units(1.0F), width) });

    const float left = title_width + gap;
    const HeadingWords words = choose_words(*m_style, subtitle, headline, width - left, gap);
    if (!words.headline.empty() && width - left > units(30.0F)) {
        const float mark = headline.tick ? 1.2F * size : 0.0F;
        const float room = width - left - mark;
        const float smaller = fitting_size(words.headline, Face::semibold, room, { size, m_style->small, m_style->smallest });
        const std::string shown = first_words(words.headline, Face::semibold, smaller, room / 1.05F);
        text({ width, baseline }, shown,
            { Face::semibold, smaller, headline.color, Align::right, std::min(room_for(shown, Face::semibold, smaller), room) });
        if (headline.tick)
            tick({ width - text_width(shown, Face::semibold, smaller) - 0.85F * size, baseline - kCapitalHeight / 2 * size },
                0.8F * size, headline.color);
    }
    text({ left, baseline }, words.subtitle,
        { Face::regular, m_style->small, m_style->secondary, Align::left,
            room_for(words.subtitle, Face::regular, m_style->small) });
}

void Canvas::heading(Rect rect, const std::string& title, const std::string& subtitle, const Headline& headline)
{
    Canvas head({ rect.width, rect.height }, *m_style);
    head.heading(title, subtitle, headline);
    append(head.finish(), { rect.x, rect.y });
}

void Canvas::tip(Rect rect, Tip tip)
{
    m_list.targets.push_back({ rect, std::move(tip) });
}

void Canvas::click(Rect rect, Click click)
{
    m_list.targets.push_back({ rect, std::move(click) });
}

void Canvas::cells(CellGrid grid)
{
    const Rect area = grid.area;
    m_list.targets.push_back({ area, std::move(grid) });
}

float Canvas::heading_height() const
{
    return 1.5F * m_style->head;
}

void Canvas::empty_words(Rect rect, const std::string& words)
{
    const float pitch = 1.4F * m_style->small;
    const auto room = static_cast<std::size_t>(std::clamp(rect.height / pitch, 0.0F, 4.0F));
    const std::vector<std::string> lines = wrap_text(words, Face::regular, m_style->small, rect.width, room);
    draw_lines(*this, { rect.center().x, rect.center().y - pitch * (static_cast<float>(lines.size()) - 1) / 2 }, lines, pitch,
        { Face::regular, m_style->small, m_style->secondary, Align::center, rect.width });
}

Ink note(const Style& style, float max_width, Align align)
{
    return { Face::regular, style.smallest, style.secondary, align, max_width };
}

Ink number_note(const Style& style, float max_width, Align align)
{
    return { Face::mono, style.smallest, style.secondary, align, max_width };
}

float draw_lines(Canvas& canvas, Point first, const std::vector<std::string>& lines, float pitch, const Ink& ink)
{
    for (const std::string& line : lines) {
        canvas.label(first, line, ink);
        first.y += pitch;
    }
    return first.y;
}

RowWriter::RowWriter(Canvas& canvas, Rect row, float gap)
    : m_canvas(canvas)
    , m_row(row)
    , m_gap(gap)
    , m_x(row.x)
{
}

bool RowWriter::put(const std::string& words, Ink ink, float mark, const std::function<void(Rect)>& draw_mark)
{
    ink.max_width = room_for(words, ink.face, ink.size);
    if (m_x + mark + ink.max_width > m_row.right())
        return false;
    if (draw_mark)
        draw_mark({ m_x, m_row.y, mark, m_row.height });
    m_canvas.label({ m_x + mark, m_row.center().y }, words, ink);
    m_x += mark + ink.max_width + m_gap;
    return true;
}

std::size_t rows_in(float room, float pitch)
{
    return static_cast<std::size_t>(std::max(0.0F, std::floor(room / pitch)));
}

float centered_baseline(float y, float size)
{
    return y + kCapitalHeight / 2 * size;
}

Color well_color(const Style& style)
{
    return is_dark(style.theme) ? mix(style.panel, style.background, 0.7F) : mix(style.panel, style.background, 1.0F);
}

Color track_color(const Style& style)
{
    return is_dark(style.theme) ? mix(style.panel, style.dim, 0.4F) : mix(style.panel, style.dim, 0.5F);
}

Color chosen_color(const Style& style)
{
    return mix(style.panel, style.blue, is_dark(style.theme) ? 0.16F : 0.08F);
}

Color idle_color(const Style& style)
{
    return is_dark(style.theme) ? mix(style.panel, style.dim, 0.55F) : mix(style.panel, style.dim, 0.6F);
}

Color shape_color(const Style& style, Color color)
{
    if (is_dark(style.theme))
        return color;
    const auto brighter = [](std::uint8_t channel) {
        return static_cast<std::uint8_t>(std::min(1.25F * static_cast<float>(channel), 255.0F));
    };
    return { brighter(color.r), brighter(color.g), brighter(color.b), color.a };
}

Color on_fill(const Style& style)
{
    return is_dark(style.theme) ? style.background : style.panel;
}

} // namespace warpstage::draw
