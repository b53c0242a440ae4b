// The description of a tensor map, as the arguments of cuTensorMapEncodeTiled() (CUDA Driver API, "Tensor Map Object
// Management"): how a tensor of up to five dimensions lies in global memory, and which box of it a copy moves. The 128 bytes that
// the driver makes of it are not documented; here they are a form of our own, which only the virtual machine reads.
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warpstage {

inline constexpr std::size_t kTensorMapBytes = 128;
inline constexpr std::size_t kMaxTensorRank = 5;

enum class TensorElement : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16 };
inline constexpr std::size_t kTensorElements = 10;

struct TensorMapDescription {
    TensorElement element = TensorElement::f32;
    std::uint8_t rank = 1; // 1 to 5
    std::uint8_t swizzle = 0; // bytes of a row in shared memory that are exchanged: 0, 32, 64 or 128
    bool fills_with_nan = false; // elements outside the tensor are read as NaN instead of zero
    // From the innermost dimension on.
    std::array<std::uint32_t, kMaxTensorRank> sizes { 1, 1, 1, 1, 1 }; // elements
    std::array<std::uint64_t, kMaxTensorRank> strides {}; // bytes between neighbors; of the innermost one the element's size
    std::array<std::uint16_t, kMaxTensorRank> box { 1, 1, 1, 1, 1 }; // elements, 1 to 256
    std::array<std::uint8_t, kMaxTensorRank> steps { 1, 1, 1, 1, 1 }; // every so many elements of the box are copied, 1 to 8

    [[nodiscard]] std::uint32_t element_bytes() const;
    // Elements of the box that are copied along one dimension.
    [[nodiscard]] std::uint32_t copied(std::size_t dimension) const;
    // Bytes of the box in shared memory.
    [[nodiscard]] std::uint64_t box_bytes() const;
    // Bytes of global memory from the first element to the end of the last one.
    [[nodiscard]] std::uint64_t bytes() const;

    bool operator==(const TensorMapDescription&) const = default;
};

// Sizes and box of a tensor without padding.
[[nodiscard]] TensorMapDescription dense_tensor(
    TensorElement element, std::span<const std::uint32_t> sizes, std::span<const std::uint16_t> box);

[[nodiscard]] std::string_view name_of(TensorElement element);

// Whether cuTensorMapEncodeTiled() accepts it for memory at `address` with `memory_bytes`. Errors, each one sentence that begins
// with `what` ("tensor map of `a`").
[[nodiscard]] Result<void> check_tensor_map(
    const TensorMapDescription& map, std::uint64_t address, std::uint64_t memory_bytes, std::string_view what);

struct TensorMap {
    TensorMapDescription description;
    std::uint64_t address = 0; // of the first element in global memory
};

// Where the address lies in encoded() bits, 8 bytes.
[[nodiscard]] std::size_t tensor_map_address_offset();
using TensorMapBits = std::array<std::byte, kTensorMapBytes>;
[[nodiscard]] TensorMapBits encoded(const TensorMap& map);
// Nothing for what encoded() has not made.
[[nodiscard]] std::optional<TensorMap> decoded_tensor_map(const TensorMapBits& bits);

} // namespace warpstage
