#include "app/draw/caption.h"

#include "app/draw/canvas.h"
#include "app/draw/text_metrics.h"
#include "core/base/words.h"

#include <fmt/format.h>

namespace warpstage::draw {

namespace {

constexpr std::size_t kMaxLines = 2; // maximum lines of a list
constexpr float kGap = 8.0F; // below the line that separates the figure

struct Row {
    std::string text;
    Face face = Face::regular;
    float size = 0.0F;
    Color color;
};

// Parts in sequence; a new line begins when one is full. The rest stays on the last line and is shortened by the painter.
std::vector<std::string> flow(const std::vector<std::string>& parts, float size, float width)
{
    std::vector<std::string> lines;
    for (const std::string& part : parts) {
        const std::string joined = lines.empty() ? part : lines.back() + " · " + part;
        const bool fits = !lines.empty() && room_for(joined, Face::regular, size) <= width;
        if (fits || lines.size() == kMaxLines)
            lines.back() = joined;
        else
            lines.push_back(part);
    }
    return lines;
}

std::vector<Row> rows_of(const CaptionInput& input, float width, const Style& style)
{
    std::vector<Row> rows;
    const auto add = [&](const std::vector<std::string>& parts, float size, Color color) {
        for (std::string& line : flow(parts, size, width))
            rows.push_back({ std::move(line), Face::regular, size, color });
    };
    if (input.line != 0 && !input.code.empty())
        rows.push_back({ input.code, Face::mono, style.smallest, style.text });
    add(input.numbers, style.small, style.text);
    add(input.what, style.smallest, style.secondary);
    if (!input.source.empty())
        add({ input.source }, style.smallest, style.secondary);
    return rows;
}

float pitch_of(float size)
{
    return 1.45F * size;
}

std::string name_of(const CaptionInput& input)
{
    return input.line == 0 ? input.kernel : trf("{}, line {}", input.kernel, input.line);
}

} // namespace

float caption_height(const CaptionInput& input, float width, const Style& style)
{
    float height = kGap * style.scale + pitch_of(style.small);
    for (const Row& row : rows_of(input, width, style))
        height += pitch_of(row.size);
    return height;
}

DrawList caption_figure(const CaptionInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    canvas.line({ 0, canvas.units(0.5F) }, { size.width, canvas.units(0.5F) }, style.border, canvas.units(1.0F));
    float y = canvas.units(kGap);
    const auto write = [&](const Row& row) {
        canvas.label(
            Point { 0, y + pitch_of(row.size) / 2 }, row.text, { row.face, row.size, row.color, Align::left, size.width });
        y += pitch_of(row.size);
    };
    write({ name_of(input), Face::semibold, style.small, style.text });
    for (const Row& row : rows_of(input, size.width, style))
        write(row);
    return canvas.finish();
}

std::string caption_words(const CaptionInput& input)
{
    std::string words = name_of(input);
    if (input.line != 0 && !input.code.empty())
        words += ": " + input.code;
    for (const auto* parts : { &input.numbers, &input.what })
        for (const std::string& part : *parts)
            words += " · " + part;
    return input.source.empty() ? words : words + " · " + input.source;
}

} // namespace warpstage::draw
