#include "app/views/memories/hierarchy_figure.h"

#include "app/views/gallery/exhibit.h"
#include "core/arch/gpus.h"

namespace warpstage::views {

namespace {

using arch::MemoryPlace;
using arch::MemoryRow;

constexpr std::size_t kColumns = 6;

constexpr std::array<const char*, kColumns> kHeads { marked("memory"), marked("size"), marked("scope"), marked("access"),
    marked("lifetime"), marked("cycles") };
constexpr std::array<std::size_t, kColumns - 1> kFirstToGo { 5, 4, 3, 2, 1 }; // if space is limited

std::array<std::string, kColumns> cells_of(const MemoryRow& row)
{
    return { std::string { row.name }, row.size, std::string { row.scope }, std::string { row.access },
        std::string { row.lifetime }, row.latency > 0 ? fmt::format("{:.0f}", row.latency) : std::string {} };
}

std::string words_of_place(MemoryPlace place, std::uint32_t multiprocessors)
{
    switch (place) {
    case MemoryPlace::multiprocessor:
        return trf("on-chip, in each of {}", counted(multiprocessors, "multiprocessor"));
    case MemoryPlace::chip:
        return tr("on-chip, shared by all multiprocessors");
    case MemoryPlace::device_memory:
        return tr("device memory (DRAM)");
    }
    return {};
}

Color color_of_place(const Style& style, MemoryPlace place)
{
    switch (place) {
    case MemoryPlace::multiprocessor:
        return style.green;
    case MemoryPlace::chip:
        return style.blue;
    case MemoryPlace::device_memory:
        return style.orange;
    }
    return style.text;
}

struct Columns {
    std::array<float, kColumns> width {};
    float gap = 0.0F;

