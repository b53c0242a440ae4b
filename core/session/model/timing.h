// The number of steps and their times.
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
    TimingSummary timing; // of a whole step on the current device with the current parameters
    double speed_up = 0.0; // relative to TimingSection::reference(); 0: unknown
    bool emulated = false; // the virtual machine ran its kernels; host code is never emulated

    bool operator==(const VariantTiming&) const = default;
};

struct HistoryPoint {
    std::chrono::nanoseconds step { 0 };
    std::size_t variant = 0;

    bool operator==(const HistoryPoint&) const = default;
};

// The number of steps and their times.
struct TimingSection {
    bool playing = true;
    std::uint64_t steps = 0; // since the last restart
    double steps_per_second = 0.0;
    std::vector<VariantTiming> variants; // one per variant of SetupSection::variants
    std::vector<WorkView> works; // of the current variant
    double merit = 0.0; // throughput: work / median time
    std::string merit_unit; // "interactions/s", "B/s"
    double merit_limit = 0.0; // the maximum on this GPU; 0: unknown
    std::string limit_name; // the resource that limits it: "copy"
    std::vector<HistoryPoint> history; // oldest first, bounded

    // No samples if the variant does not exist.
    [[nodiscard]] VariantTiming of(std::size_t variant) const
    {
        return variant < variants.size() ? variants[variant] : VariantTiming {};
    }
    // The reference of a variant's speedup: the first variant with a time of the same kind, since emulated kernels and host code
    // are not comparable. Nothing: none.
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
