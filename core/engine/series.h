// Many steps of a plan, measured for a table: back to back, so that launches overlap with execution, with median and spread.
#pragma once

#include "core/engine/engine.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace warpstage::engine {

// State of the L2 cache of a GPU at the start of a step.
enum class CacheState : std::uint8_t {
    cold, // each step uses another copy of the buffers, so that its data come from memory as in a large problem
    warm, // each step starts with the cache contents of the previous one
};

// What computes a step.
enum class By : std::uint8_t {
    kernels,
    library, // NVIDIA's library, for a plan that names its function
};

struct SeriesRequest {
    std::uint32_t samples = 21;
    CacheState cache = CacheState::cold;
    std::chrono::nanoseconds sample_length = std::chrono::milliseconds(2); // minimum duration of a sample; steps are repeated
    std::chrono::nanoseconds budget = std::chrono::seconds(5); // maximum total time; at least one sample is taken
    By by = By::kernels;
};

struct Series {
    std::vector<std::chrono::nanoseconds> samples; // per step: time of a sample divided by its steps
    // The same steps as CUDA graphs, only measured for steps with several short launches.
    std::vector<std::chrono::nanoseconds> graph_samples;
    std::uint32_t steps_per_sample = 1;
    std::uint32_t copies = 1; // copies of the buffers, used by the steps in rotation
    std::size_t bytes = 0; // of all buffers of one step
    std::size_t cache_bytes = 0; // size of the device's L2 cache; 0: not a GPU
    std::uint32_t launches = 0; // kernels of a step
    // Per step, counted by the virtual machine; 0 on a GPU.
    std::uint64_t warp_instructions = 0;
    std::uint64_t lane_instructions = 0;
    // A fault of a kernel ends the series; only on the virtual machine.
    std::optional<simt::Trap> trap;

    // Whether the data of the steps may have come from the cache.
    [[nodiscard]] bool in_cache() const { return bytes * copies <= cache_bytes; }
};

// Cold only if memory is the measured resource: in n-body, bodies that stay in the cache between steps are the normal case.
[[nodiscard]] CacheState cache_for(const problem::Plan& plan);

// Fills in the plan's data about its buffers and launches.
void describe_plan(const problem::Plan& plan, Series& series);

// Runs steps in sequence and waits for each, until the request is satisfied: for steps with host work.
[[nodiscard]] Result<Series> measure_step_by_step(
    const SeriesRequest& request, const std::function<Result<StepOutcome>()>& run_step);

} // namespace warpstage::engine
