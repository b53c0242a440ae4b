// Instructions and requests of all launches and all their blocks, evaluated for one architecture. If that takes too long during a
// lecture, the counts are extrapolated from some blocks of each launch; see complete().
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
    Counters total; // over all launches
    std::vector<LineReport> lines; // of the kernels' source, each line once
    std::uint64_t launches = 0;
    std::uint64_t blocks = 0; // of all launches
    std::uint64_t counted_blocks = 0; // if fewer: the counts are extrapolated

    // Zeros if nothing was executed for that line.
    [[nodiscard]] Counters of_line(std::uint32_t line) const;
    [[nodiscard]] bool complete() const { return counted_blocks == blocks; }
};

struct StepTrafficRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // never null
    // Warp instructions. Beyond this budget, up to four blocks of each launch are counted.
    std::uint64_t instruction_budget = 12'000'000;
};

// Runs from the plan's initial contents. Errors: a plan without a kernel, a kernel that the virtual machine does not support, a
// fault, a request to stop.
[[nodiscard]] Result<StepTraffic> count_step(const StepTrafficRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::analysis
