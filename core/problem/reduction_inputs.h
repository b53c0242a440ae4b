// The numbers to add, and their exact sum.
#pragma once

#include "core/problem/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace warpstage::problem {

// Values 0 to 15, or to 7 where there are more than 2^26: the sum of up to 2^28 of them is below 2^31, so that no order of
// additions overflows 32 bits.
[[nodiscard]] constexpr std::int32_t largest_input(std::size_t count)
{
    return count > std::size_t { 1 } << 26 ? 7 : 15;
}

[[nodiscard]] std::vector<std::byte> reduction_input(std::size_t count, std::uint64_t seed);

// The input that was asked for last stays: every variant of a lesson adds the same numbers. May be asked from several threads.
class ReductionInputs {
public:
    [[nodiscard]] SharedBytes get(std::size_t count, std::uint64_t seed);

private:
    std::mutex m_mutex;
    std::size_t m_count = 0;
    std::uint64_t m_seed = 0;
    SharedBytes m_last;
};

// Exact. `bytes` holds 32-bit integers.
[[nodiscard]] std::int64_t reduction_sum(std::span<const std::byte> bytes);

} // namespace warpstage::problem
