// A changed launch in JSON: ["reduce2", "reduce2", "larger-blocks"].
#pragma once

#include "core/lesson/edited/kernel_texts.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace warpstage::session_file {

// Nothing: the element is not a list of three words, or names no change.
[[nodiscard]] std::optional<problem::Relaunch> changed_launch(const nlohmann::json& entry);

} // namespace warpstage::session_file
