#include "core/layout/shared_memory.h"

#include "core/layout/algebra.h"
#include "core/layout/refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::layout {

namespace {

constexpr std::uint32_t kChunkBytes = 16;
constexpr std::int64_t kMaxBoxSide = 256; // CUDA Driver API, cuTensorMapEncodeTiled
constexpr std::uint32_t kCoreRows = 8; // of a core matrix
constexpr unsigned kOffsetBits = 14;
constexpr std::array<SwizzleMode, 4> kEncoded { SwizzleMode::none, SwizzleMode::span_128, SwizzleMode::span_64,
    SwizzleMode::span_32 };

std::uint32_t field(std::uint64_t bits, unsigned first, unsigned width)
{
    return static_cast<std::uint32_t>(bits >> first & ((std::uint64_t { 1 } << width) - 1));
}

bool fits(std::uint32_t bytes)
{
    return bytes % kChunkBytes == 0 && bytes / kChunkBytes < (1U << kOffsetBits);
}

// The swizzle mode whose swizzle of bytes is that of the layout. Nothing if no mode has it.
std::optional<SwizzleMode> mode_of(const Swizzle& bytes)
{
    if (bytes.is_identity())
        return SwizzleMode::none;
    const auto found = std::ranges::find_if(kSwizzleModes, [&](SwizzleMode mode) { return swizzle_of(mode) == bytes; });
    return found == kSwizzleModes.end() ? std::nullopt : std::optional { *found };
}

// The layout in chunks of 16 bytes, with each mode divided into a part of `parts[i]` and the rest.
Layout divided(const Layout& chunks, std::int64_t first, std::int64_t second)
{
    return logical_divide(chunks, Tile { Tile::Modes { Tile { Layout { first, 1 } }, Tile { Layout { second, 1 } } } });
}

std::int64_t stride_of(const Layout& mode)
{
    if (mode.shape.is_tuple())
        throw LayoutRefusal { fmt::format(
            "`{}` in chunks of 16 bytes is not a single mode, so no descriptor can describe it.", text_of(mode)) };
    return mode.shape.value() == 1 ? 0 : mode.stride.value();
}

void need(bool condition, const std::string& sentence)
{
    if (!condition)
        throw LayoutRefusal { sentence };
}

Descriptor k_major(const Layout& chunks, SwizzleMode mode)
{
    const auto width = static_cast<std::int64_t>(span_bytes(mode) / kChunkBytes);
    need(product(chunks.shape.mode(0)) % kCoreRows == 0, "The number of rows of a K-major operand must be a multiple of 8.");
    need(product(chunks.shape.mode(1)) == 2, "A K-major operand of one instruction must have 32 bytes along k.");
    const Layout canonical = divided(chunks, kCoreRows, 2);
    const Layout rows = canonical.mode(0);
    const Layout depth = canonical.mode(1);
    need(stride_of(rows.mode(0)) == width,
        fmt::format("The 8 rows of a unit must be {} bytes apart, the span of the swizzle.", width * kChunkBytes));
    need(mode == SwizzleMode::none || stride_of(depth.mode(0)) == 1, "The two chunks along k must be next to each other.");
    Descriptor result;
    result.mode = mode;
    result.stride = static_cast<std::uint32_t>(stride_of(rows.mode(1))) * kChunkBytes;
    result.leading = static_cast<std::uint32_t>(stride_of(depth.mode(0))) * kChunkBytes;
    return result;
}

Descriptor mn_major(const Layout& chunks, SwizzleMode mode)
{
    const auto width = static_cast<std::int64_t>(span_bytes(mode) / kChunkBytes);
    need(product(chunks.shape.mode(1)) % kCoreRows == 0, "The size along k of an MN-major operand must be a multiple of 8.");
    need(product(chunks.shape.mode(0)) % width == 0,
        fmt::format("The size along m or n must be a multiple of {} bytes, the span of the swizzle.", width * kChunkBytes));
    const Layout canonical = divided(chunks, width, kCoreRows);
    const Layout side = canonical.mode(0);
    const Layout depth = canonical.mode(1);
    need(mode == SwizzleMode::none || stride_of(side.mode(0)) == 1,
        "The chunks of a unit must be next to each other along m or n.");
    need(stride_of(depth.mode(0)) == width,
        fmt::format("The 8 columns of a unit must be {} bytes apart, the span of the swizzle.", width * kChunkBytes));
    const auto along_side = static_cast<std::uint32_t>(stride_of(side.mode(1))) * kChunkBytes;
    const auto along_k = static_cast<std::uint32_t>(stride_of(depth.mode(1))) * kChunkBytes;
    Descriptor result;
    result.mode = mode;
    result.stride = mode == SwizzleMode::none ? along_side : along_k;
    result.leading = mode == SwizzleMode::none ? along_k : along_side;
    return result;
}

} // namespace

