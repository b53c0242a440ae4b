// What a number means: shown beside the mouse when it rests on it.
#pragma once

#include "app/draw/draw_list.h"
#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"

#include <string>
#include <string_view>

namespace warpstage::views {

struct Tip {
    std::string title;
    std::string definition; // one sentence
    std::string formula; // with the present values; empty: there is none
    std::string source; // where the number comes from
    std::string nsight; // its name in Nsight Compute; empty: it has none

    bool operator==(const Tip&) const = default;
};

struct TipRegion {
    Rect rect;
    Tip tip;
};

// Of one of analysis::all_metrics(), with what it is for these counters. VERIFYs that there is such a metric.
[[nodiscard]] Tip metric_tip(std::string_view id, const analysis::Counters& counters);

} // namespace warpstage::views
