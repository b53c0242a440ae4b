// What the figures of one launch show: a recorded block, resident blocks, the SM model's run, the causes of the time, the heat
// map, the waves, the rounding errors.
#pragma once

#include "app/views/gallery/subject.h"
#include "app/views/view.h"
#include "core/arch/architecture.h"

#include <stop_token>

namespace warpstage::figures {

struct LaunchRun {
    arch::Architecture architecture; // compute capability and GPU used for the analysis
    std::uint64_t block = 0; // recorded block
    std::uint32_t warp_width = kMaxLanes; // of the recorded run
    std::uint32_t resident_blocks = 0; // resident blocks in the SM model; 0: as many as fit
    std::uint32_t cycles = 0; // cycles of the SM model to show; 0: all
    simt::Checks checks = simt::kNoChecks; // of the recorded run
    std::stop_token stop {}; // ends the recording or the estimate
};

using Plan = std::shared_ptr<const problem::Plan>;

// Runs the block on the virtual machine. Errors: a variant without kernels, a kernel that it does not support, no such block.
[[nodiscard]] Result<std::shared_ptr<const session::Recording>> record_block(
    const views::Subject& subject, const Plan& plan, const LaunchRun& run);

// The SM model's run of a recorded block of the plan's launch.
[[nodiscard]] views::SmSubject model_block(const session::Recording& recording, const problem::Plan& plan, const LaunchRun& run);

// Whether the figure shows one launch of one plan.
[[nodiscard]] bool draws_one_launch(views::Need need);

// Runs what such a figure needs, for the recorded launch of the plan, and adds it to the subject. Errors: a variant without
// kernels, a fault, those of the estimate.
[[nodiscard]] Result<void> run_launch(views::Subject& subject, views::Need need, const Plan& plan, const LaunchRun& run);

} // namespace warpstage::figures
