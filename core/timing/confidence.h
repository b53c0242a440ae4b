// How far estimates may be from measured times.
#pragma once

#include "core/timing/estimate.h"

#include <optional>
#include <span>
#include <string>

namespace warpstage::timing {

// Of the programs with odd numbers of docs/sm-model-suite.md whose estimates have that limiter: measured times relative to
// estimated ones.
struct MeasuredErrors {
    Limiter limiter = Limiter::latency;
    double least = 1.0; // below it is one of ten
    double most = 1.0; // above it is one of ten
};
// A row for each limiter with at least ten of these programs.
[[nodiscard]] std::span<const MeasuredErrors> measured_errors();
// Of all these programs.
[[nodiscard]] const MeasuredErrors& errors_of_all();

// Eight of ten measured times are in it. Nothing: the programs were not measured on a GPU of this architecture, or a copy.
[[nodiscard]] std::optional<TimeRange> likely_range(std::chrono::nanoseconds time, Limiter limiter, const arch::Traits& traits);
// Of all launches of the step together, as if each error had the same sign. Nothing: one of them has none.
[[nodiscard]] std::optional<TimeRange> likely_range(const StepEstimate& step);

// "12–17 µs"
[[nodiscard]] std::string range_words(const TimeRange& range);
// " (12–17 µs)", to follow a time; empty for nothing.
[[nodiscard]] std::string range_behind(const std::optional<TimeRange>& range);

} // namespace warpstage::timing
