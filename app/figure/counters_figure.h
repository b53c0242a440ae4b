// What was predicted from the virtual machine's run beside what the hardware counted, launch by launch.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/snapshot.h"

#include <string>

namespace warpstage::figure {

struct CountersInput {
    const session::CounterView* counters = nullptr; // null: nobody has asked
    std::string variant; // its label
};

[[nodiscard]] DrawList counters_figure(const CountersInput& input, Size size, const Style& style);

} // namespace warpstage::figure
