// The words with which messages name an instruction and its place.
#pragma once

#include "core/ptx/ast.h"

#include <string>
#include <string_view>

namespace warpstage::ptx {

// In backquotes, cut where it is long: a hostile text may have a megabyte.
[[nodiscard]] std::string in_backquotes(std::string_view text);
// "kernel `k`, line 3 of the CUDA source", as SourceLocation::line_in_kernel(). `owner`: "kernel `k`".
[[nodiscard]] std::string place_in_source(std::string_view owner, const SourceLocation& location);
// "the virtual machine does not support the instruction `frobnicate.b32`": for Opcode::unknown.
[[nodiscard]] std::string unknown_instruction_sentence(const Instruction& instruction);

} // namespace warpstage::ptx
