#include "core/timing/confidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::timing {

namespace {

using std::chrono::nanoseconds;

// `tools/timing-suite`; docs/sm-model-suite.md
constexpr MeasuredErrors kAll { Limiter::latency, 0.88, 1.35 };
constexpr std::array kByLimiter {
    MeasuredErrors { Limiter::l2, 0.82, 1.51 },
    MeasuredErrors { Limiter::latency, 0.74, 1.60 },
};

nanoseconds times(nanoseconds time, double factor)
{
    return nanoseconds(static_cast<std::int64_t>(static_cast<double>(time.count()) * factor));
}

} // namespace

std::span<const MeasuredErrors> measured_errors()
{
    return kByLimiter;
}

const MeasuredErrors& errors_of_all()
{
    return kAll;
}

std::optional<TimeRange> likely_range(nanoseconds time, Limiter limiter, const arch::Traits& traits)
{
    constexpr arch::ComputeCapability kMeasured { 9, 0 };
    if (traits.capability != kMeasured || limiter == Limiter::transfer)
        return {};
    const auto found = std::ranges::find(kByLimiter, limiter, &MeasuredErrors::limiter);
    const MeasuredErrors& errors = found == kByLimiter.end() ? kAll : *found;
    return TimeRange { times(time, errors.least), times(time, errors.most) };
}

std::optional<TimeRange> likely_range(const StepEstimate& step)
{
    TimeRange sum;
    for (const WorkEstimate& work : step.works) {
        if (!work.range)
            return {};
        sum.least += work.range->least;
        sum.most += work.range->most;
    }
    return step.works.empty() ? std::optional<TimeRange> {} : sum;
}

std::string range_words(const TimeRange& range)
{
    struct Unit {
        nanoseconds from;
        double in_nanoseconds;
        const char* name;
    };
    // As text::duration() of the shorter time.
    constexpr std::array kUnits { Unit { nanoseconds { 1'000'000'000 }, 1e9, "s" }, Unit { nanoseconds { 100'000 }, 1e6, "ms" },
        Unit { nanoseconds { 0 }, 1e3, "µs" } };
    const Unit& used = *std::ranges::find_if(kUnits, [&](const Unit& unit) { return range.least >= unit.from; });
    const auto two_digits = [&](nanoseconds time) {
        const double value = static_cast<double>(time.count()) / used.in_nanoseconds;
        if (value <= 0.0)
            return std::string { "0" };
        const double step = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-3))) - 1.0);
        return fmt::format(
            "{:.{}f}", std::round(value / step) * step, step >= 1.0 ? 0 : static_cast<int>(-std::log10(step) + 0.5));
    };
    return fmt::format("{}–{} {}", two_digits(range.least), two_digits(range.most), used.name);
}

std::string range_behind(const std::optional<TimeRange>& range)
{
    return range ? fmt::format(" ({})", range_words(*range)) : "";
}

} // namespace warpstage::timing
