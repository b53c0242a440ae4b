// How large a mangled name becomes when it is demangled, computed without demangling it: a back reference of a few characters can
// stand for text of any length, so that a name of 290 characters would fill the memory.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpstage::ptx::mangling {

// Sizes above this one are not distinguished.
inline constexpr std::uint64_t kLargest = std::uint64_t { 1 } << 40;

// An upper bound for the characters and for the nodes of the tree that a demangler prints for the name ("_Z…"), every back
// reference, template parameter and pack expansion printed in full. kLargest for a name that is not understood completely. Takes
// time in proportion to the length of the name.
[[nodiscard]] std::uint64_t expanded_size(std::string_view mangled);

} // namespace warpstage::ptx::mangling
