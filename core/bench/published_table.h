// The tables of the lectures beside the estimates for their GPUs.
#pragma once

#include "core/bench/table.h"
#include "core/timing/published_estimate.h"

#include <span>
#include <string>
#include <string_view>

namespace warpstage::bench {

// Whether the published result is one for these parameters: "n=4000 tile=32".
[[nodiscard]] bool is_for(const lesson::PublishedFigure& figure, std::string_view parameters);

// One table for each lesson, GPU and set of conditions, with the order of its rows, then the errors of all. A row that is off by
// more than a factor of 1.6 says so. `format`: text or Markdown.
[[nodiscard]] std::string published_text(std::span<const timing::PublishedEstimate> rows, Format format);

} // namespace warpstage::bench
