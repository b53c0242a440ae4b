// Reads the recorded run of a session file.
#pragma once

#include "core/session_file/document.h"
#include "core/session_file/json_reader.h"

namespace warpstage::session_file {

// Checks all indices within the run; restore() checks indices into the kernel.
[[nodiscard]] Run read_run(JsonReader& reader, const nlohmann::json& json);
[[nodiscard]] engine::TimingSummary read_timing(JsonReader& reader, const nlohmann::json& json, const std::string& place);

} // namespace warpstage::session_file
