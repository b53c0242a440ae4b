// What was predicted from a run on the virtual machine beside what the hardware counted, figure by figure.
#pragma once

#include "core/analysis/metrics.h"

#include <map>
#include <string>
#include <vector>

namespace warpstage::analysis {

// A hardware counter's name -> its value, of one launch.
using Measurement = std::map<std::string, double, std::less<>>;

struct Comparison {
    const Metric* metric = nullptr;
    double predicted = 0.0;
    double measured = 0.0;
    // (predicted - measured) / measured, in percent; infinite where something was predicted and nothing counted.
    double difference = 0.0;
    bool agrees = true; // within the metric's tolerance; metrics without one always do
    std::string reason; // a sentence where they differ for a reason that these figures themselves show; else empty
};

// One element for each metric that `measured` has the counters of, in the order of all_metrics(). `predicted` is of every block
// of the launch.
[[nodiscard]] std::vector<Comparison> compare(const KernelReport& predicted, const Measurement& measured);

} // namespace warpstage::analysis
