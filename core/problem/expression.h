// Whole numbers as people type them on a command line, with the names of numbers that stand before: "2^20", "n*n", "(n+255)/256".
#pragma once

#include "core/base/result.h"
#include "core/problem/formula.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace warpstage::problem {

using Names = std::map<std::string, std::int64_t, std::less<>>;

// A formula whose value is whole (see formula.h); numbers as problem::parse_integer reads them.
// Errors: not an expression, an unknown name (with those that there are), a division by zero, a result beyond 64 bits.
[[nodiscard]] Result<std::int64_t> evaluate(std::string_view text, const Names& names);

} // namespace warpstage::problem
