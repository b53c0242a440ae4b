// What is counted on request, over the whole launch.
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/recording/heat_map.h"
#include "core/base/dim3.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::session {

struct CountedLaunchView {
    std::string kernel;
    Dim3 grid;
    Dim3 block;
    std::vector<analysis::Comparison> comparisons; // without a measurement the measured value is not a number
};

// The present variant's step as predicted and as the hardware counted it.
struct CounterView {
    bool running = false; // nothing below yet
    std::string machine; // that counted; empty: none did
    std::string refusal; // why none did
    std::string unpredicted; // why there is no prediction, and so nothing below
    std::string architecture; // of the prediction
    std::vector<CountedLaunchView> launches; // in the step's order
};

using analysis::HeatCell;
using analysis::HeatMap;

// What is counted on request, over the whole launch.
struct CounterSection {
    std::shared_ptr<const CounterView> hardware; // null: nobody has asked
    std::shared_ptr<const HeatMap> heat; // likewise

    bool operator==(const CounterSection&) const = default;
};

} // namespace warpstage::session
