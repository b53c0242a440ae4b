// How long the variants take on the chosen GPU, by the SM model.
#pragma once

#include "core/timing/estimate.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

struct VariantEstimate {
    enum class State : std::uint8_t {
        none, // the variant runs no kernel, or nobody estimates
        pending,
        ready,
        impossible,
    };
    State state = State::none;
    std::shared_ptr<const timing::StepEstimate> step; // null unless ready
    std::string reason; // why an estimate is impossible
    double speed_up = 0.0; // against EstimateSection::reference(); 0: unknown

    bool operator==(const VariantEstimate&) const = default;
};

struct EstimateSection {
    std::string gpu; // "GeForce GTX 280"; empty: nobody estimates
    bool of_device = false; // the kernels run on this GPU: estimate and measurement compare
    std::vector<VariantEstimate> variants; // one for each of SetupSection::variants
    double merit = 0.0; // of the current variant: work / estimated time, in TimingSection::merit_unit; 0: unknown

    // No estimate for a variant that is not there.
    [[nodiscard]] VariantEstimate of(std::size_t variant) const
    {
        return variant < variants.size() ? variants[variant] : VariantEstimate {};
    }
    // The variant that the estimates are compared with: the first that has one.
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
