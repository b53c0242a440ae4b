// Findings of an assessment: what each requirement gets.
#pragma once

#include "core/analysis/step/step_traffic.h"
#include "core/exercise/assessment.h"

#include <string>

namespace warpstage::exercise {

[[nodiscard]] Finding passed(std::string message);
[[nodiscard]] Finding failed(std::string message, std::uint32_t line = 0);
// A kernel that does nothing has no hazard, and is fast.
[[nodiscard]] Finding not_checked();

// Of a requirement of metrics, with the source lines that have most of it.
[[nodiscard]] Finding metric_finding(const Requirement& requirement, const analysis::StepTraffic& traffic);

} // namespace warpstage::exercise
