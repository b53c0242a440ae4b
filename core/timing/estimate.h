// How long a step of a plan takes on a named GPU, by the SM model: blocks of each launch run on the virtual machine, one
// multiprocessor is modeled with them cycle by cycle, and the grid follows from it.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/timing/sm_run.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::timing {

// What a kernel would have to get more of to be faster.
enum class Limiter : std::uint8_t {
    issue, // slots of the warp schedulers
    pipe, // one of the pipes, KernelEstimate::pipe
    shared_memory,
    l1,
    l2,
    dram,
    atomics,
    latency, // nothing is busy: too few warps wait for too long
    launch, // the start of the kernel
    transfer, // a copy between host and device
};
[[nodiscard]] std::string_view name_of(Limiter limiter); // "DRAM bandwidth"

struct WorkEstimate {
    std::size_t work = 0; // index into Plan::step
    std::string name; // kernel or label of the copy
    std::chrono::nanoseconds time { 0 };
    Limiter limiter = Limiter::latency;
    std::string pipe; // "FP32", where the limiter is a pipe
    double occupancy = 0.0; // 0 to 1; 0 for a copy
    double waves = 0.0; // of blocks over the whole GPU
    std::array<double, kWarpStates> states {}; // warps in each state per cycle in which a scheduler issues; zeros for a copy
};

struct StepEstimate {
    std::string gpu; // "GeForce GTX 280"
    std::vector<WorkEstimate> works; // launches and copies, in the step's order; work of the host is not estimated
    std::chrono::nanoseconds time { 0 }; // of the whole step; works of different streams overlap where the GPU can
    Limiter limiter = Limiter::latency; // of the longest work
    bool has_host_work = false; // the processor takes part, and its time is missing here
};

struct EstimateRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // never null
    const arch::Gpu* gpu = nullptr; // of that capability; never null
};

// From the plan's initial contents. Takes tens to hundreds of milliseconds: for a worker thread. Errors: a kernel that the
// virtual machine cannot run or in which it finds a fault, a block that the GPU cannot hold, a step without kernel and copy, a
// request to stop.
[[nodiscard]] Result<StepEstimate> estimate_step(const EstimateRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::timing
