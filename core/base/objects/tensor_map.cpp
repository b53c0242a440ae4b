#include "core/base/objects/tensor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

namespace warpstage {

namespace {

struct ElementTraits {
    std::string_view name;
    std::uint32_t bytes;
    bool has_nan;
};

// In the order of the enumeration.
constexpr std::array<ElementTraits, kTensorElements> kElements { {
    { "u8", 1, false },
    { "u16", 2, false },
    { "u32", 4, false },
    { "s32", 4, false },
    { "u64", 8, false },
    { "s64", 8, false },
    { "f16", 2, true },
    { "f32", 4, true },
    { "f64", 8, true },
    { "bf16", 2, true },
} };

const ElementTraits& traits_of(TensorElement element)
{
    return kElements[static_cast<std::size_t>(element)];
}

// The form in memory: a mark, and the fields behind it.
constexpr std::uint64_t kMark = 0x7e45'0a9e'6d61'7001U;
struct Stored {
    std::uint64_t mark = kMark;
    TensorMap map;
};
static_assert(sizeof(Stored) <= kTensorMapBytes && std::is_trivially_copyable_v<Stored>);

constexpr std::uint64_t kAlignment = 16; // of addresses and strides

std::string problem_with(const TensorMapDescription& map, std::uint64_t address, std::uint64_t memory_bytes)
{
    constexpr std::uint64_t kMaxStride = (std::uint64_t { 1 } << 40U) - 1;
    constexpr std::uint16_t kMaxBox = 256;
    constexpr std::uint8_t kMaxStep = 8;
    if (map.rank < 1 || map.rank > kMaxTensorRank)
        return fmt::format("a tensor must have 1 to {} dimensions, not {}", kMaxTensorRank, map.rank);
    if (static_cast<std::size_t>(map.element) >= kTensorElements)
        return "its element type is unknown";
    if (address % kAlignment != 0)
        return fmt::format("the address 0x{:x} is not a multiple of {}", address, kAlignment);
    for (std::size_t i = 0; i < map.rank; ++i) {
        if (map.sizes[i] == 0)
            return fmt::format("dimension {} has no elements", i);
        if (map.box[i] < 1 || map.box[i] > kMaxBox)
            return fmt::format("the box must have 1 to {} elements in dimension {}, not {}", kMaxBox, i, map.box[i]);
        if (map.steps[i] < 1 || map.steps[i] > kMaxStep)
            return fmt::format("the element stride of dimension {} must be 1 to {}, not {}", i, kMaxStep, map.steps[i]);
        if (i > 0 && map.strides[i] > kMaxStride)
            return fmt::format("the stride of dimension {} is more than {} bytes", i, kMaxStride);
        if (i > 0 && map.strides[i] % kAlignment != 0)
            return fmt::format("the stride of {} bytes of dimension {} is not a multiple of {}", map.strides[i], i, kAlignment);
    }
    const std::uint64_t row = std::uint64_t { map.copied(0) } * map.element_bytes();
    if (row % kAlignment != 0)
        return fmt::format("a row of the box has {} bytes, which is not a multiple of {}", row, kAlignment);
    if (map.swizzle != 0 && map.swizzle != 32 && map.swizzle != 64 && map.swizzle != 128)
        return fmt::format("the swizzle must have 32, 64 or 128 bytes, not {}", map.swizzle);
    if (map.swizzle != 0 && row != map.swizzle)
        return fmt::format("a swizzle of {} bytes requires rows of the box of the same size, not of {} bytes", map.swizzle, row);
    if (map.fills_with_nan && !traits_of(map.element).has_nan)
        return fmt::format("only floating-point numbers can be filled with NaN, not {}", name_of(map.element));
    for (std::size_t i = 1; i < map.rank; ++i) {
        if (map.strides[i] != 0 && map.sizes[i] - 1 > memory_bytes / map.strides[i])
            return fmt::format("dimension {} is longer than its buffer", i);
    }
    if (map.bytes() > memory_bytes)
        return fmt::format("it needs {} bytes, but its buffer has {}", map.bytes(), memory_bytes);
    return {};
}

} // namespace

std::uint32_t TensorMapDescription::element_bytes() const
{
    return traits_of(element).bytes;
}

// The element stride of the innermost dimension is ignored without interleaving.
std::uint32_t TensorMapDescription::copied(std::size_t dimension) const
{
    const std::uint32_t step = dimension == 0 ? 1 : steps[dimension];
    return (box[dimension] + step - 1) / step;
}

std::uint64_t TensorMapDescription::box_bytes() const
{
    std::uint64_t result = element_bytes();
    for (std::size_t i = 0; i < rank; ++i)
        result *= copied(i);
    return result;
}

std::uint64_t TensorMapDescription::bytes() const
{
    std::uint64_t result = element_bytes();
    for (std::size_t i = 0; i < rank; ++i)
        result += (sizes[i] - std::uint64_t { 1 }) * (i == 0 ? element_bytes() : strides[i]);
    return result;
}

TensorMapDescription dense_tensor(TensorElement element, std::span<const std::uint32_t> sizes, std::span<const std::uint16_t> box)
{
    TensorMapDescription map;
    map.element = element;
    map.rank = static_cast<std::uint8_t>(sizes.size());
    std::ranges::copy(sizes, map.sizes.begin());
    std::ranges::copy(box, map.box.begin());
    std::uint64_t stride = map.element_bytes();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        map.strides[i] = stride;
        stride *= sizes[i];
    }
    return map;
}

std::string_view name_of(TensorElement element)
{
    return traits_of(element).name;
}

Result<void> check_tensor_map(
    const TensorMapDescription& map, std::uint64_t address, std::uint64_t memory_bytes, std::string_view what)
{
    const std::string problem = problem_with(map, address, memory_bytes);
    if (problem.empty())
        return {};
    return Error { fmt::format("{} cannot be created: {}", what, problem) };
}

std::size_t tensor_map_address_offset()
{
    return offsetof(Stored, map) + offsetof(TensorMap, address);
}

TensorMapBits encoded(const TensorMap& map)
{
    Stored stored;
    stored.map = map;
    TensorMapBits bits {};
    std::memcpy(bits.data(), &stored, sizeof(stored));
    return bits;
}

std::optional<TensorMap> decoded_tensor_map(const TensorMapBits& bits)
{
    Stored stored;
    std::memcpy(&stored, bits.data(), sizeof(stored));
    if (stored.mark != kMark || !problem_with(stored.map.description, stored.map.address, ~std::uint64_t { 0 }).empty())
        return std::nullopt;
    return stored.map;
}

} // namespace warpstage
