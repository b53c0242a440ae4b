// What was predicted from the virtual machine's run beside what the hardware counted, launch by launch.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct CountersInput {
    const session::CounterView* counters = nullptr; // null: nobody has asked
    std::string variant; // its label
    const analysis::Counters* recorded = nullptr; // of the recorded block, for the tips of the rows; null: none
};

[[nodiscard]] DrawList counters_figure(const CountersInput& input, Size size, const Style& style);

} // namespace warpstage::views
