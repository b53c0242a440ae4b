// How one warp request to constant memory and one to local memory are served.
// Constant cache: a request is split into as many as there are different addresses in it, and on CC 1.x first into half-warps.
// Source: CUDA C Programming Guide 4.2, F.3.2 and 5.3.2.3, "Constant Memory". Not measured by us.
// Local memory: consecutive 32-bit words of the hardware's layout belong to consecutive threads, so that a request is coalesced
// where all lanes access the same offset. Source: CUDA C++ Programming Guide, "Device Memory Accesses", "Local Memory"; sectors
// measured on an H200 (lesson memories, array in local memory: 8,421,376 predicted and counted).
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <span>

namespace warpstage::arch {

struct LaneAddresses {
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    // Byte offsets in the module's constants or in the thread's own local memory; meaningless outside `lanes`.
    std::span<const std::uint64_t, kMaxLanes> addresses;
};

struct SplitCount {
    std::uint32_t cost = 0; // constant memory: accesses, one after the other; local memory: 32-byte sectors
    std::uint32_t ideal = 0; // the same where all lanes have one address

    bool operator==(const SplitCount&) const = default;
};

[[nodiscard]] SplitCount count_constant(const Traits& traits, const LaneAddresses& request);
[[nodiscard]] SplitCount count_local(const LaneAddresses& request);

} // namespace warpstage::arch
