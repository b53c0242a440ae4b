// The cycles that the SM view shows, at any scale.
#include "app/views/action.h"

#include <algorithm>
#include <cmath>

namespace warpstage::views {

namespace {

constexpr double kFewest = 16.0; // cycles: an instruction and its neighbors
constexpr double kStep = 0.8; // of a wheel

CycleRange range_at(double first, double count, double all)
{
    const double length = std::round(std::clamp(count, std::min(kFewest, all), all));
    return { static_cast<std::uint32_t>(std::round(std::clamp(first, 0.0, all - length))), static_cast<std::uint32_t>(length) };
}

} // namespace

std::optional<CycleRange> zoomed(const ZoomCycles& cycles, float steps, float share)
{
    const double count = cycles.shown.count * std::pow(kStep, steps);
    if (count >= cycles.all)
        return std::nullopt;
    const double kept = std::max(count, std::min(kFewest, static_cast<double>(cycles.all)));
    return range_at(cycles.shown.first + static_cast<double>(share) * (cycles.shown.count - kept), count, cycles.all);
}

CycleRange moved(const ZoomCycles& cycles, float share)
{
    return range_at(cycles.shown.first + static_cast<double>(share) * cycles.shown.count, cycles.shown.count, cycles.all);
}

} // namespace warpstage::views
