// A recorded access in the form that the rules of each memory require. All refer to the access.
#pragma once

#include "core/arch/constant_local.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/simt/observer.h"

namespace warpstage::analysis {

[[nodiscard]] arch::SharedOperation shared_operation_of(simt::AccessKind kind, simt::AccessForm form);
[[nodiscard]] arch::SharedRequest shared_request_of(const simt::Access& access);
[[nodiscard]] arch::GlobalRequest global_request_of(const simt::Access& access);
// For constant or local memory.
[[nodiscard]] arch::LaneAddresses lane_addresses_of(const simt::Access& access);

// Lanes that access the same word take turns. The sum over regions of this many bytes of the largest number of lanes on one word
// of the region.
[[nodiscard]] std::uint32_t lane_turns(const simt::Access& access, std::uint64_t region);
inline constexpr std::uint64_t kAllMemory = ~std::uint64_t { 0 }; // one region

} // namespace warpstage::analysis
