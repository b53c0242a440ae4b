// Number formatting and small text functions shared by several folders.
#pragma once

#include "core/base/dim3.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::text {

[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// "20 480": groups of three, separated by thin spaces.
[[nodiscard]] std::string grouped(std::int64_t value);

// "0.168 ms", "23.1 µs", "1.42 s": three significant digits, thin space before the unit.
[[nodiscard]] std::string duration(std::chrono::nanoseconds value);

// "2.42 T", "182 G", "950": a rate with a power-of-ten prefix, three significant digits; append the unit.
[[nodiscard]] std::string with_prefix(double value);

// With plain instead of thin spaces: terminals are monospaced, and scripts split columns at plain spaces.
[[nodiscard]] std::string plain_spaces(std::string text);

// "2.42 T interactions/s", "182 GB/s"; empty if the rate is unknown.
[[nodiscard]] std::string rate(double value, std::string_view unit);

// Appends a full stop unless the text ends with punctuation or with the caret below a quoted text.
[[nodiscard]] std::string sentence(std::string text);

// "a, b or c": the alternatives for a message about a wrong choice.
[[nodiscard]] std::string alternatives(const std::vector<std::string>& words);

// The number of characters, not bytes: the width in columns.
[[nodiscard]] std::size_t columns_of(std::string_view text);
// Padded with spaces to this number of columns, right- or left-aligned.
[[nodiscard]] std::string right_aligned(const std::string& text, std::size_t columns);
[[nodiscard]] std::string left_aligned(const std::string& text, std::size_t columns);
[[nodiscard]] std::string without_trailing_spaces(std::string line);

// "4x1x1"
[[nodiscard]] std::string extent(const Dim3& extent);

// The alternative nearest to `word` by edit distance; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& words);

} // namespace warpstage::text
