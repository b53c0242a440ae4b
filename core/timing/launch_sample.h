// A launch of a plan, and some of its blocks as they ran on the virtual machine: the input of the SM model.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/problem/plan.h"
#include "core/ptx/listing.h"
#include "core/timing/block_stream.h"
#include "core/timing/footprint.h"
#include "core/timing/launch_shape.h"
#include "core/timing/machine_code/machine_code.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace warpstage::timing {

struct EstimateRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // never null
    const arch::Gpu* gpu = nullptr; // of that capability; never null
};

// A launch, and some of its blocks as they ran.
struct LaunchSample {
    Dim3 grid {};
    Dim3 block {};
    LaunchShape shape;
    const ptx::Listing* listing = nullptr; // of the kernel; never null
    const MachineCode* code = nullptr; // never null
    std::vector<std::uint64_t> blocks; // linear indices; the first is block 0
    std::vector<BlockStream> streams; // with the same index; at least one
    std::vector<BufferRange> buffers;
    std::vector<std::uint64_t>
        work {}; // warp instructions of every block of the grid; empty: only those of the streams are known
    // Sectors of the requests of a block, the mean of the grid relative to that of the modeled blocks. Nothing: not known.
    std::optional<double> requests {};
    bool repeated = false; // L2 holds what it can of the data; false: none
    double partition_queue = 1.0; // DRAM time relative to an even distribution over the partitions
};

// The blocks to sample: the first ones are modeled, the others show how much data blocks share. Distinct, unsorted. `resident`:
// blocks on the whole GPU.
[[nodiscard]] std::vector<std::uint64_t> sampled_blocks(const Dim3& grid, std::uint64_t resident);
// Instructions of each warp to record, for StreamObserver.
[[nodiscard]] std::size_t recorded_steps(const Dim3& block);

// With its own machine code.
struct SampledLaunch {
    std::unique_ptr<const MachineCode> code; // never null
    LaunchSample sample;
};

// Runs the sampled blocks of the launches of a plan, which starts with its initial contents.
class LaunchSource {
public:
    // `request` must outlive it.
    LaunchSource(const EstimateRequest& request, engine::VmPlan vm, std::stop_token stop);

    // `work`: index into Plan::step of a launch. Errors: those of estimate_step().
    [[nodiscard]] Result<SampledLaunch> sample(std::size_t work);

private:
    [[nodiscard]] std::vector<BufferRange> buffers();
    [[nodiscard]] Result<double> partition_queue(std::size_t work);

    const EstimateRequest& m_request;
    engine::VmPlan m_vm;
    std::stop_token m_stop;
};

} // namespace warpstage::timing
