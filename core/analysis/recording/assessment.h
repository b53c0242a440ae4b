// What the rules of one architecture make of a recording. The recording itself says only what happened, so that another
// architecture judges the same run again.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/analysis/recording/recording.h"
#include "core/analysis/requests.h"
#include "core/arch/traits.h"

#include <memory>

namespace warpstage::analysis {

// What the rules of one architecture make of a recording.
struct Assessment {
    const arch::Traits* traits = nullptr; // never null
    KernelReport report;
    std::vector<bool> wasteful; // by step of the trace: its request costs more than it had to
};

[[nodiscard]] std::shared_ptr<const Assessment> assess(const Recording& recording, const arch::Traits& traits);

struct RequestCost {
    std::uint32_t cost = 0; // wavefronts of shared memory, sectors of global memory
    std::uint32_t ideal = 0;

    [[nodiscard]] std::uint32_t excess() const { return cost > ideal ? cost - ideal : 0; }
};

// Nothing is charged for spaces that no rule here is about.
[[nodiscard]] RequestCost cost_of(const simt::Access& access, const arch::Traits& traits);

} // namespace warpstage::analysis
