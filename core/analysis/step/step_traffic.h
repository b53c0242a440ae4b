// What a whole time step executes and requests, evaluated for one architecture: all launches and all their blocks. A step that is
// too long to run beside a lecture is counted in some blocks of each launch, and says so.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/problem/plan.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct StepTraffic {
    std::string architecture; // "CC 9.0"
    Counters total; // of the whole step
    std::vector<LineReport> lines; // of the kernels' source, each once
    std::uint64_t launches = 0;
    std::uint64_t blocks = 0; // of all launches
    std::uint64_t counted_blocks = 0; // fewer: the others count as these do

    // Zeros: nothing was executed for that line.
    [[nodiscard]] Counters of_line(std::uint32_t line) const;
    [[nodiscard]] bool complete() const { return counted_blocks == blocks; }
};

struct StepTrafficRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // never null
    // Warp instructions. A longer step is counted in up to four blocks of each launch.
    std::uint64_t instruction_budget = 12'000'000;
};

// From the plan's initial contents. Errors: a step without kernel, a kernel that the virtual machine cannot run or in which it
// finds a fault, a request to stop.
[[nodiscard]] Result<StepTraffic> count_step(const StepTrafficRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::analysis