    [[nodiscard]] float total() const
    {
        float sum = 0.0F;
        for (const float one : width)
            sum += one > 0.0F ? one + gap : 0.0F;
        return sum - gap;
    }
};

Columns columns_of(const HierarchyInput& input, float size, float room, const Style& style)
{
    Columns columns;
    columns.gap = 1.1F * size;
    for (std::size_t i = 0; i < kColumns; ++i)
        columns.width[i] = room_for(tr(kHeads[i]), Face::regular, style.smallest);
    for (const MemoryRow& row : input.rows) {
        const auto cells = cells_of(row);
        for (std::size_t i = 0; i < kColumns; ++i)
            columns.width[i] = std::max(columns.width[i], room_for(cells[i], i == 0 ? Face::semibold : Face::regular, size));
    }
    for (const std::size_t i : kFirstToGo)
        if (columns.total() > room)
            columns.width[i] = 0.0F;
    columns.width[0] = std::min(columns.width[0], std::max(room, 1.0F));
    return columns;
}

void draw_cells_of(Canvas& canvas, const MemoryRow& row, const Columns& columns, Rect place, float size)
{
    const Style& style = canvas.style();
    const auto cells = cells_of(row);
    // The second line of a row adds details to the size.
    const bool second = !row.detail.empty() && place.height >= 1.25F * size + 1.3F * style.smallest;
    const float middle = second ? place.y + 0.5F * (place.height - 1.3F * style.smallest) : place.center().y;
    float x = place.x;
    for (std::size_t i = 0; i < kColumns; ++i) {
        if (columns.width[i] <= 0.0F)
            continue;
        const bool cache = row.access == "cache";
        canvas.label({ x, middle }, cells[i],
            { i == 0 ? Face::semibold : Face::regular, size, cache && i == 0 ? style.secondary : style.text, Align::left,
                columns.width[i] + 0.5F * columns.gap });
        x += columns.width[i] + columns.gap;
    }
    if (second)
        canvas.label({ place.x + columns.width[0] + columns.gap, middle + 0.65F * size + 0.65F * style.smallest }, row.detail,
            note(style, place.right() - place.x - columns.width[0] - columns.gap));
}

} // namespace

DrawList hierarchy_figure(const HierarchyInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Memory hierarchy"), input.gpu };
    if (input.rows.empty())
        return empty_page(std::move(canvas), words, tr("no GPU"));
    words.sentence = {
        tr("Cycles: from issue until a dependent instruction can issue, if the memory in that row holds the value. RW: "
           "read and write, RO: read only, for kernels."),
        tr("RW: read and write, RO: read only, for kernels.")
    };
    const float least = 1.6F * style.smallest + 3 * 1.7F * style.small + canvas.units(8.0F)
        + 1.22F * style.small * static_cast<float>(input.rows.size());
    const Rect area = draw_page(canvas, words, {}, least); // the sentence is omitted before the names of the places
    const float bar = canvas.units(6.0F);
    const float left = area.x + bar + canvas.units(12.0F);
    const float room = area.right() - left;
    float text = style.body;
    Columns columns = columns_of(input, text, room, style);
    if (std::ranges::count(columns.width, 0.0F) > 0) { // smaller text before less text
        text = style.small;
        columns = columns_of(input, text, room, style);
    }
    // The remaining width is distributed between the columns.
    const auto shown = static_cast<float>(std::ranges::count_if(columns.width, [](float width) { return width > 0.0F; }));
    columns.gap += std::clamp((room - columns.total()) / std::max(shown, 1.0F), 0.0F, canvas.units(44.0F));

    const float head = 1.6F * style.smallest;
    float x = left;
    for (std::size_t i = 0; i < kColumns && area.height > head + 1.2F * style.small; ++i) {
        if (columns.width[i] <= 0.0F)
            continue;
        canvas.label({ x, area.y + head / 2 }, tr(kHeads[i]), note(style, columns.width[i] + 0.5F * columns.gap));
        x += columns.width[i] + columns.gap;
    }
    float title = 1.7F * style.small;
    std::size_t groups = 1;
    for (std::size_t i = 1; i < input.rows.size(); ++i)
        groups += input.rows[i].place != input.rows[i - 1].place ? 1U : 0U;
    const float gap = canvas.units(4.0F);
    const auto pitch_for = [&](float with_title) {
        const float all = area.height - head - static_cast<float>(groups) * (with_title + gap);
        return std::min(all / static_cast<float>(input.rows.size()), 1.5F * text + 1.7F * style.smallest);
    };
    float pitch = pitch_for(title);
    if (pitch < 1.25F * text && text > style.small) { // smaller text before none
        text = style.small;
        pitch = pitch_for(title);
    }
    if (pitch < 1.2F * text) { // the color of the bar alone shows the place of the memories
        title = 0.0F;
        pitch = std::max(pitch_for(title), 1.15F * text);
    }
    float y = area.y + head;
    if (y + pitch > area.bottom())
        return canvas.finish();
    for (std::size_t i = 0; i < input.rows.size(); ++i) {
        const MemoryRow& row = input.rows[i];
        const Color color = color_of_place(style, row.place);
        if (i == 0 || row.place != input.rows[i - 1].place) {
            if (i > 0)
                y += gap;
            if (y + title + pitch > area.bottom() + 0.5F)
                break;
            const auto same = static_cast<float>(
                std::ranges::count_if(input.rows, [&](const MemoryRow& other) { return other.place == row.place; }));
            const Rect group { area.x, y, area.width, std::min(title + same * pitch, area.bottom() - y) };
            canvas.fill(group, mix(style.panel, color, 0.09F), canvas.units(5.0F));
            canvas.fill({ group.x, group.y, bar, group.height }, shape_color(style, color), canvas.units(3.0F));
            if (title > 0.0F)
                canvas.label({ left, y + title / 2 }, words_of_place(row.place, input.multiprocessors),
                    { Face::semibold, style.small, color, Align::left, room });
            y += title;
        }
        if (y + pitch > area.bottom() + 0.5F)
            break; // the rest does not fit
        draw_cells_of(canvas, row, columns, { left, y, room, pitch }, text);
        y += pitch;
    }
    return canvas.finish();
}

Result<Exhibit> prepare_hierarchy(const Subject& subject)
{
    const arch::Gpu& gpu = subject.gpu != nullptr ? *subject.gpu : arch::largest_gpu(subject.traits->capability);
    HierarchyInput input { arch::memory_hierarchy(*subject.traits, gpu), fmt::format("{} ({})", gpu.name, subject.traits->name),
        gpu.multiprocessors };
    CaptionInput caption;
    caption.kernel = tr("memory hierarchy");
    caption.what = { input.gpu };
    caption.numbers = { counted(input.multiprocessors, "multiprocessor") };
    caption.source =
        tr("sizes: CUDA programming guides and the GPU's data sheet; cycles: see the sources in `warpstage gpus --timing`");
    return exhibit_of_figure(std::move(caption), hierarchy_figure, std::move(input));
}

} // namespace warpstage::views
