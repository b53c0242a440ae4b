// All launches of a plan on the virtual machine with every block observed, evaluated for one architecture, for comparison with
// hardware counters.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct LaunchPrediction {
    std::size_t work = 0; // index into Plan::step
    std::string kernel; // display name
    Dim3 grid;
    Dim3 block;
    KernelReport report; // of all blocks
};

struct StepPrediction {
    std::vector<LaunchPrediction> launches; // in launch order
    std::uint64_t warp_instructions = 0;
    std::chrono::nanoseconds time { 0 }; // of the run on the virtual machine
};

// Runs the plan from its initial contents, block by block. Errors: a kernel that the virtual machine does not support, a fault, a
// request to stop.
[[nodiscard]] Result<StepPrediction> predict_step(const std::shared_ptr<const engine::VmPrograms>& programs,
    const std::shared_ptr<const problem::Plan>& plan, const arch::Traits& traits, const std::stop_token& stop = {});

} // namespace warpstage::analysis
