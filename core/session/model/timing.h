// How far the steps have come and how long they take.
#pragma once

#include "core/engine/timing_summary.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

using engine::TimingSummary;

struct WorkView {
    std::string label; // "accelerate_shared"
    bool on_host = false;
    TimingSummary timing;

    bool operator==(const WorkView&) const = default;
};

struct VariantTiming {
    TimingSummary timing; // of a whole step on the current engine with the current parameters
    double speed_up = 0.0; // against TimingSection::reference(); 0: unknown
    bool emulated = false; // the virtual device ran its kernels; host code is never emulated

    bool operator==(const VariantTiming&) const = default;
};

struct HistoryPoint {
    std::chrono::nanoseconds step { 0 };
    std::size_t variant = 0;

    bool operator==(const HistoryPoint&) const = default;
};

// How far it has come and how long it takes.
struct TimingSection {
    bool playing = true;
    std::uint64_t steps = 0; // since the last restart
    double steps_per_second = 0.0;
    std::vector<VariantTiming> variants; // one for each of SetupSection::variants
    std::vector<WorkView> works; // of the current variant
    double merit = 0.0; // work / median time
    std::string merit_unit; // "interactions/s", "B/s"
    double merit_limit = 0.0; // the most that this GPU allows; 0: not known
    std::string limit_name; // what is exhausted then: "copy"
    std::vector<HistoryPoint> history; // oldest first, bounded

    // Nothing measured for a variant that is not there.
    [[nodiscard]] VariantTiming of(std::size_t variant) const
    {
        return variant < variants.size() ? variants[variant] : VariantTiming {};
    }
    // The variant with which this one is compared: the first that has a time of the same kind, for emulated kernels and host code
    // do not compare. Nothing: there is none.
    [[nodiscard]] std::optional<std::size_t> reference(std::size_t variant) const
    {
        for (std::size_t i = 0; i < variants.size(); ++i)
            if (variants[i].timing.samples > 0 && variants[i].emulated == of(variant).emulated)
                return i;
        return std::nullopt;
    }

    bool operator==(const TimingSection&) const = default;
};

} // namespace warpstage::session
