// An assessment as text for a terminal and as JSON.
#pragma once

#include "core/exercise/assessment.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warpstage::exercise {

// One line for each requirement, with the source line of a failure, and the points. `source`: of kernels.cu.
[[nodiscard]] std::string to_text(const Exercise& exercise, const Assessment& assessment, const std::string& source);
[[nodiscard]] nlohmann::json to_json(const Exercise& exercise, const Assessment& assessment);

} // namespace warpstage::exercise
