// A table of a lecture as bars: each estimate for the GPU, size and conditions of a published value, with the value as a mark.
#pragma once

#include "app/views/timings/bars_figure.h"
#include "core/timing/published_estimate.h"

#include <functional>
#include <string>
#include <vector>

namespace warpstage::views {

using VariantLabel = std::function<std::string(const std::string& variant)>;

// One bar for each result with the GPU and the unit of the first one. Parameters that all have are in the subtitle, others in the
// names of the rows: "shared memory, n = 20480". An `n` that the source does not print is named as assumed. Rows without estimate
// and without reason are still being estimated. A row that is off by more than timing::kPublishedFactor says so.
[[nodiscard]] BarsInput published_bars(const std::vector<timing::PublishedEstimate>& results, const VariantLabel& label_of);

} // namespace warpstage::views