std::uint32_t span_bytes(SwizzleMode mode)
{
    return kChunkBytes << static_cast<unsigned>(mode);
}

std::string_view name_of(SwizzleMode mode)
{
    constexpr std::array<std::string_view, 4> kNames { "none", "32B", "64B", "128B" };
    return kNames[static_cast<std::size_t>(mode)];
}

std::optional<SwizzleMode> swizzle_mode_of(std::string_view name)
{
    const auto found = std::ranges::find(kSwizzleModes, name, name_of);
    return found == kSwizzleModes.end() ? std::nullopt : std::optional { *found };
}

Swizzle swizzle_of(SwizzleMode mode)
{
    return { static_cast<int>(mode), 4, 3 };
}

Result<TmaComparison> compare_with_tma(const ComposedLayout& layout, int element_bits, SwizzleMode mode)
{
    if (element_bits != 8 && element_bits != 16 && element_bits != 32 && element_bits != 64)
        return Error { fmt::format("A tensor copy has elements of 8, 16, 32 or 64 bits, not {}.", element_bits) };
    const Layout& plain = layout.layout;
    if (plain.rank() != 2)
        return Error { fmt::format(
            "`{}` has {} modes. A box is compared with a layout that has two, rows and columns.", text_of(plain), plain.rank()) };
    const auto is_inner = [&](std::size_t mode_index) {
        return size(plain.mode(mode_index)) > 1 && plain.mode(mode_index)(1) == 1;
    };
    if (!is_inner(0) && !is_inner(1))
        return Error { fmt::format(
            "No mode of `{}` begins with stride 1, but the inner dimension of a box is contiguous.", text_of(plain)) };
    const std::size_t inner = is_inner(1) ? 1 : 0;
    TmaComparison result;
    result.mode = mode;
    result.inner = size(plain.mode(inner));
    result.outer = size(plain.mode(1 - inner));
    if (std::max(result.inner, result.outer) > kMaxBoxSide)
        return Error { fmt::format("The box has {} x {} elements, but a box has at most {} in each dimension.", result.inner,
            result.outer, kMaxBoxSide) };
    result.inner_is_columns = inner == 1;
    const std::int64_t bytes = element_bits / 8;
    result.element_bytes = bytes;
    if (mode != SwizzleMode::none && result.inner * bytes > span_bytes(mode))
        return Error { fmt::format(
            "The inner dimension has {} bytes, but with CU_TENSOR_MAP_SWIZZLE_{} it may have at most {}. Use a smaller box.",
            result.inner * bytes, name_of(mode), span_bytes(mode)) };
    if (result.inner * bytes % kChunkBytes != 0)
        return Error { fmt::format("The inner dimension has {} bytes, which is no multiple of 16.", result.inner * bytes) };
    result.equal = true;
    for (std::int64_t outer = 0; outer < result.outer && result.equal; ++outer) {
        for (std::int64_t i = 0; i < result.inner && result.equal; ++i) {
            const IntTuple coordinate = inner == 1 ? std::vector<IntTuple> { outer, i } : std::vector<IntTuple> { i, outer };
            const std::int64_t byte = tma_byte_of(result, outer, i);
            if (const std::int64_t own = layout(coordinate) * bytes; own != byte) {
                result.equal = false;
                result.coordinate = coordinate;
                result.tma_byte = byte;
                result.layout_byte = own;
            }
        }
    }
    return result;
}

std::int64_t tma_byte_of(const TmaComparison& comparison, std::int64_t outer, std::int64_t inner)
{
    return swizzle_of(comparison.mode)((outer * comparison.inner + inner) * comparison.element_bytes);
}

