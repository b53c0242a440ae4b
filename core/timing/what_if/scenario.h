// A launch in the SM model that can be changed: as it is, or without a cause of its time.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/timing/launch_sample.h"
#include "core/timing/simulation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace warpstage::timing {

struct Scenario {
    const arch::Traits* traits = nullptr; // never null
    const arch::Gpu* gpu = nullptr; // never null
    const ptx::Listing* listing = nullptr; // never null
    arch::Timing timing;
    // Shared with other scenarios: see edit_code() and edit_streams().
    std::shared_ptr<const MachineCode> code;
    std::shared_ptr<const std::vector<BlockStream>> streams; // of the sampled blocks
    std::size_t modeled = 1; // the first streams, which the simulation runs
    LaunchShape shape;
    Placement placement;
    MemoryRates memory;
    std::uint32_t resident_blocks = 1; // per multiprocessor
    // Blocks that a multiprocessor runs: fewer than those of the busiest one if the grid were distributed evenly.
    double blocks = 1.0;
    bool always_full = false; // the multiprocessor has all resident blocks until the end
};

// Errors: a block that exceeds the limits of the GPU. The references of the sample must outlive the result.
[[nodiscard]] Result<Scenario> scenario_of(LaunchSample sample, const arch::Traits& traits, const arch::Gpu& gpu);

// Own copies, to be changed.
[[nodiscard]] MachineCode& edit_code(Scenario& scenario);
[[nodiscard]] std::vector<BlockStream>& edit_streams(Scenario& scenario);

struct ScenarioTime {
    double nanoseconds = 0.0; // of the launch
    Simulation simulation;
};
// If stopped: incomplete.
[[nodiscard]] ScenarioTime time_of(const Scenario& scenario, const std::stop_token& stop);

} // namespace warpstage::timing
