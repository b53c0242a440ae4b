#include "app/views/layout/chunk_map.h"
#include "app/views/layout/memory_figures.h"

namespace warpstage::views {

namespace {

using layout::Major;
using layout::SwizzleMode;

constexpr std::int64_t kCoreRows = 8; // of a core matrix
constexpr float kWidestCore = 130.0F; // points
constexpr float kNarrowestCore = 16.0F;
constexpr float kHighestRow = 16.0F;

// The operand in core matrices of 8 rows and 16 bytes. K-major: rows along m or n, bytes along k; MN-major the other way around.
struct Cores {
    const analysis::OperandDescriptor& operand;
    int bits = 0; // of an element
    std::int64_t rows = 0;
    std::int64_t chunks = 0; // of 16 bytes in a row

    Cores(const DescriptorPicture& picture)
        : operand(picture.operand)
        , bits(picture.type.bits)
        , rows(is_k_major() ? operand.side : operand.depth)
        , chunks((is_k_major() ? operand.depth : operand.side) * bits / 8 / kMapChunkBytes)
    {
    }

    [[nodiscard]] bool is_k_major() const { return operand.major == Major::k; }
    [[nodiscard]] std::int64_t elements() const { return kMapChunkBytes * 8 / bits; } // of a chunk
    [[nodiscard]] std::int64_t byte_of(std::int64_t row, std::int64_t chunk) const
    {
        const std::int64_t along = chunk * elements();
        return address_of(operand.fields, operand.major, bits, is_k_major() ? row : along, is_k_major() ? along : row);
    }
    [[nodiscard]] std::string coordinate(std::int64_t row, std::int64_t chunk) const
    {
        const std::int64_t along = chunk * elements();
        return is_k_major() ? fmt::format("({},{})", row, along) : fmt::format("({},{})", along, row);
    }
    // From a core matrix to the one below, and to the one that an offset of the descriptor names on the right.
    [[nodiscard]] std::string_view below() const
    {
        return !is_k_major() && operand.fields.mode == SwizzleMode::none ? "LBO" : "SBO";
    }
    [[nodiscard]] std::string_view beside() const
    {
        if (operand.fields.mode == SwizzleMode::none)
            return is_k_major() ? "LBO" : "SBO";
        return is_k_major() ? "" : "LBO"; // K-major: the 32 bytes of an instruction lie within the span
    }
    [[nodiscard]] std::int64_t chunks_to_beside() const
    {
        return operand.fields.mode == SwizzleMode::none ? 1 : span_bytes(operand.fields.mode) / kMapChunkBytes;
    }
    [[nodiscard]] std::uint32_t offset(std::string_view name) const
    {
        return name == "SBO" ? operand.fields.stride : operand.fields.leading;
    }
};

Color core_color(const Style& style, std::int64_t row, std::int64_t chunk)
{
    const std::array hues { style.blue, style.orange, style.green, style.purple };
    return shade_of(style, hues[static_cast<std::size_t>(row / kCoreRows) % hues.size()], chunk, 8);
}

// Between two points of a row or column, with an arrow head at the end and words beside it.
void draw_offset(Canvas& canvas, Point from, Point to, const std::string& words, float room)
{
    const Style& style = canvas.style();
    const bool down = to.y > from.y;
    canvas.line(from, to, style.vermilion, canvas.units(1.6F));
    canvas.triangle(to, canvas.units(9.0F), down ? Pointing::down : Pointing::right, style.vermilion);
    const Point at =
        down ? Point { to.x - canvas.units(6.0F), (from.y + to.y) / 2 } : Point { from.x, from.y - style.smallest * 0.75F };
    canvas.label(at, words, { Face::semibold, style.smallest, style.vermilion, down ? Align::right : Align::left, room });
}

void draw_operand(Canvas& canvas, const Cores& cores, Rect area)
{
    const Style& style = canvas.style();
    const std::string below = fmt::format("{} {}", cores.below(), cores.offset(cores.below()));
    const float left = std::max(room_for("000", Face::mono, style.smallest), room_for(below, Face::semibold, style.smallest))
        + canvas.units(12.0F);
    const float head = style.small * 1.6F + style.smallest * 1.6F;
    const Rect room { area.x + left, area.y + head, area.width - left, area.height - head };
    if (room.height <= 0 || room.width <= 0 || cores.chunks == 0)
        return;
    const std::int64_t columns =
        std::min(cores.chunks, std::max<std::int64_t>(1, static_cast<std::int64_t>(room.width / canvas.units(kNarrowestCore))));
    std::string title =
        cores.is_k_major() ? tr("Operand: rows of m or n, 16 bytes along k") : tr("Operand: rows of k, 16 bytes along m or n");
    if (columns < cores.chunks)
        title = trf("Operand: {} of {} columns of 16 bytes", columns, cores.chunks);
    canvas.label(
        { area.x, area.y + style.small * 0.8F }, title, { Face::semibold, style.small, style.text, Align::left, area.width });
    const float width = std::min(room.width / static_cast<float>(columns), canvas.units(kWidestCore));
    const float height = std::min(room.height / static_cast<float>(cores.rows), canvas.units(kHighestRow));
    const auto corner = [&](std::int64_t row, std::int64_t chunk) {
        return Point { room.x + width * static_cast<float>(chunk), room.y + height * static_cast<float>(row) };
    };
    for (std::int64_t row = 0; row < cores.rows; row += kCoreRows)
        for (std::int64_t chunk = 0; chunk < columns; ++chunk) {
            const Point at = corner(row, chunk);
            const Rect core { at.x, at.y, width, height * kCoreRows };
            const Color fill = core_color(style, row, chunk);
            canvas.fill(core.inset(canvas.units(1.0F)), fill);
            for (std::int64_t line = 1; line < kCoreRows && height >= canvas.units(5.0F); ++line)
                canvas.line({ core.x + canvas.units(2.0F), core.y + height * static_cast<float>(line) },
                    { core.right() - canvas.units(2.0F), core.y + height * static_cast<float>(line) }, style.panel,
                    canvas.units(0.7F));
            const Rect words { core.x, core.center().y - style.smallest * 0.65F, core.width, style.smallest * 1.3F };
            if (core.height > words.height) {
                canvas.fill(words.inset(canvas.units(3.0F)), fill);
                write_in_chunk(canvas, words,
                    width > room_for("byte 00000", Face::mono, style.smallest) ? trf("byte {}", cores.byte_of(row, chunk))
                                                                               : std::to_string(cores.byte_of(row, chunk)),
                    fill);
            }
            canvas.tip(core,
                { trf("Core matrix at byte {}", cores.byte_of(row, chunk)),
                    trf("8 rows of 16 bytes, first element {}", cores.coordinate(row, chunk)), {}, {}, {} });
        }
    if (cores.rows > kCoreRows)
        draw_offset(canvas, { room.x - canvas.units(6.0F), corner(0, 0).y + canvas.units(3.0F) },
            { room.x - canvas.units(6.0F), corner(kCoreRows, 0).y + canvas.units(3.0F) }, below, left);
    const std::string beside { cores.beside() };
    if (!beside.empty() && cores.chunks_to_beside() < columns)
        draw_offset(canvas, { room.x + canvas.units(3.0F), room.y - canvas.units(5.0F) },
            { corner(0, cores.chunks_to_beside()).x + canvas.units(3.0F), room.y - canvas.units(5.0F) },
            fmt::format("{} {}", beside, cores.offset(beside)), room.width);
}

ChunkMap memory_of(const Cores& cores, const Style& style)
{
    ChunkMap map;
    for (std::int64_t row = 0; row < cores.rows; ++row)
        for (std::int64_t chunk = 0; chunk < cores.chunks; ++chunk)
            map[cores.byte_of(row, chunk) / kMapChunkBytes] = { cores.coordinate(row, chunk), core_color(style, row, chunk),
                false, trf("Element {} at its first byte", cores.coordinate(row, chunk)) };
    return map;
}

std::string field_words(const layout::Descriptor& it)
{
    return trf("start {} · LBO {} · SBO {} · base offset {} · swizzle {}", it.start, it.leading, it.stride, it.base_offset,
        name_of(it.mode));
}

} // namespace

DrawList descriptor_figure(const DescriptorPicture& picture, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const Cores cores(picture);
    canvas.heading(fmt::format("{:#018x}", picture.operand.bits),
        trf("{} · {} · {} x {} elements", cores.is_k_major() ? "K-major" : "MN-major", picture.type.name, picture.operand.side,
            picture.operand.depth),
        { { trf("swizzle {}", name_of(picture.operand.fields.mode)), std::string { name_of(picture.operand.fields.mode) } },
            style.text, false });
    const float top = canvas.heading_height() + style.margin * 0.5F;
    const auto lines =
        wrap_text(field_words(picture.operand.fields), Face::regular, style.small, size.width - 2 * style.margin, 2);
    const float words = style.small * (1.4F * static_cast<float>(lines.size()) + 0.6F);
    const Rect area { style.margin, top, size.width - 2 * style.margin, size.height - top - words };
    if (area.height <= 0)
        return canvas.finish();
    const auto [first, second] = two_parts(area, size, style.margin, 0.42F);
    draw_operand(canvas, cores, first);
    draw_chunk_map(canvas, memory_of(cores, style), tr("Shared memory: element at each 16 bytes"), second);
    draw_lines(canvas, { area.x, area.bottom() + style.small }, lines, 1.4F * style.small,
        { Face::regular, style.small, style.text, Align::left, area.width });
    return canvas.finish();
}

Exhibit descriptor_exhibit(DescriptorPicture picture)
{
    CaptionInput caption;
    caption.what = { "matrix descriptor of wgmma", picture.operand.major == Major::k ? "K-major" : "MN-major",
        "core matrices of 8 rows and 16 bytes" };
    caption.numbers = { field_words(picture.operand.fields) };
    caption.source = "computed from the descriptor";
    return exhibit_of_figure(std::move(caption), &descriptor_figure, std::move(picture));
}

} // namespace warpstage::views
