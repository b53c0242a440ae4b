// How many warps one multiprocessor holds as a kernel asks for more registers, shared memory or threads per block, and what keeps
// the next block out.
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
    std::vector<OccupancyStep> steps; // by ascending amount; a step holds up to the next one, the last one ends the curve
    double present = 0.0; // the kernel's amount
    bool limits = false; // whether this resource keeps the next block out

    // The last step that begins at or before the amount.
    [[nodiscard]] double warps_at(double amount) const;
};

// The kernel as it is, and what more or less of each resource would make of it.
struct OccupancyCurves : Occupancy {
    std::vector<OccupancyCurve> curves {}; // at most four
};

// Each curve varies one resource of the kernel and keeps the others. Errors: as occupancy().
[[nodiscard]] Result<OccupancyCurves> occupancy_curves(const Traits& traits, const KernelResources& kernel);

} // namespace warpstage::arch
