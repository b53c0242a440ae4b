// The text of one kernel of a module, for compilers that should not read the others.
#pragma once

#include "core/ptx/ast.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpstage::ptx {

// The module's text without its other kernels; what kernels share (functions, variables of shared and constant memory, file
// names) stays. Nothing where that would change the program or cannot be told from the text: kernels that share variables of
// global memory or an alias, a text that is not laid out as NVIDIA's compilers do it (`.entry` at the start of a line after its
// linkage, the closing brace of a kernel alone in its line).
[[nodiscard]] std::optional<std::string> text_of_kernel(
    std::string_view text, const Module& module, std::string_view mangled_name);

} // namespace warpstage::ptx
