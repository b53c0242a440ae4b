// A deadlock and its explanation as JSON.
#pragma once

#include "core/simt/hang/hang.h"

#include <nlohmann/json_fwd.hpp>

namespace warpstage::simt {

// "waits" and "objects", which name each other by their index; "cycle": indices of waits; "mistake" and "advice".
[[nodiscard]] nlohmann::json to_json(const Hang& hang);

} // namespace warpstage::simt
