// Runs a program over a grid: blocks in parallel, the warps of each block in sequence between barriers. A warp that waits for
// another warp, in its block or in another one, yields.
#pragma once

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/simt/checks/checks.h"
#include "core/simt/checks/finding.h"
#include "core/simt/device_memory.h"
#include "core/simt/memory/module_memory.h"
#include "core/simt/observer.h"
#include "core/simt/program.h"
#include "core/simt/run_progress.h"
#include "core/simt/texture/texture_table.h"
#include "core/simt/trap.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::simt {

class LaunchGate; // core/simt/run/launch_gate.h
class WaitQuestion; // core/simt/hang/wait_question.h

struct LaunchShape {
    Dim3 grid {};
    Dim3 block {};
    std::uint32_t dynamic_shared_bytes = 0;
    std::uint32_t warp_width = 32; // 2, 4, 8, 16 or 32
    // Blocks of a cluster (cudaLaunchAttributeClusterDimension); nothing: what the kernel requires (`__cluster_dims__`), and
    // if it requires nothing, each block is a separate cluster.
    std::optional<Dim3> cluster {};
    // Whether all blocks of the grid can meet, as after cudaLaunchCooperativeKernel; otherwise grid.is_valid() is false and
    // grid.sync() ends the launch.
    bool cooperative = true;
};

// Blocks that have started and wait for others. A GPU with 132 multiprocessors holds 2112 blocks of 128 threads.
inline constexpr std::uint64_t kMaxResidentBlocks = 2112;

enum class Blocks : std::uint8_t {
    all,
    only_observed, // the rest of the grid does not run; for figures of one block
    all_observed, // all in sequence, all observed; for sums over the grid
    // Those of RunOptions::chosen, to sample a grid that takes too long. In sequence and all observed if there is an observer.
    chosen,
};

// The observer of one block among several that are observed while the whole grid runs.
struct BlockObserver {
    std::uint64_t block = 0; // linear index
    Observer* observer = nullptr; // called from one thread at a time; different blocks are observed at the same time
};

struct Scheduling {
    enum class Policy : std::uint8_t {
        lock_step, // the lanes of a warp run together and reconverge at the post-dominator of a branch
        // The lanes of a warp may diverge at any instruction and reconverge only where the program requires it: at __syncwarp(),
        // collectives with a mask, __syncthreads() and the end (CUDA C++ Programming Guide, "Independent Thread Scheduling").
        // Warps take turns, and blocks start in an order that depends on the seed.
        independent,
    };
    Policy policy = Policy::lock_step;
    std::uint64_t seed = 0; // for the independent schedule: the same seed gives the same run

    bool operator==(const Scheduling&) const = default;
};

// What a program sets with cudaDeviceSetLimit.
struct DeviceLimits {
    // Per thread, for recursion and alloca: the frames of functions that are active once are reserved by the compiler.
    std::uint64_t stack_bytes = 65536;
    std::uint64_t heap_bytes = DeviceHeap::kBytes; // of malloc in kernels
    std::uint64_t print_bytes = std::uint64_t { 1 } << 20; // of printf output; the rest is dropped
};

// Observers of a launch whose blocks run on all cores: one for each thread of the computer that runs blocks.
class ThreadObservers {
public:
    ThreadObservers() = default;
    ThreadObservers(const ThreadObservers&) = delete;
    ThreadObservers& operator=(const ThreadObservers&) = delete;
    virtual ~ThreadObservers() = default;

    // Called once by each of these threads, by one at a time. The observer outlives the run.
    [[nodiscard]] virtual Observer& for_this_thread() = 0;
};

// With checks, with the independent schedule, or with all blocks observed, blocks run in sequence, so the outcome is
// deterministic; a block that waits for others is interrupted until they have run.
struct RunOptions {
    Blocks blocks = Blocks::all;
    std::uint64_t observed_block = 0; // linear index; observed if there is an observer
    std::span<const std::uint64_t> chosen {}; // linear indices; indices outside the grid are ignored
    Observer* observer = nullptr; // called from one thread at a time
    std::span<const BlockObserver> observers {}; // in addition, for Blocks::all; sorted by block
    ThreadObservers* of_threads = nullptr; // of the blocks without another observer
    // Blocks that the device holds at once: further ones begin when one of these ends.
    std::uint64_t resident_blocks = kMaxResidentBlocks;
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    // The variables of the program's module, loaded into the launch's memory; null: each launch creates and initializes its own.
    ModuleMemory* module = nullptr;
    const TextureTable* textures = nullptr; // their handles are arguments of the kernel; in the launch's memory
    DeviceLimits limits {};
    // Receives the warp instructions of each block that ended, by linear index; as long as the grid, or empty.
    std::span<std::uint64_t> block_instructions {};
    bool runs_children = false; // the caller runs what the kernel launches: ModuleMemory::children()
    Checks checks = kNoChecks;
    Scheduling scheduling {};
    std::stop_token stop {}; // ends the launch early, between two blocks or at a branch
    RunProgress* progress = nullptr; // updated while the launch runs
    WaitQuestion* question = nullptr; // answered while the launch runs
    LaunchGate* gate = nullptr; // other threads may change the memory while the launch runs
};

struct LaunchOutcome {
    // What the checks have found, errors first; `trap` is the first of them. With checks, a fault is one of them.
    std::vector<Finding> findings;
    bool checks_are_incomplete = false; // some memory was not checked for races: see ShadowBudget
    std::optional<Trap> trap; // where the run stopped; of several blocks, the one with the lowest index among those that ran
    bool ended = false; // all blocks ran to their end; `trap` is a finding then
    std::uint64_t warp_instructions = 0; // total executed
    std::uint64_t lane_instructions = 0; // sum of executing lanes
    bool stopped = false; // by the stop token
    std::optional<RunPlace> stopped_at; // of several blocks that ran, the one with the lowest index; nothing between two blocks
    std::string output; // output of printf, block by block; at most DeviceLimits::print_bytes and a line about the truncation
};

// `parameters`: the kernel's parameter block, kernel().parameter_bytes long, little endian, as cuLaunchKernel takes it.
// Errors: an invalid launch shape (empty grid, more than 1024 threads, too much shared memory: 227 KiB), parameters of
// the wrong size, variables of the module that do not fit, invalid textures, or textures whose memory is not a buffer.
[[nodiscard]] Result<LaunchOutcome> run(const Program& program, DeviceMemory& memory, const LaunchShape& shape,
    std::span<const std::byte> parameters, const RunOptions& options = {});

// The same in slices, for a program that has only one thread. The arguments of begin() must outlive the run.
class LaunchRun {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Errors: those of run().
    [[nodiscard]] static Result<LaunchRun> begin(const Program& program, DeviceMemory& memory, const LaunchShape& shape,
        std::span<const std::byte> parameters, const RunOptions& options = {});
    LaunchRun(LaunchRun&& other) noexcept;
    LaunchRun& operator=(LaunchRun&& other) noexcept;
    ~LaunchRun();

    // Runs blocks until this time, or all of them on all cores without a limit of time. Nothing: the launch has not ended. Not
    // called again after its end. Errors: not enough memory.
    [[nodiscard]] Result<std::optional<LaunchOutcome>> advance(Time until);

private:
    struct State;
    explicit LaunchRun(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

// The build of the interpreter for this processor: "x86-64", "x86-64-v3" or "x86-64-v4".
[[nodiscard]] const char* instruction_set();

} // namespace warpstage::simt
