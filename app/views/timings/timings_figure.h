// The time of each kernel and copy: median as a bar, minimum to maximum as a whisker, and the resulting throughput.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

enum class TimeSource : std::uint8_t { measured, emulated, estimated };

struct TimingsInput {
    std::vector<session::WorkView> works;
    double merit = 0.0; // 0: unknown
    std::string merit_unit; // "interactions/s", "B/s"
    TimeSource source = TimeSource::measured;
    std::string machine; // whose times are estimated; empty: the current device
    std::vector<std::string> limiters {}; // of the work items, if they are estimated: "DRAM bandwidth"
};

[[nodiscard]] DrawList timings_figure(const TimingsInput& input, Size size, const Style& style);

// The times of the last steps as a strip, with a mark at each change of variant.
struct HistoryInput {
    std::vector<session::HistoryPoint> points; // oldest first
    std::size_t variant = 0; // the current one
};
[[nodiscard]] DrawList history_figure(const HistoryInput& input, Size size, const Style& style);

// What was published for the shown variant, beside the measured values: one line per value, as many as fit, first those whose
// parameters have the displayed values. Empty if the snapshot has no published values.
[[nodiscard]] DrawList published_lines(const session::Snapshot& snapshot, Size size, const Style& style);

} // namespace warpstage::views
