// Many steps of a plan, timed for a table rather than for a picture: back to back, so that the launch of one hides behind the
// work of another, with medians and spread.
#pragma once

#include "core/engine/engine.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace warpstage::engine {

// What the level-2 cache of a GPU holds when a step begins.
enum class CacheState : std::uint8_t {
    cold, // each step works on another copy of the buffers, so that its data come from memory as those of a large problem do
    warm, // each step finds what the one before it has left
};

// Who computes a step.
enum class By : std::uint8_t {
    kernels,
    library, // NVIDIA's, of a plan that names its function
};

struct SeriesRequest {
    std::uint32_t samples = 21;
    CacheState cache = CacheState::cold;
    std::chrono::nanoseconds sample_length = std::chrono::milliseconds(2); // steps are repeated until a sample lasts that long
    std::chrono::nanoseconds budget = std::chrono::seconds(5); // then the samples so far must do; one is always taken
    By by = By::kernels;
};

struct Series {
    std::vector<std::chrono::nanoseconds> samples; // of one step: a sample's time by its steps
    // The same steps recorded as CUDA graphs and replayed, where steps of several short launches make that worth while.
    std::vector<std::chrono::nanoseconds> graph_samples;
    std::uint32_t steps_per_sample = 1;
    std::uint32_t copies = 1; // of the buffers, that the steps went through in turn
    std::size_t bytes = 0; // of all buffers of one step
    std::size_t cache_bytes = 0; // of the device's level-2 cache; 0: not a GPU
    std::uint32_t launches = 0; // kernels of a step
    // Of one step, as the virtual machine counts them; 0 on a GPU.
    std::uint64_t warp_instructions = 0;
    std::uint64_t lane_instructions = 0;
    // A kernel that does wrong ends the series; only the virtual machine says how.
    std::optional<simt::Trap> trap;

    // Whether the data of the steps may have come from the cache.
    [[nodiscard]] bool in_cache() const { return bytes * copies <= cache_bytes; }
};

// Cold only where memory is what is measured: bodies that stay in the cache from step to step are what an n-body step is like.
[[nodiscard]] CacheState cache_for(const problem::Plan& plan);

// Fills in what the plan says of its buffers and launches.
void describe_plan(const problem::Plan& plan, Series& series);

// Step after step, each waited for, until the request is content: for steps that the processor has a part in.
[[nodiscard]] Result<Series> measure_step_by_step(
    const SeriesRequest& request, const std::function<Result<StepOutcome>()>& run_step);

} // namespace warpstage::engine
