// Names of the limiters of a kernel in all reports.
#pragma once

#include "core/timing/estimate.h"

#include <algorithm>
#include <string>

namespace warpstage::timing {

// "DRAM bandwidth"; of a pipe its name: "FP32 pipe".
[[nodiscard]] inline std::string limiter_words(Limiter limiter, const std::string& pipe)
{
    return limiter == Limiter::pipe && !pipe.empty() ? pipe + " pipe" : std::string { name_of(limiter) };
}

// Null for a time step without work items.
[[nodiscard]] inline const WorkEstimate* longest_work(const StepEstimate& step)
{
    const auto longest = std::ranges::max_element(step.works, {}, &WorkEstimate::time);
    return longest == step.works.end() ? nullptr : &*longest;
}

[[nodiscard]] inline std::string limiter_words(const StepEstimate& step)
{
    const auto* const longest = longest_work(step);
    return limiter_words(step.limiter, longest == nullptr ? std::string {} : longest->pipe);
}

} // namespace warpstage::timing
