// Cycle-level simulation of one multiprocessor: its schedulers issue in order within a warp, wait for results with a scoreboard,
// and choose the warp that has been eligible longest.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/memory_path.h"
#include "core/timing/sm_run.h"

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace warpstage::timing {

enum class Spans : std::uint8_t { kept, dropped };

struct SimulationRequest {
    const arch::Timing* timing = nullptr;
    const MachineCode* code = nullptr;
    std::vector<const BlockStream*> streams; // run by the block slots in turn; the first is the recorded block
    MemoryRates memory;
    std::uint32_t resident_blocks = 1;
    std::uint32_t multiprocessors = 1; // number of multiprocessors that start blocks at the same time
    std::uint64_t blocks = 1; // number of blocks to run in sequence, resident_blocks at a time
    std::uint64_t instructions = 400'000; // machine instructions after which the simulation ends
    Spans spans = Spans::dropped;
    // Count all requests of the blocks that have started, also those behind the recorded steps or the end of the simulation.
    bool counts_requests = false;
};

struct Simulation {
    SmRun run;
    double end = 0.0; // cycle at which all modeled work is complete and written
    std::uint64_t blocks_started = 0;
    std::uint64_t blocks_ended = 0;
    std::array<double, arch::kPipes> pipe_busy {}; // cycles, averaged over the schedulers
    std::array<double, kQueues> queue_busy {}; // cycles
    double asked_bytes = 0.0; // sectors of all requests to global and local memory
    double missed_bytes = 0.0; // of these, from L1 to L2
    double stored_hits = 0.0; // of these, stores whose sectors are in L1
    double dram_bytes = 0.0;
    double written_bytes = 0.0; // of these, to DRAM
    std::vector<std::uint32_t> issued; // machine instructions per interval of kCycles cycles
    static constexpr std::uint32_t kCycles = 64;
};

[[nodiscard]] Simulation simulate(const SimulationRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::timing
