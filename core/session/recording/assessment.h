// What the rules of one architecture make of a recording. The recording itself says only what happened, so that another
// architecture judges the same run again.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/analysis/requests.h"
#include "core/arch/traits.h"
#include "core/session/snapshot.h"

#include <memory>

namespace warpstage::session {

[[nodiscard]] std::shared_ptr<const Assessment> assess(const Recording& recording, const arch::Traits& traits);

using analysis::global_request_of;
using analysis::shared_request_of;

struct RequestCost {
    std::uint32_t cost = 0; // wavefronts of shared memory, sectors of global memory
    std::uint32_t ideal = 0;

    [[nodiscard]] std::uint32_t excess() const { return cost > ideal ? cost - ideal : 0; }
};

// Nothing is charged for spaces that no rule here is about.
[[nodiscard]] RequestCost cost_of(const simt::Access& access, const arch::Traits& traits);

} // namespace warpstage::session
