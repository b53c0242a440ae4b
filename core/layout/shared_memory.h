// How the copies of tensors (TMA) and wgmma place matrices in shared memory: swizzle modes and matrix descriptors. Sources: CUDA
// Driver API, "CUtensorMapSwizzle"; PTX ISA, 9.7.15.5.1 "Shared memory matrix layout"; CUTLASS, mma_traits_sm90_gmma.hpp.
#pragma once

#include "core/base/result.h"
#include "core/layout/swizzle.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::layout {

// Chunks of 16 bytes are exchanged within a span of this many bytes, by the bits of the address in shared memory above it.
enum class SwizzleMode : std::uint8_t { none, span_32, span_64, span_128 };
inline constexpr std::array kSwizzleModes { SwizzleMode::none, SwizzleMode::span_32, SwizzleMode::span_64,
    SwizzleMode::span_128 };

[[nodiscard]] std::uint32_t span_bytes(SwizzleMode mode); // 16 without swizzle
[[nodiscard]] std::string_view name_of(SwizzleMode mode); // "128B", of CU_TENSOR_MAP_SWIZZLE_128B
[[nodiscard]] std::optional<SwizzleMode> swizzle_mode_of(std::string_view name);
// Of byte addresses: Sw<3,4,3> for 128 bytes.
[[nodiscard]] Swizzle swizzle_of(SwizzleMode mode);

// Whether a copy of a tensor writes a box to the places that a layout names. The box has the shape of the layout, and its inner
// dimension is the mode with stride 1.
struct TmaComparison {
    SwizzleMode mode = SwizzleMode::none;
    std::int64_t inner = 0; // elements of the box's inner dimension
    std::int64_t outer = 0;
    bool inner_is_columns = true; // of the layout, else its rows
    std::int64_t element_bytes = 0;
    bool equal = false;
    IntTuple coordinate; // else the first element at another place,
    std::int64_t tma_byte = 0; // where the copy writes it
    std::int64_t layout_byte = 0; // and where the layout has it
};
// Errors: a layout without a mode of stride 1, an inner dimension that does not fit the mode, elements of other widths than
// 8, 16, 32 and 64 bits.
[[nodiscard]] Result<TmaComparison> compare_with_tma(const ComposedLayout& layout, int element_bits, SwizzleMode mode);
// Where the copy writes an element of the box.
[[nodiscard]] std::int64_t tma_byte_of(const TmaComparison& comparison, std::int64_t outer, std::int64_t inner);
// "The copy with CU_TENSOR_MAP_SWIZZLE_128B writes every element to the place that the layout names."
[[nodiscard]] std::string sentence_of(const TmaComparison& comparison);

// A matrix descriptor of wgmma; sizes in bytes.
struct Descriptor {
    std::uint32_t start = 0; // address in shared memory
    std::uint32_t leading = 0; // leading dimension byte offset (LBO)
    std::uint32_t stride = 0; // stride dimension byte offset (SBO)
    std::uint32_t base_offset = 0; // 0 to 7
    SwizzleMode mode = SwizzleMode::none;

    bool operator==(const Descriptor&) const = default;
};
enum class Major : std::uint8_t { k, mn }; // the dimension whose elements are next to each other

[[nodiscard]] Descriptor decode_descriptor(std::uint64_t bits);
// Error: an address or offset that is no multiple of 16 or needs more than 18 bits.
[[nodiscard]] Result<std::uint64_t> encode_descriptor(const Descriptor& descriptor);

// The descriptor of an operand with this layout, (m,k) or (n,k) for one instruction: k has 32 bytes. The start is 0. Errors: the
// conditions of CuTe's make_gmma_desc.
[[nodiscard]] Result<Descriptor> descriptor_of(const ComposedLayout& layout, int element_bits, Major major);
// Byte address of an element of the operand: the inverse of descriptor_of().
[[nodiscard]] std::int64_t address_of(
    const Descriptor& descriptor, Major major, int element_bits, std::int64_t side, std::int64_t k);

} // namespace warpstage::layout
