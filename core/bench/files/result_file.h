// A bench result as JSON, the output of `warpstage bench --json` and the input of `warpstage compare`.
#pragma once

#include "core/base/result.h"
#include "core/bench/measured_variant.h"

#include <string>
#include <string_view>

namespace warpstage::bench {

[[nodiscard]] std::string to_json(const BenchResult& result);

// `name` is the file name for the error message. Errors: invalid JSON, not a bench result, a newer version.
[[nodiscard]] Result<BenchResult> from_json(std::string_view text, std::string_view name);

} // namespace warpstage::bench
