// A text reduced to some of its kernels. Parsing the whole text takes a tenth of the time of code generation for all kernels, and
// a user who waits for an edit looks at one variant.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace warpstage::live {

using KernelNames = std::set<std::string, std::less<>>; // of functions and templates: "reduce6" for reduce6<256>

// The other kernels become unused functions, which the compiler checks and drops. Line numbers do not change. Nothing if no
// kernel would be omitted or a kernel's name cannot be determined. A kernel defined by a macro may be omitted by mistake, which
// only compilation reveals.
[[nodiscard]] std::optional<std::string> with_only(std::string_view source, const KernelNames& kernels);

} // namespace warpstage::live
