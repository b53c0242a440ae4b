// All instructions of a kernel that the virtual machine does not support; Program::lower() stops at the first one.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

struct RefusedInstruction {
    const ptx::Function* function = nullptr; // the kernel, or a function that it may call
    std::uint32_t instruction = 0; // index into function->instructions
    std::string reason; // additional details, if any
};

// In the order in which the kernel reaches the functions; empty for a supported kernel.
[[nodiscard]] std::vector<RefusedInstruction> refused_instructions(const ptx::Module& module, const ptx::Function& kernel);

} // namespace warpstage::simt
