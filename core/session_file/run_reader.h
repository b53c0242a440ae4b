// The recorded run of a session file.
#pragma once

#include "core/session_file/document.h"
#include "core/session_file/json_reader.h"

namespace warpstage::session_file {

// Everything that indexes something else within the run is checked; what indexes the kernel is checked by restore().
[[nodiscard]] Run read_run(JsonReader& reader, const nlohmann::json& json);
[[nodiscard]] engine::TimingSummary read_timing(JsonReader& reader, const nlohmann::json& json, const std::string& place);

} // namespace warpstage::session_file
