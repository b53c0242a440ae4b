// Loops that repeat a compare-and-swap until it succeeds.
#pragma once

#include "core/ptx/listing.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/machine_code/register_use.h"

#include <cstdint>

namespace warpstage::timing {

// Marks each compare-and-swap (atom.cas) whose result decides whether a branch goes back before it.
void find_retries(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers, MachineCode& code);

} // namespace warpstage::timing
