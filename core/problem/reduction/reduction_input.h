// The numbers to add, and their exact sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::problem {

// Values 0 to 15, or 0 to 7 for more than 2^26 numbers: the sum of up to 2^28 of them is below 2^31, so no order of additions
// overflows 32 bits.
[[nodiscard]] constexpr std::int32_t largest_input(std::size_t count)
{
    return count > std::size_t { 1 } << 26 ? 7 : 15;
}

[[nodiscard]] std::vector<std::byte> reduction_input(std::size_t count, std::uint64_t seed);

// 0 to 255, repeated; the sum of more than kMaxIotaLength of them exceeds 32 bits.
inline constexpr std::size_t kMaxIotaLength = std::size_t { 1 } << 24;
[[nodiscard]] std::vector<std::byte> iota_input(std::size_t count);

// Exact. `bytes` contains 32-bit integers.
[[nodiscard]] std::int64_t reduction_sum(std::span<const std::byte> bytes);

// The same numbers in single precision, which represents them exactly; and their sum, added in double precision.
[[nodiscard]] std::vector<std::byte> as_floats(std::vector<std::byte> integers);
[[nodiscard]] double float_sum(std::span<const std::byte> bytes);

} // namespace warpstage::problem
