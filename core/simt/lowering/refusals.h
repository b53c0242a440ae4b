// Everything in a kernel that the virtual machine would not run, where Program::lower() stops at the first.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

struct RefusedInstruction {
    const ptx::Function* function = nullptr; // the kernel, or a function that it may call
    std::uint32_t instruction = 0; // index into function->instructions
    std::string reason; // where there is more to say than that the virtual machine does not know it
};

// In the order of the functions as the kernel reaches them; empty for a kernel that runs.
[[nodiscard]] std::vector<RefusedInstruction> refused_instructions(const ptx::Module& module, const ptx::Function& kernel);

} // namespace warpstage::simt
