// The text of one kernel of a module, for compilers that should not parse the others.
#pragma once

#include "core/ptx/ast.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpstage::ptx {

// The module's text without its other kernels; what kernels share (functions, variables in shared and constant memory, file
// names) stays. Empty if that would change the program or cannot be determined from the text: kernels that share global variables
// or an alias, or a text in another layout than that of NVIDIA's compilers (`.entry` at the start of a line after its linkage
// directive, the closing brace of a kernel on its own line).
[[nodiscard]] std::optional<std::string> text_of_kernel(
    std::string_view text, const Module& module, std::string_view mangled_name);

} // namespace warpstage::ptx
