// A text with only some of its kernels. The compiler reads all of a text in a tenth of the time that it takes to make code of all
// its kernels, and who waits for a change looks at one variant.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace warpstage::live {

using KernelNames = std::set<std::string, std::less<>>; // of functions and templates: "reduce6" for reduce6<256>

// The other kernels become functions that nobody calls: the compiler still checks them, and drops them. Every line stays where it
// is. Nothing where that leaves out no kernel or where a kernel's name cannot be made out; whether a kernel that comes from a
// macro is left out wrongly, only the compiled text tells.
[[nodiscard]] std::optional<std::string> with_only(std::string_view source, const KernelNames& kernels);

} // namespace warpstage::live
