// The time of a step as a table gives it (core/engine/series.h), taken one sample at a time between the steps of a simulation: by
// somebody who has frames to draw and can spare the GPU for some milliseconds. With these lengths a sample takes less than five.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/series.h"

#include <chrono>
#include <cstdint>

namespace warpstage::engine {

struct SampleRequest {
    CacheState cache = CacheState::cold;
    std::chrono::nanoseconds length = std::chrono::milliseconds(2); // steps are repeated until a sample lasts that long
    std::chrono::nanoseconds longest_step = std::chrono::microseconds(800); // of a longer one no samples are taken
};

struct Sample {
    enum class Outcome : std::uint8_t {
        taken,
        warmed_up, // the first call for a plan: copies were made, caches and clocks are warm; the next call takes a sample
        // Not this plan on this engine: the virtual machine, a step with transfers or with a kernel behind host work, a step
        // that takes too long, no memory for the copies. Nothing of it stays.
        unsuited,
    };
    Outcome outcome = Outcome::unsuited;
    // Of one step: the mean of its kernels back to back, and of the host work behind them. Works of a step with several kernels:
    // the same time, divided as it is in a step with marks between the kernels, which cost some time themselves.
    StepTiming timing;
    std::uint32_t steps = 0; // that the sample is the mean of
};

} // namespace warpstage::engine
