// What the floating-point operations of one source line have rounded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpstage::simt {

inline constexpr std::size_t kMaxRoundingLines = 32; // that are distinguished
inline constexpr double kCancellation = 256.0;

// Rounding at one source line, in all lanes and blocks.
struct LineRounding {
    std::uint32_t line = 0; // 0: instructions without a location, and lines beyond kMaxRoundingLines
    std::uint64_t rounded = 0; // operations whose result differs from the exact one of their operands
    double sum_ulp = 0.0; // of their errors, each in units of the last place of its own result
    double largest_ulp = 0.0;
    std::uint64_t absorbed = 0; // additions that have returned one operand, although the other one is not 0
    // Additions and subtractions that have made the relative error of their operands more than kCancellation times larger.
    std::uint64_t cancellations = 0;
    double amplification = 0.0; // the largest such factor
    std::uint64_t overflows = 0; // infinite results of finite operands
};

} // namespace warpstage::simt
