// Words for numbers and the small text work that several folders share.
#pragma once

#include <chrono>
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

// With plain spaces instead of thin ones: a terminal's are all of one width, and a script that cuts columns knows no others.
[[nodiscard]] std::string plain_spaces(std::string text);

// "2.42 T interactions/s", "182 GB/s"; empty where there is no rate.
[[nodiscard]] std::string rate(double value, std::string_view unit);

// With a full stop, where no mark ends it: neither punctuation nor the caret under a place in a quoted text.
[[nodiscard]] std::string sentence(std::string text);

// "a, b or c": the alternatives for a message about a wrong choice.
[[nodiscard]] std::string alternatives(const std::vector<std::string>& words);

// The alternative nearest to `word` by edit distance, or empty where none is near.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& words);

} // namespace warpstage::text
