// Why a launch takes its time: the SM model runs it again with one cause removed, and with two, because causes hide each other.
// Nothing is fitted. What the model does not know (docs/sm-model.md) is no cause here.
#pragma once

#include "core/base/result.h"
#include "core/timing/estimate.h"
#include "core/timing/what_if/cause.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::timing {

struct CauseGain {
    Cause cause;
    std::chrono::nanoseconds without { 0 }; // estimated time of the launch without the cause
    double share = 0.0; // of the launch's time that its removal gains; 0 or more
    // A cause whose removal gains little alone, but more after another one, by index into Why::causes.
    std::optional<std::size_t> behind {};
    double share_behind = 0.0; // gained in addition, after the other cause is removed
    std::chrono::nanoseconds without_both { 0 };
};

struct Why {
    std::string gpu; // "NVIDIA H200"
    std::string kernel;
    std::size_t work = 0; // index into Plan::step
    std::chrono::nanoseconds now { 0 }; // estimated time of the launch
    std::chrono::nanoseconds step { 0 }; // of the whole time step, of which this is the longest launch
    LaunchShape shape;
    Dim3 grid;
    Dim3 block;
    // Of the requests to global memory that fill at least two sectors, the share that needs no more sectors than its bytes fill.
    double coalesced = 0.0;
    double early_loads = 0.0; // share of the requests to load global memory that are in loops which the assembler unrolls
    bool asynchronous = false; // blocks copy asynchronously, or wait for phases of mbarrier objects
    Limiter limiter = Limiter::latency;
    std::string pipe; // if the limiter is a pipe
    std::vector<CauseGain> causes; // largest gain first, then the hidden ones; without those that gain less than kLeastShare
};
inline constexpr double kLeastShare = 0.02; // of the time: the model does not resolve less

// Of a launch with its estimate, whose time the result has. Errors: a block that exceeds the limits of the GPU, a stop request.
[[nodiscard]] Result<Why> why(LaunchSample sample, const WorkEstimate& estimate, const arch::Traits& traits, const arch::Gpu& gpu,
    const std::stop_token& stop = {});

// Of the longest launch of a time step with its estimate. Errors: those of estimate_step(), a time step whose longest item is a
// copy.
[[nodiscard]] Result<Why> why_step(const EstimateRequest& request, const StepEstimate& step, const std::stop_token& stop = {});

} // namespace warpstage::timing
