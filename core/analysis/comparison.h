// Compares the prediction from a run on the virtual machine with hardware counters, metric by metric.
#pragma once

#include "core/analysis/metrics.h"

#include <map>
#include <string>
#include <vector>

namespace warpstage::analysis {

// Name of a hardware counter -> its value for one launch.
using Measurement = std::map<std::string, double, std::less<>>;

struct Comparison {
    const Metric* metric = nullptr;
    double predicted = 0.0;
    double measured = 0.0;
    // (predicted - measured) / measured, in percent; infinite if the prediction is not zero but the measurement is.
    double difference = 0.0;
    bool agrees = true; // within the metric's tolerance; metrics without one always do
    std::string reason; // the reason for a mismatch, if these metrics show it; else empty
};

// One element for each metric whose counters are in `measured`, in the order of all_metrics(). `predicted` must cover every block
// of the launch.
[[nodiscard]] std::vector<Comparison> compare(const KernelReport& predicted, const Measurement& measured);

} // namespace warpstage::analysis
