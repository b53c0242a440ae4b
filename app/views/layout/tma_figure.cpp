#include "app/views/layout/chunk_map.h"
#include "app/views/layout/memory_figures.h"

namespace warpstage::views {

namespace {

using layout::IntTuple;

struct BoxElement {
    std::int64_t outer = 0;
    std::int64_t inner = 0;

    bool operator==(const BoxElement&) const = default;
};
using BoxMap = std::map<std::int64_t, BoxElement>; // by byte

// Where the layout and the copy place every element.
struct PlacedBox {
    explicit PlacedBox(const TmaPicture& picture)
    {
        const layout::TmaComparison& box = picture.comparison;
        for (std::int64_t outer = 0; outer < box.outer; ++outer)
            for (std::int64_t inner = 0; inner < box.inner; ++inner) {
                const IntTuple coordinate =
                    box.inner_is_columns ? std::vector<IntTuple> { outer, inner } : std::vector<IntTuple> { inner, outer };
                by_layout[picture.layout(coordinate) * box.element_bytes] = { outer, inner };
                by_copy[tma_byte_of(box, outer, inner)] = { outer, inner };
            }
    }
    BoxMap by_layout;
    BoxMap by_copy;
};

std::string coordinate_words(const layout::TmaComparison& box, const BoxElement& element)
{
    return box.inner_is_columns ? fmt::format("({},{})", element.outer, element.inner)
                                : fmt::format("({},{})", element.inner, element.outer);
}

// A chunk has the coordinate of the element at its first byte, and the color of its place in the box.
ChunkMap map_of(const layout::TmaComparison& box, const BoxMap& elements, const BoxMap& others, const Style& style)
{
    const std::int64_t in_chunk = kMapChunkBytes / box.element_bytes;
    const std::int64_t chunks = std::max<std::int64_t>(box.inner / in_chunk, 1);
    ChunkMap map;
    for (const auto& [byte, element] : elements) {
        const auto other = others.find(byte);
        const bool differs = other == others.end() || !(other->second == element);
        const auto [at, added] = map.try_emplace(byte / kMapChunkBytes);
        MapChunk& chunk = at->second;
        chunk.framed = chunk.framed || differs;
        if (!added)
            continue;
        chunk.label = coordinate_words(box, element);
        chunk.fill = shade_of(style, style.blue, element.inner / in_chunk, chunks);
        chunk.tip = trf("Element {} at its first byte", chunk.label);
    }
    return map;
}

std::string copy_name(layout::SwizzleMode mode)
{
    return fmt::format("CU_TENSOR_MAP_SWIZZLE_{}", mode == layout::SwizzleMode::none ? "NONE" : name_of(mode));
}

} // namespace

DrawList tma_figure(const TmaPicture& picture, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const layout::TmaComparison& box = picture.comparison;
    const PlacedBox placed(picture);
    const ChunkMap left = map_of(box, placed.by_layout, placed.by_copy, style);
    const ChunkMap right = map_of(box, placed.by_copy, placed.by_layout, style);
    const auto differing =
        static_cast<std::uint64_t>(std::ranges::count_if(left, [](const auto& it) { return it.second.framed; }));
    canvas.heading(text_of(picture.layout), trf("{} · box of {} x {} elements", picture.type, box.inner, box.outer),
        { { differing == 0 ? tr("equal") : trf("{} of {} chunks differ", differing, left.size()),
              differing == 0 ? tr("equal") : tr("differs") },
            differing == 0 ? style.green : style.vermilion, differing == 0 });
    const auto lines = wrap_text(sentence_of(box), Face::regular, style.small, size.width - 2 * style.margin, 3);
    const float words = style.small * (1.4F * static_cast<float>(lines.size()) + 0.6F);
    const float top = canvas.heading_height() + style.margin * 0.5F;
    const Rect area { style.margin, top, size.width - 2 * style.margin, size.height - top - words };
    if (area.height <= 0)
        return canvas.finish();
    const auto [first, second] = two_parts(area, size, style.margin, 0.5F);
    draw_chunk_map(canvas, left, tr("Layout: element at each 16 bytes"), first);
    draw_chunk_map(canvas, right, trf("Tensor copy, {}", copy_name(box.mode)), second);
    draw_lines(canvas, { style.margin, area.bottom() + style.small }, lines, 1.4F * style.small,
        { Face::regular, style.small, style.text, Align::left, size.width - 2 * style.margin });
    return canvas.finish();
}

Exhibit tma_exhibit(TmaPicture picture)
{
    CaptionInput caption;
    caption.what = { copy_name(picture.comparison.mode), "chunks of 16 bytes in lines of 128 bytes" };
    caption.numbers = { picture.comparison.equal ? "the copy writes what the layout names" : "the copy and the layout differ" };
    caption.source = "computed from the layout";
    return exhibit_of_figure(std::move(caption), &tma_figure, std::move(picture));
}

} // namespace warpstage::views
