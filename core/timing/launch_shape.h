// Number of resident blocks of a launch per multiprocessor, and the multiprocessor's share of the GPU's resources.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/occupancy.h"
#include "core/arch/timing/timing.h"
#include "core/base/result.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/memory_path.h"

#include <cstdint>
#include <span>

namespace warpstage::timing {

struct LaunchShape {
    std::uint64_t blocks = 1; // of the grid
    std::uint32_t threads = 1; // per block
    std::uint32_t shared_bytes = 0; // per block
};

struct Placement {
    std::uint32_t resident = 1; // resident blocks per multiprocessor
    std::uint32_t full = 1; // the same with as many blocks as a multiprocessor takes, whatever the size of the grid
    std::uint64_t per_multiprocessor = 1; // blocks that the busiest multiprocessor runs
    std::uint32_t active = 1; // multiprocessors with at least one block
    // L2 and DRAM are divided among all blocks of the grid: the busiest multiprocessor gets the share of its own, one of so many.
    double sharing = 1.0;
    double occupancy = 0.0; // 0 to 1, for the limits of the capability
    double waves = 1.0; // blocks of the grid divided by concurrent blocks
};

// Registers: estimated from the machine code. Errors: a block that exceeds the limits of the capability.
[[nodiscard]] Result<Placement> place(
    const LaunchShape& shape, const MachineCode& code, const arch::Traits& traits, const arch::Gpu& gpu);

// Regions remain empty; partitions are used evenly.
[[nodiscard]] MemoryRates rates_of(const Placement& placement, const LaunchShape& shape, const arch::Traits& traits,
    const arch::Gpu& gpu, const arch::Timing& timing);

// Work of the multiprocessor that gets the most of it, if each block starts where a place is free first and the blocks of a
// multiprocessor share its throughput equally. `work`: of each block, in start order; `multiprocessors`: at least one.
[[nodiscard]] double largest_share(std::span<const std::uint64_t> work, std::uint32_t multiprocessors, std::uint32_t resident);

} // namespace warpstage::timing
