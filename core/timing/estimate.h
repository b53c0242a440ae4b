// Estimates the time of a plan's time step on a GPU with the SM model: blocks of each launch run on the virtual machine, one
// multiprocessor is simulated cycle by cycle with them, and the result is scaled to the grid.
#pragma once

#include "core/analysis/cache_use.h"
#include "core/base/result.h"
#include "core/problem/plan_of_run.h"
#include "core/timing/launch_sample.h"
#include "core/timing/sm_run.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::timing {

// The resource that limits a kernel.
enum class Limiter : std::uint8_t {
    issue, // issue slots of the warp schedulers
    pipe, // one of the pipes, KernelEstimate::pipe
    shared_memory,
    l1,
    l2,
    dram,
    atomics,
    latency, // latency: no resource is busy, too few warps hide it
    launch, // launch latency
    transfer, // a copy between host and device
};
[[nodiscard]] std::string_view name_of(Limiter limiter); // "DRAM bandwidth"

struct TimeRange {
    std::chrono::nanoseconds least { 0 };
    std::chrono::nanoseconds most { 0 };
};

struct WorkEstimate {
    std::size_t work = 0; // index into Plan::step
    std::string name; // kernel, or label of the copy
    std::chrono::nanoseconds time { 0 };
    Limiter limiter = Limiter::latency;
    std::string pipe; // "FP32", if the limiter is a pipe
    double occupancy = 0.0; // 0 to 1; 0 for a copy
    double waves = 0.0; // of blocks on the whole GPU
    std::optional<TimeRange> range {}; // see likely_range(), core/timing/confidence.h
    std::optional<analysis::CacheUse> cache {}; // nothing: a copy, no request to memory, or a GPU without L2
    std::array<double, kWarpStates> states {}; // warps in each state per cycle in which a scheduler issues; zeros for a copy
};

struct StepEstimate {
    std::string gpu; // "GeForce GTX 280"
    std::vector<WorkEstimate> works; // launches and copies, in step order; host work is not estimated
    std::chrono::nanoseconds time { 0 }; // of the whole time step; items in different streams overlap if the GPU supports it
    Limiter limiter = Limiter::latency; // of the longest item
    bool has_host_work = false; // the processor participates, and its time is not included
};

// Starts from the plan's initial contents. Takes tens to hundreds of milliseconds: call it on a worker thread. Errors: a kernel
// that the virtual machine does not support or that faults, a block that exceeds the limits of the GPU, a time step without
// kernel and copy, a stop request.
[[nodiscard]] Result<StepEstimate> estimate_step(const EstimateRequest& request, const std::stop_token& stop = {});

// Several time steps of the request's plan, with the copies of its run. Errors: those of estimate_step(), and a plan without
// bodies for more than one step or for copies.
[[nodiscard]] Result<StepEstimate> estimate_run(
    const EstimateRequest& request, const problem::Run& run, const std::stop_token& stop = {});

// `work` and `name` of the result are not set. Errors: a block that exceeds the limits of the GPU, a stop request.
[[nodiscard]] Result<WorkEstimate> estimate_launch(
    const LaunchSample& sample, const arch::Traits& traits, const arch::Gpu& gpu, const std::stop_token& stop = {});

} // namespace warpstage::timing
