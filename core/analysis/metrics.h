// The figures that people look at: one table of names, units, formulas and definitions, which reports, hardware counters and
// explanations read. Names are Nsight Compute's.
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
    std::string_view label; // as Nsight Compute's tables call it: "L1 Wavefronts Shared"
    std::string_view unit; // "wavefronts"; "%"
    std::string_view nsight; // its name in Nsight Compute; {a,b}: the sum of two. Empty: it has none
    std::array<std::string_view, 2> counters; // what CUPTI is asked for; their sum is the figure. Empty: hardware counts it not
    std::string_view formula; // of other figures or of accesses
    std::string_view definition; // one sentence
    double (*value)(const Counters& counters) = nullptr;
    bool whole = true; // a count; else a fraction, shown with two decimals
    double tolerance = 0.0; // percent within which prediction and measurement must agree; 0: shown for information

    [[nodiscard]] bool counted() const { return !counters.front().empty(); }
};

[[nodiscard]] std::span<const Metric> all_metrics();
// Null where there is none of that id.
[[nodiscard]] const Metric* find_metric(std::string_view id);
// Every name that CUPTI is asked for, each once.
[[nodiscard]] std::vector<std::string> hardware_counters();

// "141", "21.25".
[[nodiscard]] std::string value_text(const Metric& metric, double value);

} // namespace warpstage::analysis
