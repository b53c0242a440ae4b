#include "core/engine/timing_summary.h"

#include <algorithm>
#include <vector>

namespace warpstage::engine {

TimingSummary summarize(std::span<const std::chrono::nanoseconds> samples, Sampling sampling)
{
    if (samples.empty())
        return {};
    std::vector<std::chrono::nanoseconds> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    return { sorted.front(), sorted[sorted.size() / 2], sorted.back(), sorted.size(), sampling };
}

} // namespace warpstage::engine
