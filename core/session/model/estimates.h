// Times of the variants on the chosen GPU, estimated with the SM model.
#pragma once

#include "core/timing/estimate.h"
#include "core/timing/published_estimate.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

struct VariantEstimate {
    enum class State : std::uint8_t {
        none, // the variant runs no kernel, or estimates are disabled
        pending,
        ready,
        impossible,
    };
    State state = State::none;
    std::shared_ptr<const timing::StepEstimate> step; // null unless ready
    std::string reason; // why no estimate is possible
    double speed_up = 0.0; // relative to EstimateSection::reference(); 0: unknown

    bool operator==(const VariantEstimate&) const = default;
};

// A parameter whose estimated value differs from the shown one: the small problem is drawn, the large one is timed.
struct TimedParameter {
    std::string id;
    std::string shown;
    std::string timed;

    bool operator==(const TimedParameter&) const = default;
};

// One value of the parameter of a cue's curve.
struct SweptEstimate {
    std::string value;
    double merit = 0.0; // throughput, in TimingSection::merit_unit; 0: pending or impossible

    bool operator==(const SweptEstimate&) const = default;
};

struct EstimateSection {
    std::string gpu; // "GeForce GTX 280"; empty: estimates are disabled
    bool of_device = false; // the kernels run on this GPU, so estimate and measurement can be compared
    std::vector<VariantEstimate> variants; // one per variant of SetupSection::variants
    std::vector<TimedParameter> timed {}; // of the current variant, in the problem's order; empty: the shown problem is timed
    std::vector<timing::PublishedEstimate>
        published {}; // of the lesson, while published results are shown; without estimate: pending
    std::string swept {}; // parameter of the cue's curve; empty: none
    std::vector<SweptEstimate> curve {}; // of the current variant, in the cue's order
    double merit = 0.0; // throughput of the current variant: work / estimated time, in TimingSection::merit_unit; 0: unknown

    // An empty estimate if the variant does not exist.
    [[nodiscard]] VariantEstimate of(std::size_t variant) const
    {
        return variant < variants.size() ? variants[variant] : VariantEstimate {};
    }
    // The reference of the speedups: the first variant with an estimate.
    [[nodiscard]] std::optional<std::size_t> reference() const
    {
        for (std::size_t i = 0; i < variants.size(); ++i)
            if (variants[i].step != nullptr)
                return i;
        return std::nullopt;
    }

    bool operator==(const EstimateSection&) const = default;
};

} // namespace warpstage::session
