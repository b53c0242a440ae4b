// The counts predicted from the run on the virtual machine beside the hardware counters, for each launch.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct CountersInput {
    const session::CounterView* counters = nullptr; // null: not requested
    std::string variant; // its label
    const analysis::Counters* recorded = nullptr; // of the recorded block, for the tips of the rows; null: none
};

[[nodiscard]] DrawList counters_figure(const CountersInput& input, Size size, const Style& style);

} // namespace warpstage::views
