// The time of a step as in tables (core/engine/series.h), measured one sample at a time between the steps of a simulation, so
// that drawing is interrupted for some milliseconds only. With these durations a sample takes less than five milliseconds.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/series.h"

#include <chrono>
#include <cstdint>

namespace warpstage::engine {

struct SampleRequest {
    CacheState cache = CacheState::cold;
    std::chrono::nanoseconds length = std::chrono::milliseconds(2); // minimum duration of a sample; steps are repeated
    std::chrono::nanoseconds longest_step = std::chrono::microseconds(800); // steps that take longer are not sampled
};

struct Sample {
    enum class Outcome : std::uint8_t {
        taken,
        warmed_up, // the first call for a plan copies the buffers and warms up caches and clocks; the next call takes a sample
        // This plan cannot be sampled on this engine: the virtual machine, a step with transfers or with a kernel after host
        // work, a step that takes too long, no memory for the copies. Everything is released.
        unsuited,
    };
    Outcome outcome = Outcome::unsuited;
    // For one step: the mean time of its kernels back to back, plus that of the host work after them. In a step with several
    // kernels this time is divided in proportion to a step with events between the kernels, because the events themselves take
    // time.
    StepTiming timing;
    std::uint32_t steps = 0; // number of steps in the mean
};

} // namespace warpstage::engine
