// A summary of repeated time measurements.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warpstage::engine {

// How the samples of a summary were taken. Kinds are ordered by accuracy and are never mixed.
enum class Sampling : std::uint8_t {
    every_step, // each step as it ran, with no other load: the virtual machine, host code, `bench`
    while_drawing, // steps on a GPU used by OpenGL at the same time: an upper bound
    quiet_step, // one step on a GPU while OpenGL was idle
    quiet_series, // the mean of several steps, back to back on copies of the buffers, while OpenGL was idle
};

struct TimingSummary {
    std::chrono::nanoseconds minimum { 0 };
    std::chrono::nanoseconds median { 0 }; // the upper median for an even number of samples
    std::chrono::nanoseconds maximum { 0 };
    std::size_t samples = 0; // 0: not run yet
    Sampling sampling = Sampling::every_step;

    bool operator==(const TimingSummary&) const = default;
};

[[nodiscard]] TimingSummary summarize(
    std::span<const std::chrono::nanoseconds> samples, Sampling sampling = Sampling::every_step);

} // namespace warpstage::engine
