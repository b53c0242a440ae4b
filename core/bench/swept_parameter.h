// A parameter and the values that it takes one after the other, as the command line names both.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::bench {

struct SweptParameter {
    std::string id; // "offset"
    std::vector<std::string> values; // as --set would take them
};

// "offset=0..32", "stride=1..32:2" (steps of 2) or "block=64,128,256". Errors: none of these, an empty range, more values than
// anybody reads.
[[nodiscard]] Result<SweptParameter> parse_swept(std::string_view text);

} // namespace warpstage::bench
