#include "app/draw/text_layout.h"
#include "app/draw/text_metrics.h"
#include "app/export/formats.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::exporter {

namespace {

using draw::Color;
using draw::Point;

// Thousandths of a point, without trailing zeros.
std::string number(float value)
{
    VERIFY(std::isfinite(value));
    std::string digits = fmt::format("{:.3f}", value);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
        digits.pop_back();
    return digits == "-0" ? "0" : digits;
}

std::string paint(std::string_view attribute, Color color)
{
    std::string words = fmt::format(R"( {}="#{:02x}{:02x}{:02x}")", attribute, color.r, color.g, color.b);
    if (color.a != 255)
        words += fmt::format(R"( {}-opacity="{}")", attribute, number(static_cast<float>(color.a) / 255.0F));
    return words;
}

std::string points(const std::vector<Point>& all)
{
    std::string words;
    for (const Point point : all)
        words += fmt::format("{}{},{}", words.empty() ? "" : " ", number(point.x), number(point.y));
    return words;
}

std::string_view anchor(draw::Align align)
{
    switch (align) {
    case draw::Align::left:
        return "";
    case draw::Align::center:
        return R"( text-anchor="middle")";
    case draw::Align::right:
        return R"( text-anchor="end")";
    }
    VERIFY_NOT_REACHED();
}

std::string_view font(draw::Face face)
{
    switch (face) {
    case draw::Face::regular:
        return R"( font-family="Inter, Helvetica, Arial, sans-serif")";
    case draw::Face::semibold:
        return R"( font-family="Inter, Helvetica, Arial, sans-serif" font-weight="600")";
    case draw::Face::mono:
        return R"( font-family="'JetBrains Mono', 'DejaVu Sans Mono', Consolas, monospace")";
    }
    VERIFY_NOT_REACHED();
}

std::string element(const draw::Box& box)
{
    // The outline is inside the rectangle.
    const float width = box.outline ? box.outline_width : 0.0F;
    const draw::Rect rect = box.rect.inset(width / 2);
    std::string words = fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", number(rect.x), number(rect.y),
        number(std::max(rect.width, 0.0F)), number(std::max(rect.height, 0.0F)));
    // In grids of adjacent square boxes, antialiased edges would be visible as seams.
    words += box.corner_radius > 0.0F ? fmt::format(R"( rx="{}")", number(std::max(box.corner_radius - width / 2, 0.0F)))
                                      : R"( shape-rendering="crispEdges")";
    words += box.fill ? paint("fill", *box.fill) : R"( fill="none")";
    if (box.outline)
        words += paint("stroke", *box.outline) + fmt::format(R"( stroke-width="{}")", number(width));
    return words + "/>";
}

std::string element(const draw::Line& line)
{
    return fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}"{} stroke-width="{}"/>)", number(line.from.x), number(line.from.y),
        number(line.to.x), number(line.to.y), paint("stroke", line.color), number(line.width));
}

std::string element(const draw::Polyline& polyline)
{
    return fmt::format(R"(<polyline points="{}" fill="none"{} stroke-width="{}" stroke-linejoin="round"/>)",
        points(polyline.points), paint("stroke", polyline.color), number(polyline.width));
}

std::string element(const draw::Polygon& polygon)
{
    return fmt::format(R"(<polygon points="{}"{}/>)", points(polygon.points), paint("fill", polygon.color));
}

std::string element(const draw::Circle& circle)
{
    return fmt::format(R"(<circle cx="{}" cy="{}" r="{}"{}/>)", number(circle.center.x), number(circle.center.y),
        number(circle.radius), paint("fill", circle.color));
}

std::string element(const draw::Text& text)
{
    const auto layout = draw::lay_out(
        text.text, text.max_width, [&](char32_t character) { return draw::glyph_width(character, text.face, text.size); });
    return fmt::format(R"(<text x="{}" y="{}"{}{} font-size="{}"{} xml:space="preserve">{}</text>)", number(text.anchor.x),
        number(text.anchor.y), anchor(text.align), font(text.face), number(text.size), paint("fill", text.color),
        escaped_for_xml(draw::encode_utf8(layout.characters), LineEnds::replaced));
}

} // namespace

// XML 1.0, "Character Data" and "Characters".
std::string escaped_for_xml(std::string_view text, LineEnds line_ends)
{
    std::string result;
    for (const char32_t character : draw::decode_utf8(text)) {
        const bool space = line_ends == LineEnds::kept && (character == '\n' || character == '\t');
        const bool allowed = (character >= 0x20 || space) && character != 0xfffe && character != 0xffff;
        if (character == '<')
            result += "&lt;";
        else if (character == '>')
            result += "&gt;";
        else if (character == '&')
            result += "&amp;";
        else
            result += draw::encode_utf8({ { allowed ? character : U'\ufffd' } });
    }
    return result;
}

std::string to_svg(const draw::DrawList& picture, const About& about)
{
    const std::string width = number(std::ceil(picture.size.width));
    const std::string height = number(std::ceil(picture.size.height));
    std::string file = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    // As in the layout of the figures: no ligatures in code, no kerning.
    file += fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}pt" height="{1}pt" viewBox="0 0 {0} {1}")"
                        R"( style="font-kerning:none;font-variant-ligatures:none">)",
        width, height);
    file += fmt::format("\n<title>{}</title>\n<desc>{}</desc>\n", escaped_for_xml(about.title, LineEnds::replaced),
        escaped_for_xml(about.description, LineEnds::replaced));
    for (const draw::Item& item : picture.items)
        file += std::visit([](const auto& shape) { return element(shape); }, item) + "\n";
    return file + "</svg>\n";
}

} // namespace warpstage::exporter
