// The numbers to add, and their exact sum.
#pragma once

#include "core/problem/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace warpstage::problem {

// Values 0 to 15: the sum of 2^26 of them is below 2^31, so that no order of additions overflows 32 bits.
inline constexpr std::int32_t kLargestInput = 15;

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
