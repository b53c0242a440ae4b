// Partition camping among the blocks of a launch that are resident on a GPU at the same time; they run in sequence on the virtual
// machine.
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
    // Warp instructions of all blocks together. A longer launch is analyzed up to this budget.
    std::uint64_t instruction_budget = 30'000'000;
};

struct ResidentBlocks {
    std::uint64_t blocks = 0;
    std::uint64_t grid = 0; // blocks of the launch
    bool complete = true; // false: some blocks exceeded the instruction budget or ended with a fault
};

// Runs the blocks of the first wave in sequence, from the plan's initial contents; `observer` receives what happens. Limits and
// errors as those of survey_partitions().
[[nodiscard]] Result<ResidentBlocks> run_resident_blocks(
    const PartitionRequest& request, simt::Observer& observer, const std::stop_token& stop = {});

// Runs from the plan's initial contents. The number of resident blocks is that of the first wave: the limits of blocks, warps and
// shared memory of all multiprocessors. Registers are not considered, because PTX does not contain the number per thread. Errors:
// a block that exceeds the limits of the architecture, a kernel that the virtual machine does not support, a request to stop.
[[nodiscard]] Result<PartitionSurvey> survey_partitions(const PartitionRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::analysis
