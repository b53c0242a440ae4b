// How far a class is: for each exercise how many students work on it, submitted it, have all points, and meet each requirement.
#pragma once

#include "app/serve/class_store.h"
#include "core/exercise/exercise.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace warpstage::serve {

enum class Names : std::uint8_t { left_out, shown };

// With names also each student's points, for the lecturer.
[[nodiscard]] nlohmann::json class_summary(
    const ClassStore& store, const std::vector<exercise::Exercise>& exercises, Names names);

// One line for each exercise that a student has started: "race: 27 of 40 meet `No bank conflicts`; 12 have all points".
[[nodiscard]] std::vector<std::string> class_lines(const ClassStore& store, const std::vector<exercise::Exercise>& exercises);

} // namespace warpstage::serve
