#include "app/views/layout/chunk_map.h"

namespace warpstage::views {

namespace {

constexpr float kLowestLine = 9.0F; // points
constexpr float kHighestLine = 30.0F;
constexpr float kWidestChunk = 90.0F;

} // namespace

Color shade_of(const Style& style, Color hue, std::int64_t index, std::int64_t count)
{
    const float share = count < 2 ? 0.5F : static_cast<float>(index % count) / static_cast<float>(count - 1);
    return mix(style.panel, shape_color(style, hue), 0.22F + 0.63F * share);
}

void write_in_chunk(Canvas& canvas, Rect cell, const std::string& text, Color fill)
{
    const Style& style = canvas.style();
    const float widest = text_width(text, Face::mono, style.smallest);
    const float size =
        std::min({ style.smallest, 0.78F * cell.height, style.smallest * 0.92F * cell.width / std::max(widest, 1.0F) });
    if (size >= canvas.units(7.5F))
        canvas.label(cell.center(), text, { Face::mono, size, ink_on(fill, style), Align::center, cell.width });
}

std::pair<Rect, Rect> two_parts(Rect area, Size picture, float gap, float share)
{
    if (picture.width < 1.1F * picture.height) {
        const Rect first { area.x, area.y, area.width, (area.height - gap) / 2 };
        return { first, { area.x, first.bottom() + gap, area.width, first.height } };
    }
    const Rect first { area.x, area.y, (area.width - gap) * share, area.height };
    return { first, { first.right() + gap, area.y, area.width - gap - first.width, area.height } };
}

void draw_chunk_map(Canvas& canvas, const ChunkMap& map, const std::string& title, Rect area)
{
    const Style& style = canvas.style();
    canvas.label(
        { area.x, area.y + style.small * 0.8F }, title, { Face::semibold, style.small, style.text, Align::left, area.width });
    const float numbers = room_for("00000", Face::mono, style.smallest);
    const float head = style.small * 1.6F + style.smallest * 1.3F;
    const Rect cells { area.x + numbers, area.y + head, area.width - numbers, area.height - head };
    const std::int64_t first = map.empty() ? 0 : map.begin()->first / kChunksOfLine;
    const std::int64_t lines = map.empty() ? 0 : map.rbegin()->first / kChunksOfLine + 1 - first;
    const float lowest = canvas.units(kLowestLine);
    if (lines == 0 || cells.height < lowest || cells.width < lowest * kChunksOfLine)
        return;
    const float room =
        lines > static_cast<std::int64_t>(cells.height / lowest) ? cells.height - 1.5F * style.smallest : cells.height;
    const auto shown = std::clamp<std::int64_t>(static_cast<std::int64_t>(room / lowest), 1, lines);
    const float height = std::min(room / static_cast<float>(shown), canvas.units(kHighestLine));
    const float width = std::min(cells.width / static_cast<float>(kChunksOfLine), canvas.units(kWidestChunk));
    const float gap = std::min(canvas.units(0.6F), 0.06F * width);
    const std::int64_t headers = width > room_for("+112", Face::mono, style.smallest) ? 1 : 2; // every one or every second
    for (std::int64_t chunk = 0; chunk < kChunksOfLine; chunk += headers)
        canvas.label({ cells.x + width * (static_cast<float>(chunk) + 0.5F), cells.y - style.smallest * 0.65F },
            fmt::format("+{}", chunk * kMapChunkBytes), number_note(style, width * static_cast<float>(headers), Align::center));
    const auto step = static_cast<std::int64_t>(std::ceil(style.smallest * 1.1F / height));
    for (std::int64_t line = 0; line < shown; ++line) {
        const float y = cells.y + height * static_cast<float>(line);
        if (line % step == 0)
            canvas.label({ cells.x - canvas.units(4.0F), y + height / 2 },
                std::to_string((first + line) * kChunksOfLine * kMapChunkBytes), number_note(style, numbers, Align::right));
        for (std::int64_t i = 0; i < kChunksOfLine; ++i) {
            const Rect cell { cells.x + width * static_cast<float>(i) + gap, y + gap, width - 2 * gap, height - 2 * gap };
            const auto found = map.find((first + line) * kChunksOfLine + i);
            if (found == map.end()) {
                canvas.fill(cell, well_color(style));
                continue;
            }
            canvas.fill(cell, found->second.fill);
            if (found->second.framed)
                canvas.outline(cell, style.vermilion);
            write_in_chunk(canvas, cell, found->second.label, found->second.fill);
            canvas.tip(cell, { trf("Byte {}", found->first * kMapChunkBytes), found->second.tip, {}, {}, {} });
        }
    }
    if (shown < lines)
        canvas.label({ cells.x, cells.y + height * static_cast<float>(shown) + 0.8F * style.smallest },
            trf("and {} more lines", lines - shown), note(style, cells.width));
}

} // namespace warpstage::views
