// One block of threads: its warps, their registers and its shared memory. Each worker has one object and runs its blocks in it.
#pragma once

#include "core/base/dim3.h"
#include "core/simt/cluster/cluster.h"
#include "core/simt/machine.h"
#include "core/simt/memory/local_memory.h"
#include "core/simt/memory/module_memory.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"
#include "core/simt/run/barrier.h"
#include "core/simt/run/call_stack.h"
#include "core/simt/run/divergence.h"
#include "core/simt/run/lane_turns.h"
#include "core/simt/run/spin_probe.h"
#include "core/simt/special_register.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {

enum class WarpStatus : std::uint8_t { ready, waiting, finished };

struct Warp {
    Divergence divergence;
    WarpStatus status = WarpStatus::ready;
    std::uint32_t barrier = 0; // the barrier at which it waits
    std::byte* registers = nullptr;
    LaneMask lanes = 0; // that have a thread
    LocalMemory local;
    CallStack calls;
    SpinProbe spin;
    Starvation starvation;
    LaneMask arrived_at_cluster = 0; // lanes that have arrived in the current phase of barrier.cluster
    LaneMask left = 0; // lanes that have left the kernel but are still in `divergence`
    std::uint64_t wakes_at = 0; // of Block::clock(): the end of its last nanosleep
    std::vector<std::uint64_t> last_errors; // cudaError_t of the device runtime, by lane; empty: no call has failed
};

// Lanes that wait at the end of the kernel for the others to leave with them.
[[nodiscard]] LaneMask leaving_lanes(const ProgramBody& body, const Divergence& divergence);

class Block {
public:
    // `module` may be null if the program uses no module variable and allocates no memory.
    Block(const Program& program, const DeviceMemory& memory, ModuleMemory* module, const LaunchShape& shape,
        std::span<const std::byte> parameters, const DeviceLimits& limits);

    // Resets the state for the start of block `linear`.
    void start(std::uint64_t linear);

    [[nodiscard]] const ProgramBody& body() const { return m_program->body(); }
    [[nodiscard]] const Program& program() const { return *m_program; }
    [[nodiscard]] const LaunchShape& shape() const { return m_shape; }
    [[nodiscard]] std::uint64_t linear() const { return m_linear; }
    [[nodiscard]] Dim3 index() const { return m_shape.grid.index_of(m_linear); }
    [[nodiscard]] Dim3 thread_of(std::uint32_t warp, std::uint32_t lane) const;
    [[nodiscard]] std::span<Warp> warps() { return m_warps; }
    [[nodiscard]] std::span<const Warp> warps() const { return m_warps; }
    [[nodiscard]] std::uint32_t warp_count() const { return static_cast<std::uint32_t>(m_warps.size()); }
    [[nodiscard]] std::uint64_t shared_bytes() const { return m_state.shared_bytes; }
    // Without the part that the system reserves.
    [[nodiscard]] std::uint64_t own_shared_bytes() const { return m_memory.shared_bytes; }
    [[nodiscard]] WarpState& state() { return m_state; }
    [[nodiscard]] const std::byte* shared() const { return m_state.shared; }
    [[nodiscard]] ModuleMemory& module() { return *m_module; }
    [[nodiscard]] const DeviceLimits& limits() const { return m_limits; }
    // The end of the largest local memory of a thread, from its start in bytes.
    [[nodiscard]] std::uint64_t local_limit() const { return m_local_limit; }

    // Loads the state of this warp.
    void select(Warp& warp);

    // Buffers that were allocated since the last call; those of before stay where they are. Whether there are any.
    bool find_new_buffers();

    // Output of the block's printf calls since its start; at most as much as the limit.
    std::string output;

    [[nodiscard]] std::array<BarrierPhase, kBarriers>& barriers() { return m_barriers; }
    // After it has been started, the block belongs to a cluster of its own until it joins another one, as the next rank.
    [[nodiscard]] Cluster& cluster() { return *m_cluster; }
    void join(std::shared_ptr<Cluster> cluster);

    // Of the launch; may be null.
    LaneTurns* lane_turns = nullptr;
    [[nodiscard]] std::uint64_t max_wait() const { return lane_turns == nullptr ? kMaxWait : lane_turns->max_wait(); }
    // Set when a barrier releases warps while others still run.
    bool warps_released = false;
    // For this block since its start; counted by the interpreter. The two are apart: added with one instruction, they would wait
    // for the stores of the last addition.
    std::uint64_t warp_instructions = 0;
    // Warp instructions since a warp last did anything except wait for memory to change.
    std::uint64_t waiting_instructions = 0;
    // Time in which warps have slept and nothing of the block has run, in warp instructions.
    std::uint64_t slept = 0;
    std::uint64_t lane_instructions = 0;
    // The time of the block. It never decreases.
    [[nodiscard]] std::uint64_t clock() const { return warp_instructions + slept; }
    // Grows when a warp has done anything else.
    std::uint64_t progress = 0;
    void note_progress()
    {
        waiting_instructions = 0;
        ++progress;
    }

private:
    struct Free {
        void operator()(std::byte* bytes) const;
    };
    using AlignedBytes = std::unique_ptr<std::byte, Free>;
    static AlignedBytes allocate(std::size_t bytes);

    void fill_constants(std::span<const std::byte> parameters);
    [[nodiscard]] std::uint64_t lane_value(
        const ConstantRow& constant, std::span<const std::byte> parameters, const ThreadPlace& place) const;
    void start_stack(Warp& warp);
    void fill_block_index();
    [[nodiscard]] LaneMask lanes_of(std::uint32_t warp) const;

    const Program* m_program;
    ModuleMemory* m_module;
    LaunchMemory m_memory;
    LaunchShape m_shape;
    DeviceLimits m_limits;
    std::uint64_t m_local_limit = 0;
    std::vector<std::byte> m_parameters;
    std::uint64_t m_linear = 0;
    AlignedBytes m_registers;
    AlignedBytes m_shared;
    std::vector<Warp> m_warps;
    std::array<BarrierPhase, kBarriers> m_barriers;
    std::shared_ptr<Cluster> m_cluster;
    std::vector<const DeviceMemory::Region*> m_last_regions;
    std::vector<DeviceMemory::Snapshot> m_buffers; // of find_new_buffers(): m_last_regions point into them
    std::vector<const ConstantRow*> m_block_index_rows; // those that differ between blocks
    WarpState m_state;
};

} // namespace warpstage::simt
