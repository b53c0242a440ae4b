// Whole numbers as people type them on a command line, with the names of numbers that stand before: "2^20", "n*n", "(n+255)/256".
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace warpstage::kernel_run {

using Names = std::map<std::string, std::int64_t, std::less<>>;

// + - * / % ^ and parentheses, as in C (^ is the power, and binds most tightly); numbers as problem::parse_integer reads them.
// Errors: not an expression, an unknown name (with those that there are), a division by zero, a result beyond 64 bits.
[[nodiscard]] Result<std::int64_t> evaluate(std::string_view text, const Names& names);

// Letters, digits and underscores, not beginning with a digit.
[[nodiscard]] bool is_name(std::string_view text);

} // namespace warpstage::kernel_run
