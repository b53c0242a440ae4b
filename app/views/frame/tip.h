// What tips say: the definition of a metric with its present values, and where numbers come from.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// Of one of analysis::all_metrics(), with what it is for these counters. VERIFYs that there is such a metric.
[[nodiscard]] Tip metric_tip(std::string_view id, const analysis::Counters& counters);

// Whether the times that are shown are the virtual machine's.
[[nodiscard]] bool emulated(const session::DeviceSection& device);
// Where times come from.
[[nodiscard]] std::string time_source(const session::DeviceSection& device);
// Where counts of the recorded block come from.
[[nodiscard]] std::string rules_source(const session::RunSection& run);

} // namespace warpstage::views
