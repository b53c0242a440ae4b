// The values of a parameter that `warpstage sweep` goes through.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

struct SweptParameter {
    std::string id; // "offset"
    std::vector<std::string> values; // as --set would take them
};

// "offset=0..32", "stride=1..32:2" (steps of 2) or "block=64,128,256". Errors: none of these, an empty range, more values than
// anybody reads.
[[nodiscard]] Result<SweptParameter> parse_swept(std::string_view text);

} // namespace warpstage::cli
