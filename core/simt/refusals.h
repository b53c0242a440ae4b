// Everything in a kernel that the virtual machine would not run, where Program::lower() stops at the first.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

// Indices into kernel.instructions; empty for a kernel that runs.
[[nodiscard]] std::vector<std::uint32_t> refused_instructions(const ptx::Module& module, const ptx::Function& kernel);

} // namespace warpstage::simt
