// Products of CC 1.x that need no 32-bit multiplication.
#pragma once

#include "core/ptx/ast.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/machine_code/register_use.h"

namespace warpstage::timing {

// A product with a factor that was sign-extended from 24 bits is one __mul24: today's compiler expands the function to two shifts
// and a product, because GPUs since CC 2.0 lack the instruction. A product of built-in variables, which have 16 bits, is one
// instruction, too. Source: CUDA Programming Guide 2.3, 5.1.1.1. `first`: program counter of the function's first instruction.
void use_narrow_products(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers, MachineCode& code);

} // namespace warpstage::timing
