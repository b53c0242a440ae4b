// The blocks of a launch that a GPU holds at the same time, run one after the other on the virtual machine and watched for
// partition camping.
#pragma once

#include "core/analysis/partition_report.h"
#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace warpstage::analysis {

struct PartitionRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    std::size_t work = 0; // index into Plan::step; a kernel launch
    const arch::Traits* traits = nullptr; // with memory partitions
    const arch::Gpu* gpu = nullptr; // of that architecture; never null
    // Warp instructions of all blocks together. A longer launch is watched as far as that goes.
    std::uint64_t instruction_budget = 30'000'000;
};

// From the plan's initial contents. The number of resident blocks is that of the first wave: as many as the GPU's multiprocessors
// hold by their limits of blocks, warps and shared memory. Registers are not counted, because PTX does not say how many a thread
// gets. Errors: a block that the architecture cannot hold, a kernel that the virtual machine cannot run, a request to stop.
[[nodiscard]] Result<PartitionSurvey> survey_partitions(const PartitionRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::analysis
