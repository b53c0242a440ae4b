// The cost of one warp request to constant memory and to local memory. Constant cache: a request is split into one access per
// distinct address, on CC 1.x first into half-warps. Source: CUDA C Programming Guide 4.2, F.3.2 and 5.3.2.3, "Constant Memory".
// Not measured. Local memory: consecutive 32-bit words of the hardware's layout belong to consecutive threads, so that a request
// is coalesced if all lanes access the same offset. Source: CUDA C++ Programming Guide, "Device Memory Accesses", "Local Memory";
// sectors measured on an H200 (lesson memories, array in local memory: 8,421,376 predicted and counted).
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <span>

namespace warpstage::arch {

struct LaneAddresses {
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    // Byte offsets in the module's constants or in the thread's local memory; undefined outside `lanes`.
    std::span<const std::uint64_t, kMaxLanes> addresses;
};

struct SplitCount {
    std::uint32_t cost = 0; // constant memory: serialized accesses; local memory: 32-byte sectors
    std::uint32_t ideal = 0; // the cost if all lanes had the same address

    bool operator==(const SplitCount&) const = default;
};

[[nodiscard]] SplitCount count_constant(const Traits& traits, const LaneAddresses& request);
[[nodiscard]] SplitCount count_local(const LaneAddresses& request);

} // namespace warpstage::arch
