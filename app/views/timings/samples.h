// Describes how the samples of a time were taken.
#pragma once

#include "core/engine/timing_summary.h"

#include <string>
#include <string_view>

namespace warpstage::views {

// "median of 21 samples without drawing"; on the virtual machine "median of 21".
[[nodiscard]] std::string samples_words(const engine::TimingSummary& timing);

// The measurement method in a sentence; empty: each step is one sample.
[[nodiscard]] std::string_view sampling_sentence(engine::Sampling sampling);

} // namespace warpstage::views
