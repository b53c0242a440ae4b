// PTX text -> Module. Accepts PTX ISA 3.0 to 9.x as nvcc and NVRTC write it.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <string_view>

namespace warpstage::ptx {

// About 660 000 instructions. Longer texts would take too much time and memory.
inline constexpr std::size_t kMaxText = std::size_t { 16 } << 20; // bytes

// `name` identifies the text in messages: "kernels.ptx:41: ...". Every register, label and symbol that an instruction names is
// resolved. Errors: an unknown instruction, a syntax error, an unsupported header; each with line and sentence.
[[nodiscard]] Result<Module> parse(std::string_view text, std::string_view name);

} // namespace warpstage::ptx
