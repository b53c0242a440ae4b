// Runs a program over a grid: blocks in parallel, each block's warps one after the other between barriers. A warp that waits for
// another one, in its block or in another block, lets the others run.
#pragma once

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/simt/checks/checks.h"
#include "core/simt/device_memory.h"
#include "core/simt/memory/module_memory.h"
#include "core/simt/observer.h"
#include "core/simt/program.h"
#include "core/simt/texture/texture_table.h"
#include "core/simt/trap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace warpstage::simt {

struct LaunchShape {
    Dim3 grid {};
    Dim3 block {};
    std::uint32_t dynamic_shared_bytes = 0;
    std::uint32_t warp_width = 32; // 2, 4, 8, 16 or 32
    // Blocks of a cluster (cudaLaunchAttributeClusterDimension); nothing: what the kernel requires (`__cluster_dims__`), and where
    // it requires nothing each block is a cluster of its own.
    std::optional<Dim3> cluster {};
};

enum class Blocks : std::uint8_t {
    all,
    only_observed, // the rest of the grid does not run; for pictures of one block
    all_observed, // all, one after the other, each told to the observer; for sums over the grid
    // Those of RunOptions::chosen, for a look at a grid that takes too long. With an observer one after the other, each told to
    // it.
    chosen,
};

struct Scheduling {
    enum class Policy : std::uint8_t {
        lock_step, // the lanes of a warp run together and meet again at the post-dominator of a branch
        // The lanes of a warp drift apart at any instruction and meet where the program says so: at __syncwarp(), collectives
        // with a mask, __syncthreads() and the end (CUDA C++ Programming Guide, "Independent Thread Scheduling"). Warps take
        // turns.
        independent,
    };
    Policy policy = Policy::lock_step;
    std::uint64_t seed = 0; // of the independent schedule: the same seed, the same run

    bool operator==(const Scheduling&) const = default;
};

// With checks, or scheduled independently, or with all blocks observed, blocks run one after the other, so that the outcome is
// always the same; a block that waits for a later one never ends then.
struct RunOptions {
    Blocks blocks = Blocks::all;
    std::uint64_t observed_block = 0; // linear index; observed where there is an observer
    std::span<const std::uint64_t> chosen {}; // linear indices; those that the grid does not have are passed over
    Observer* observer = nullptr; // called from one thread at a time
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    // The variables of the program's module, loaded into the memory that the launch gets; where it is null a launch makes them
    // for itself, and they begin anew with each launch.
    ModuleMemory* module = nullptr;
    const TextureTable* textures = nullptr; // whose handles the kernel gets; in the launch's memory
    std::uint64_t stack_bytes = 65536; // of each thread, for the functions that the kernel calls
    Checks checks = kNoChecks;
    Scheduling scheduling {};
    std::stop_token stop {}; // the launch ends early, between two blocks or at a branch, when asked
};

struct LaunchOutcome {
    std::optional<Trap> trap; // the run stopped here; of several blocks the one with the lowest index among those seen
    std::uint64_t warp_instructions = 0; // executed in all
    std::uint64_t lane_instructions = 0; // sum of executing lanes
    bool stopped = false; // by the stop token
    std::string output; // what printf has written, block by block; at most kMaxOutput bytes and a line that says so
};

// `parameters`: the kernel's parameter block, kernel().parameter_bytes long, little endian, as cuLaunchKernel takes it.
// Errors: a shape that no GPU would launch (empty grid, more than 1024 threads, too much shared memory: 227 KiB), parameters of
// the wrong size, variables of the module that do not fit, textures that no GPU would make or whose memory is no buffer.
[[nodiscard]] Result<LaunchOutcome> run(const Program& program, DeviceMemory& memory, const LaunchShape& shape,
    std::span<const std::byte> parameters, const RunOptions& options = {});

// Which build of the interpreter this processor runs: "x86-64", "x86-64-v3" or "x86-64-v4".
[[nodiscard]] const char* instruction_set();

} // namespace warpstage::simt
