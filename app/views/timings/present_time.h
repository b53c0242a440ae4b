// The time of the present variant in words: its ratio to the reference, its throughput, its kernels and its occupancy.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

// "5.8× slower than interleaved"; empty for the reference itself, and while a time is missing.
[[nodiscard]] std::string ratio_words(const session::Snapshot& model, std::size_t variant);
// "5.8× slower".
[[nodiscard]] std::string brief_ratio(const session::Snapshot& model, std::size_t variant);

// "occupancy ≤ 100 % (registers ignored)" of the recorded kernel, the longest text first; empty: unknown.
[[nodiscard]] std::vector<std::string> occupancy_wordings(const session::RunSection& run);

// As many lines as fit, the ratio first, the summary of the variant last.
void draw_present_time(Canvas& canvas, const session::Snapshot& model, Rect room);

} // namespace warpstage::views
