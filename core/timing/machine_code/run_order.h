// The order in which the assembler issues the instructions of a basic block: longest remaining latency first.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/ast.h"
#include "core/timing/machine_code/machine_code.h"

#include <cstdint>

namespace warpstage::timing {

// Fills in `runs` and `run_at` of `code` for a function whose first program counter is `first`; its operations must already
// exist.
void order_runs(const ptx::Function& function, std::uint32_t first, const arch::Traits& traits, MachineCode& code);

} // namespace warpstage::timing
