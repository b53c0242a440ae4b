// Counts on request over the whole launch.
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/recording/heat_map.h"
#include "core/analysis/recording/rounding_errors.h"
#include "core/base/dim3.h"
#include "core/timing/waves/waves.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::session {

struct CountedLaunchView {
    std::string kernel;
    Dim3 grid;
    Dim3 block;
    std::vector<analysis::Comparison> comparisons; // NaN in `measured`: not measured
};

// Predicted and measured counts of the current variant's step.
struct CounterView {
    bool running = false; // the members below are not yet valid
    std::string machine; // GPU that counted; empty: none
    std::string refusal; // why no GPU counted
    std::string unpredicted; // why no prediction is possible; then the members below are empty
    std::string architecture; // capability of the prediction
    std::vector<CountedLaunchView> launches; // in the order of the step
};

using analysis::HeatCell;
using analysis::HeatMap;

// Counts on request over the whole launch.
struct CounterSection {
    std::shared_ptr<const CounterView> hardware; // null: not requested
    std::shared_ptr<const HeatMap> heat; // null: not requested
    std::shared_ptr<const timing::Waves> waves; // null: not requested
    std::shared_ptr<const analysis::RoundingErrors> rounding; // null: not requested

    bool operator==(const CounterSection&) const = default;
};

} // namespace warpstage::session
