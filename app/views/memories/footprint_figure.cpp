#include "app/views/memories/footprint_figure.h"

#include <map>

namespace warpstage::views {

namespace {

constexpr std::size_t kSectorOfImage = 32; // bytes
constexpr std::size_t kImageMargin = 1; // margin in elements around the elements that are read
constexpr std::size_t kMaxImageSide = 160; // elements that are drawn

struct ImageWindow {
    std::size_t left = 0;
    std::size_t top = 0;
    std::size_t columns = 1;
    std::size_t rows = 1;
};

using Counts = std::map<std::uint64_t, std::uint32_t>; // reads of each element

ImageWindow window_of(const FootprintInput& input, const Counts& counts)
{
    std::size_t left = input.width;
    std::size_t right = 0;
    std::size_t top = input.height;
    std::size_t bottom = 0;
    for (const auto& [element, count] : counts) {
        left = std::min<std::size_t>(left, element % input.width);
        right = std::max<std::size_t>(right, element % input.width);
        top = std::min<std::size_t>(top, element / input.width);
        bottom = std::max<std::size_t>(bottom, element / input.width);
    }
    // Complete sectors in horizontal direction.
    const std::size_t of_sector = std::max<std::size_t>(1, kSectorOfImage / input.element_bytes);
    left = left / of_sector * of_sector;
    right = std::min(input.width, (right / of_sector + 1) * of_sector);
    ImageWindow window { left, top > kImageMargin ? top - kImageMargin : 0, 1, 1 };
    window.columns = std::min(kMaxImageSide, right - left);
    window.rows = std::min(kMaxImageSide, std::min(input.height, bottom + 1 + kImageMargin) - window.top);
    return window;
}

// Of an element in the area.
float pitch_in(const Canvas& canvas, const ImageWindow& window, Rect area)
{
    return std::min(
        { area.width / static_cast<float>(window.columns), area.height / static_cast<float>(window.rows), canvas.units(26.0F) });
}

bool writes_counts(const Canvas& canvas, float pitch)
{
    return pitch >= 1.25F * canvas.style().smallest;
}

void draw_image(Canvas& canvas, const FootprintInput& input, const Counts& counts, const ImageWindow& window, Rect area)
{
    const Style& style = canvas.style();
    const float pitch = pitch_in(canvas, window, area);
    const Rect grid { area.x + (area.width - pitch * static_cast<float>(window.columns)) / 2, area.y,
        pitch * static_cast<float>(window.columns), pitch * static_cast<float>(window.rows) };
    canvas.fill(grid, well_color(style));
    std::uint32_t most = 1;
    for (const auto& [element, count] : counts)
        most = std::max(most, count);
    const float gap = std::min(canvas.units(1.0F), 0.15F * pitch);
    const Color full = shape_color(style, style.blue);
    const Color ground = idle_color(style);
    const bool numbers = writes_counts(canvas, pitch);
    std::set<std::uint64_t> sectors;
    for (const auto& [element, count] : counts) {
        const std::size_t row = element / input.width;
        const std::size_t column = element % input.width;
        if (row < window.top || column < window.left || row >= window.top + window.rows || column >= window.left + window.columns)
            continue;
        const Color color = mix(ground, full, 0.3F + 0.7F * static_cast<float>(count) / static_cast<float>(most));
        const Rect cell { grid.x + pitch * static_cast<float>(column - window.left) + gap / 2,
            grid.y + pitch * static_cast<float>(row - window.top) + gap / 2, pitch - gap, pitch - gap };
        canvas.fill(cell, color);
        if (numbers)
            canvas.label_in(cell, std::to_string(count), { Face::mono, style.smallest, ink_on(color, style), Align::center });
        sectors.insert(element * input.element_bytes / kSectorOfImage);
    }
    // Sectors of rows that start on a sector boundary.
    const std::size_t of_sector = std::max<std::size_t>(1, kSectorOfImage / input.element_bytes);
    if (input.width % of_sector == 0)
        for (const std::uint64_t sector : sectors) {
            const std::uint64_t element = sector * of_sector;
            const auto column = static_cast<float>(element % input.width - window.left);
            const std::uint64_t line = element / input.width;
            const auto row = static_cast<float>(line - window.top);
            canvas.outline({ grid.x + pitch * column, grid.y + pitch * row, pitch * static_cast<float>(of_sector), pitch },
                shape_color(style, style.orange));
        }
    canvas.outline(grid, style.border);
}

} // namespace

DrawList footprint_figure(const FootprintInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    Counts counts;
    for (const std::uint64_t element : input.reads)
        ++counts[element];
    if (counts.empty() || input.width == 0) {
        canvas.empty_words(size.area(), tr("no load of the image was recorded"));
        return canvas.finish();
    }
    const float pitch = 1.5F * style.body;
    const float foot = 2.9F * style.smallest;
    const Rect area { 0, 2.3F * pitch, size.width, size.height - 2.3F * pitch - foot };
    const std::string elements =
        trf("{} reads of {} different pixels", grouped_count(input.reads.size()), grouped_count(counts.size()));
    if (area.height < canvas.units(60.0F) || area.width < canvas.units(120.0F)) {
        canvas.empty_words(size.area(), elements);
        return canvas.finish();
    }
    canvas.label({ 0, pitch / 2 }, input.title, { Face::semibold, style.body, style.orange, Align::left, size.width });
    canvas.label({ 0, 1.5F * pitch },
        fitting_words(
            { fmt::format("{} · {} · {}", elements, counted(input.requests, "request"), counted(input.sectors, "sector")),
                trf("{} pixels · {}", counts.size(), counted(input.sectors, "sector")) },
            Face::regular, style.body, size.width),
        { Face::regular, style.body, style.text, Align::left, size.width });
    const ImageWindow window = window_of(input, counts);
    draw_image(canvas, input, counts, window, area);
    const std::vector<std::string> words = wrap_text(
        trf("{}: reads by the warp. Orange: a sector of 32 bytes. Recorded addresses, {}.",
            writes_counts(canvas, pitch_in(canvas, window, area)) ? tr("Figure in a pixel") : tr("Brightness of a pixel"),
            input.architecture),
        Face::regular, style.smallest, size.width / 1.04F, 2);
    const float line = 1.35F * style.smallest;
    draw_lines(
        canvas, { 0, size.height - line * (static_cast<float>(words.size()) - 0.5F) }, words, line, note(style, size.width));
    return canvas.finish();
}

} // namespace warpstage::views
