// PTX text -> Module. Accepts PTX ISA 7.0 to 9.x as nvcc and NVRTC write it.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <string_view>

namespace warpstage::ptx {

// A third of a million instructions. What is longer would take too much time and memory to read.
inline constexpr std::size_t kMaxText = std::size_t { 8 } << 20; // bytes

// `name` is what messages call the text: "kernels.ptx:41: ...". Every register, label and symbol an instruction names is
// resolved; an unknown instruction, a syntax error or an unsupported header is an Error with line and words.
[[nodiscard]] Result<Module> parse(std::string_view text, std::string_view name);

} // namespace warpstage::ptx
