// The totals of a whole step as text and as JSON.
#pragma once

#include "core/analysis/step/step_traffic.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warpstage::analysis {

// Three lines: launches, blocks and instructions; what threads read and write in global memory; what that takes of the memory.
[[nodiscard]] std::string to_text(const StepTraffic& traffic);
[[nodiscard]] nlohmann::json to_json(const StepTraffic& traffic);

} // namespace warpstage::analysis