std::string sentence_of(const TmaComparison& comparison)
{
    const auto copy = fmt::format("A tensor copy with CU_TENSOR_MAP_SWIZZLE_{} and a box of {} x {} elements",
        comparison.mode == SwizzleMode::none ? "NONE" : name_of(comparison.mode), comparison.inner, comparison.outer);
    if (comparison.equal)
        return copy + " writes every element to the place that the layout names.";
    return fmt::format("{} differs from the layout: it writes element {} to byte {}, but the layout has it at byte {}.", copy,
        text_of(comparison.coordinate), comparison.tma_byte, comparison.layout_byte);
}

Descriptor decode_descriptor(std::uint64_t bits)
{
    return { .start = field(bits, 0, kOffsetBits) * kChunkBytes,
        .leading = field(bits, 16, kOffsetBits) * kChunkBytes,
        .stride = field(bits, 32, kOffsetBits) * kChunkBytes,
        .base_offset = field(bits, 49, 3),
        .mode = kEncoded[field(bits, 62, 2)] };
}

Result<std::uint64_t> encode_descriptor(const Descriptor& descriptor)
{
    struct Part {
        std::string_view name;
        std::uint32_t bytes;
        unsigned first;
    };
    std::uint64_t bits = 0;
    for (const auto& [name, bytes, first] :
        { Part { "start address", descriptor.start, 0 }, Part { "leading dimension byte offset", descriptor.leading, 16 },
            Part { "stride dimension byte offset", descriptor.stride, 32 } }) {
        if (!fits(bytes))
            return Error { fmt::format(
                "The {} is {}, but it must be a multiple of 16 below {}.", name, bytes, kChunkBytes << kOffsetBits) };
        bits |= std::uint64_t { bytes / kChunkBytes } << first;
    }
    if (descriptor.base_offset > 7)
        return Error { fmt::format("The base offset is {}, but it must be 0 to 7.", descriptor.base_offset) };
    const auto encoded = static_cast<std::uint64_t>(std::ranges::find(kEncoded, descriptor.mode) - kEncoded.begin());
    return bits | std::uint64_t { descriptor.base_offset } << 49 | encoded << 62;
}

Result<Descriptor> descriptor_of(const ComposedLayout& layout, int element_bits, Major major)
{
    if (element_bits < 8 || element_bits > 32)
        return Error { fmt::format("wgmma multiplies elements of 8, 16 or 32 bits, not {}.", element_bits) };
    const std::int64_t elements = std::int64_t { kChunkBytes } * 8 / element_bits; // of a chunk
    if (layout.layout.rank() != 2)
        return Error { fmt::format("`{}` must have two modes, m or n and k.", text_of(layout.layout)) };
    const auto mode = mode_of(downcast(layout.swizzle, element_bits / 8));
    if (!mode)
        return Error { fmt::format("{} of elements with {} bits is none of the swizzles of wgmma: in bytes these are Sw<1,4,3>, "
                                   "Sw<2,4,3> and Sw<3,4,3>.",
            text_of(layout.swizzle), element_bits) };
    return refusal_as_error<Descriptor>([&] {
        const Layout chunks = upcast(layout.layout, elements);
        return major == Major::k ? k_major(chunks, *mode) : mn_major(chunks, *mode);
    });
}

// Eight rows of the span are a unit. K-major: units follow each other along m or n by `stride`; without swizzle two chunks lie
// side by side along k by `leading`. MN-major: units follow each other along k by `stride` and along m or n by `leading`, without
// swizzle the other way around.
std::int64_t address_of(const Descriptor& descriptor, Major major, int element_bits, std::int64_t side, std::int64_t k)
{
    const std::int64_t span = span_bytes(descriptor.mode);
    const std::int64_t row = major == Major::k ? side : k; // of the span
    const std::int64_t byte = (major == Major::k ? k : side) * element_bits / 8; // along it
    const bool plain = descriptor.mode == SwizzleMode::none;
    std::int64_t across = descriptor.stride; // from a unit to the next one with further rows
    std::int64_t along = descriptor.leading;
    if (major == Major::mn && plain)
        std::swap(across, along);
    const std::int64_t linear =
        descriptor.start + row / kCoreRows * across + row % kCoreRows * span + byte / span * along + byte % span;
    return swizzle_of(descriptor.mode)(linear);
}

} // namespace warpstage::layout
