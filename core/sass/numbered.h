// PTX whose source locations are the lines of its own text: each machine instruction then names the PTX instruction that it was
// made of.
#pragma once

#include "core/ptx/ast.h"

#include <string>
#include <string_view>

namespace warpstage::sass {

inline constexpr std::string_view kNumberedFile = "numbered.ptx"; // DisassemblyRequest::source of such a text

// `module`: what ptx::parse() has read from `text`. The line of a machine instruction is ptx::Instruction::text_line.
[[nodiscard]] std::string number_instructions(std::string_view text, const ptx::Module& module);

} // namespace warpstage::sass
