// A timing is never one number.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

namespace warpstage::engine {

struct TimingSummary {
    std::chrono::nanoseconds minimum { 0 };
    std::chrono::nanoseconds median { 0 }; // the upper one of two in the middle
    std::chrono::nanoseconds maximum { 0 };
    std::size_t samples = 0; // 0: not run yet

    bool operator==(const TimingSummary&) const = default;
};

[[nodiscard]] TimingSummary summarize(std::span<const std::chrono::nanoseconds> samples);

} // namespace warpstage::engine
