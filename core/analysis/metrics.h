// The displayed metrics: one table of names, units, formulas and definitions for reports, hardware counters and tooltips. Names
// are Nsight Compute's.
#pragma once

#include "core/analysis/kernel_report.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

struct Metric {
    std::string_view id; // column of CSV, key of JSON: "wavefronts"
    std::string_view label; // name in Nsight Compute's tables: "L1 Wavefronts Shared"
    std::string_view unit; // "wavefronts"; "%"
    std::string_view nsight; // metric name in Nsight Compute; {a,b}: the sum of two. Empty: none
    std::array<std::string_view, 2> counters; // CUPTI counters, whose sum is the metric. Empty: not counted by hardware
    std::string_view formula; // in terms of other metrics or of accesses
    std::string_view definition; // one sentence
    double (*value)(const Counters& counters) = nullptr;
    bool whole = true; // true: a count; false: a fraction, shown with two decimals
    double tolerance = 0.0; // percent within which prediction and measurement must agree; 0: shown for information

    [[nodiscard]] bool counted() const { return !counters.front().empty(); }
};

[[nodiscard]] std::span<const Metric> all_metrics();
// Null if no metric has that id.
[[nodiscard]] const Metric* find_metric(std::string_view id);
// All CUPTI counter names, each once.
[[nodiscard]] std::vector<std::string> hardware_counters();

// "141", "21.25".
[[nodiscard]] std::string value_text(const Metric& metric, double value);

} // namespace warpstage::analysis
