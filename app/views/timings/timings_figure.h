// How long each piece of work takes: median as a bar, minimum to maximum as a whisker, and what it amounts to.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

enum class TimeSource : std::uint8_t { measured, emulated };

struct TimingsInput {
    std::vector<session::WorkView> works;
    double merit = 0.0; // 0: unknown
    std::string merit_unit; // "interactions/s", "B/s"
    double limit = 0.0; // the most that `merit` can be on this machine; 0: not known
    std::string limit_name; // what is exhausted then: "copy"
    double speed_up = 0.0; // against the variant named in `reference`; 0: unknown
    std::string reference;
    TimeSource source = TimeSource::measured;
    std::string machine; // that took times of a file; empty: the one that computes now
    std::vector<std::string> occupancy; // of the recorded kernel, the longest wording first; empty: unknown
    bool stopped = false; // by a fault, so that no step has come to its end
};

[[nodiscard]] DrawList timings_figure(const TimingsInput& input, Size size, const Style& style);

// The last steps' times as a strip, with a mark wherever the variant was switched.
struct HistoryInput {
    std::vector<session::HistoryPoint> points; // oldest first
    std::size_t variant = 0; // the present one
};
[[nodiscard]] DrawList history_figure(const HistoryInput& input, Size size, const Style& style);

// What a lecture printed for the variant on screen, beside what is measured here: a line for each figure, as many as there is
// room for, those first whose parameters are set as on screen. Empty where the snapshot holds no published figures.
[[nodiscard]] DrawList published_lines(const session::Snapshot& snapshot, Size size, const Style& style);

} // namespace warpstage::views
