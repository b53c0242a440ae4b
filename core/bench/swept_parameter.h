// A parameter and its values in a sweep, as given on the command line.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::bench {

struct SweptParameter {
    std::string id; // "offset"
    std::vector<std::string> values; // in the format of --set
};

// "offset=0..32", "stride=1..32:2" (steps of 2) or "block=64,128,256". Errors: any other format, an empty range, too many values.
[[nodiscard]] Result<SweptParameter> parse_swept(std::string_view text);

} // namespace warpstage::bench
