// A timing is never one number.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warpstage::engine {

// How the samples of a summary were taken. Of two kinds on the same GPU the greater one is the more accurate; they are never
// mixed.
enum class Sampling : std::uint8_t {
    every_step, // each step as it ran, with nothing beside it: the virtual machine, host code, `bench`
    while_drawing, // steps of a GPU that OpenGL used at the same time: an upper bound
    quiet_step, // one step of a GPU while OpenGL had no work there
    quiet_series, // the mean of several steps, one behind the other on copies of the buffers, while OpenGL had no work there
};

struct TimingSummary {
    std::chrono::nanoseconds minimum { 0 };
    std::chrono::nanoseconds median { 0 }; // the upper one of two in the middle
    std::chrono::nanoseconds maximum { 0 };
    std::size_t samples = 0; // 0: not run yet
    Sampling sampling = Sampling::every_step;

    bool operator==(const TimingSummary&) const = default;
};

[[nodiscard]] TimingSummary summarize(
    std::span<const std::chrono::nanoseconds> samples, Sampling sampling = Sampling::every_step);

} // namespace warpstage::engine
