// Values that are the same in all lanes of a warp: atomic operations that the assembler executes once, branches that do not
// diverge.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/listing.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/machine_code/register_use.h"

#include <vector>

namespace warpstage::timing {

// An addition, minimum, maximum or logical operation of integers whose address is the same for all lanes, as far as the program
// text shows: the lanes combine their values first (a vote and the number of lanes for a constant, REDUX from CC 8.0 on, shuffles
// if the previous value is used), and one lane updates memory. Exchanges and floating point numbers are not combined. Source:
// machine code of CC 9.0 by ptxas 13.0. `first`: program counter of the function's first instruction.
void combine_uniform_atomics(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers,
    const arch::Traits& traits, MachineCode& code);

// By instruction of the function: a conditional branch whose lanes may take different paths, as far as the program text shows it.
[[nodiscard]] std::vector<bool> branches_that_may_diverge(
    const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers);

} // namespace warpstage::timing
