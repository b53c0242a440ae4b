// The shown time of a variant: measured on a GPU or the host, or estimated for a named GPU if the virtual machine runs the
// kernels. Emulated time is never shown as a variant's time.
#pragma once

#include "core/session/model/estimates.h"
#include "core/session/model/setup.h"
#include "core/session/model/timing.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::session {

struct ShownTime {
    enum class Kind : std::uint8_t {
        unknown, // not run yet
        measured, // on the GPU, with the measurements of its kernels
        host, // measured on this computer's CPU while the virtual machine runs the kernels: comparable only with host code
        estimated,
        estimating,
        impossible,
        wrong, // the result is wrong, so a time would mean nothing
    };
    Kind kind = Kind::unknown;
    std::chrono::nanoseconds time { 0 }; // of a step; 0 unless measured, host or estimated
    std::optional<std::size_t> reference; // the reference variant of speed_up
    double speed_up = 0.0; // 0: unknown
    std::string reason; // why no estimate is possible, or what is wrong

    [[nodiscard]] bool known() const { return time.count() > 0; }
};

[[nodiscard]] ShownTime shown_time(const TimingSection& timing, const EstimateSection& estimates, std::size_t variant);
// The same for a variant of the lesson: a wrong one has no time, and the reference is the first one that is right.
[[nodiscard]] ShownTime shown_time(
    const SetupSection& setup, const TimingSection& timing, const EstimateSection& estimates, std::size_t variant);

// Relative error of the estimate: 0.11 means 11 % too long. Nothing if one of the times is missing, or if estimate and
// measurement are for different GPUs.
[[nodiscard]] std::optional<double> estimate_error(
    const TimingSection& timing, const EstimateSection& estimates, std::size_t variant);

} // namespace warpstage::session
