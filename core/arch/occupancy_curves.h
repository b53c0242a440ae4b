// Resident warps per multiprocessor as a function of registers, shared memory and threads per block, with the limiting resource.
#pragma once

#include "core/arch/occupancy.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace warpstage::arch {

struct OccupancyStep {
    double amount = 0.0;
    double warps = 0.0; // on the multiprocessor
};

struct OccupancyCurve {
    std::string name; // "registers per thread"
    std::vector<OccupancyStep> steps; // by ascending amount; a step applies up to the next one, the last one ends the curve
    double present = 0.0; // amount that the kernel uses
    bool limits = false; // whether this is a limiting resource

    // The last step that starts at or before the amount.
    [[nodiscard]] double warps_at(double amount) const;
};

// The kernel's occupancy, and the curves for other amounts of each resource.
struct OccupancyCurves : Occupancy {
    std::vector<OccupancyCurve> curves {}; // at most four
};

// Each curve varies one resource of the kernel and keeps the others. Errors: as occupancy().
[[nodiscard]] Result<OccupancyCurves> occupancy_curves(const Traits& traits, const KernelResources& kernel);

} // namespace warpstage::arch
