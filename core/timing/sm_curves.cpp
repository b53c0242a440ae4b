#include "core/timing/sm_curves.h"

#include <algorithm>
#include <cstddef>

namespace warpstage::timing {

void fill_curves(SmRun& run, const std::vector<MemoryPath::Flight>& flights, double slots)
{
    constexpr std::uint32_t kPoints = 1024;
    run.bucket = std::max(1U, (run.cycles + kPoints - 1) / kPoints);
    const std::size_t points = (run.cycles + run.bucket - 1) / run.bucket;
    run.issue_slots.assign(points, 0.0F);
    run.bytes_in_flight.assign(points, 0.0F);
    const auto slots_of_bucket = static_cast<float>(run.bucket * slots);
    for (const WarpRow& row : run.warps)
        for (const WarpSpan& span : row.spans)
            if (span.state == WarpState::selected)
                run.issue_slots[span.begin / run.bucket] += 1.0F / slots_of_bucket;
    for (const MemoryPath::Flight& flight : flights) {
        for (auto b = static_cast<std::size_t>(flight.begin) / run.bucket; b < points; ++b) {
            const double begin = std::max(flight.begin, static_cast<double>(b * run.bucket));
            const double end = std::min(flight.end, static_cast<double>((b + 1) * run.bucket));
            if (end <= begin)
                break;
            run.bytes_in_flight[b] += static_cast<float>(flight.bytes * (end - begin) / run.bucket);
        }
    }
}

} // namespace warpstage::timing
