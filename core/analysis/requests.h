// A recorded access as the rules of shared and of global memory want it. Both refer to the access.
#pragma once

#include "core/arch/coalescing.h"
#include "core/arch/shared_banks.h"
#include "core/simt/observer.h"

namespace warpstage::analysis {

[[nodiscard]] arch::SharedRequest shared_request_of(const simt::Access& access);
[[nodiscard]] arch::GlobalRequest global_request_of(const simt::Access& access);

} // namespace warpstage::analysis
