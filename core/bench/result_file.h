// A bench result as JSON: what `warpstage bench --json` writes and `warpstage compare` reads.
#pragma once

#include "core/base/result.h"
#include "core/bench/measured_variant.h"

#include <string>
#include <string_view>

namespace warpstage::bench {

[[nodiscard]] std::string to_json(const BenchResult& result);

// `name` is that of the file, for the sentence. Errors: no JSON, no result of a bench, one of a newer version.
[[nodiscard]] Result<BenchResult> from_json(std::string_view text, std::string_view name);

} // namespace warpstage::bench
