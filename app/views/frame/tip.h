// Content of tooltips: the definition of a metric with its current values, and the source of numbers.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// One of analysis::all_metrics() with its value for these counters. VERIFYs that the metric exists.
[[nodiscard]] Tip metric_tip(std::string_view id, const analysis::Counters& counters);

// Whether the shown times are those of the virtual machine.
[[nodiscard]] bool emulated(const session::DeviceSection& device);
// Source of the times.
[[nodiscard]] std::string time_source(const session::DeviceSection& device);
// Source of the counts of the recorded block.
[[nodiscard]] std::string rules_source(const session::RunSection& run);

// Of the bars: the lesson, the compute capability or warp width, the device.
[[nodiscard]] Tip tip_of_lesson(const session::Snapshot& model);
[[nodiscard]] Tip tip_of_architecture(const session::Snapshot& model);
[[nodiscard]] Tip tip_of_device(const session::Snapshot& model);

} // namespace warpstage::views
