// The totals over all launches as text and as JSON.
#pragma once

#include "core/analysis/step/step_traffic.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warpstage::analysis {

// Launches, blocks and instructions; elements that threads read and write in global memory; requests and sectors; wavefronts.
[[nodiscard]] std::string to_text(const StepTraffic& traffic);
[[nodiscard]] nlohmann::json to_json(const StepTraffic& traffic);

} // namespace warpstage::analysis
