// The time of a variant that an audience sees: measured where a GPU or the host computes, estimated for a named GPU where the
// virtual machine does. Emulated time is never shown as a variant's time.
#pragma once

#include "core/session/model/estimates.h"
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
        measured, // on the GPU, with all that is measured beside it
        host, // measured on this machine's processor while the virtual machine runs the kernels: compares with host code alone
        estimated,
        estimating,
        impossible,
    };
    Kind kind = Kind::unknown;
    std::chrono::nanoseconds time { 0 }; // of a step; 0 unless measured, host or estimated
    std::optional<std::size_t> reference; // the variant that speed_up is against
    double speed_up = 0.0; // 0: unknown
    std::string reason; // why an estimate is impossible

    [[nodiscard]] bool known() const { return time.count() > 0; }
};

[[nodiscard]] ShownTime shown_time(const TimingSection& timing, const EstimateSection& estimates, std::size_t variant);

// How far the estimate is from the measured time: 0.11 is 11 % too long. Nothing where one of them is missing, or where the
// estimate is for another GPU than the measurement.
[[nodiscard]] std::optional<double> estimate_error(
    const TimingSection& timing, const EstimateSection& estimates, std::size_t variant);

} // namespace warpstage::session
