// How many blocks of a launch one multiprocessor holds, and its share of what the whole GPU has.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/occupancy.h"
#include "core/arch/timing/timing.h"
#include "core/base/result.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/memory_path.h"

#include <cstdint>

namespace warpstage::timing {

struct LaunchShape {
    std::uint64_t blocks = 1; // of the grid
    std::uint32_t threads = 1; // of a block
    std::uint32_t shared_bytes = 0; // of a block
};

struct Placement {
    std::uint32_t resident = 1; // blocks on one multiprocessor at the same time
    std::uint64_t per_multiprocessor = 1; // blocks that the busiest one runs
    std::uint32_t active = 1; // multiprocessors that have a block
    double occupancy = 0.0; // 0 to 1, by the limits of the capability
    double waves = 1.0; // blocks of the grid by those that run at the same time
};

// Registers: the estimate of the machine code. Errors: a block that the capability cannot hold.
[[nodiscard]] Result<Placement> place(
    const LaunchShape& shape, const MachineCode& code, const arch::Traits& traits, const arch::Gpu& gpu);

// Regions and queues of partitions are left empty.
[[nodiscard]] MemoryRates rates_of(const Placement& placement, const LaunchShape& shape, const arch::Traits& traits,
    const arch::Gpu& gpu, const arch::Timing& timing);

} // namespace warpstage::timing
