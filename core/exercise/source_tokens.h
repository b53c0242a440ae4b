// The tokens of a CUDA source, to compare texts without comments, spaces and names.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::exercise {

// Words, numbers, strings and single signs; no comments.
[[nodiscard]] std::vector<std::string> tokens_of(std::string_view source);

// Fingerprints of sequences of tokens, of which every change of a name leaves the same: names that are no words of CUDA C++ are
// one token (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003).
using TextPrints = std::set<std::uint64_t>;
[[nodiscard]] TextPrints text_prints(std::string_view source);

// Of the smaller set: how much of it the other one has, 0 to 1. Prints of `start` do not count. 0 for less than kMinPrints.
inline constexpr std::size_t kMinPrints = 8;
[[nodiscard]] double similarity(const TextPrints& a, const TextPrints& b, const TextPrints& start);

} // namespace warpstage::exercise
