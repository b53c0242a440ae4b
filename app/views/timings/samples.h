// How the samples of a time were taken, in words.
#pragma once

#include "core/engine/timing_summary.h"

#include <string>
#include <string_view>

namespace warpstage::views {

// "median of 21 quiet samples"; of the virtual machine "median of 21".
[[nodiscard]] std::string samples_words(const engine::TimingSummary& timing);

// What was measured, in a sentence; empty: each step.
[[nodiscard]] std::string_view sampling_sentence(engine::Sampling sampling);

} // namespace warpstage::views
