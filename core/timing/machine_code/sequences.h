// The machine instructions for a single PTX instruction.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/ast.h"
#include "core/timing/machine_code/machine_code.h"

#include <vector>

namespace warpstage::timing {

// Empty: it becomes an operand of other instructions.
[[nodiscard]] std::vector<MicroOperation> sequence_of(const ptx::Instruction& instruction, const arch::Traits& traits);

} // namespace warpstage::timing
