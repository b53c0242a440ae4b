// A recording evaluated for one architecture. The recording itself is independent of it, so that the same run can be evaluated
// for another architecture.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/analysis/recording/recording.h"
#include "core/analysis/requests.h"
#include "core/arch/traits.h"

#include <memory>

namespace warpstage::analysis {

// A recording evaluated for one architecture.
struct Assessment {
    const arch::Traits* traits = nullptr; // never null
    KernelReport report;
    std::vector<bool> wasteful; // by trace entry: its request costs more than the ideal
};

[[nodiscard]] std::shared_ptr<const Assessment> assess(const Recording& recording, const arch::Traits& traits);

struct RequestCost {
    std::uint32_t cost = 0; // wavefronts of shared memory, sectors of global memory
    std::uint32_t ideal = 0;

    [[nodiscard]] std::uint32_t excess() const { return cost > ideal ? cost - ideal : 0; }
};

// The cost is zero for state spaces that are not modeled.
[[nodiscard]] RequestCost cost_of(const simt::Access& access, const arch::Traits& traits);

} // namespace warpstage::analysis
