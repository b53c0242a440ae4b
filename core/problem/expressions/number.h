// Numbers in user input: the whole text must match.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::problem {

// "20480", "-3", "2^22", "1e6".
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

// "0.5", "1e-3"; empty for infinities and NaN.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

} // namespace warpstage::problem
