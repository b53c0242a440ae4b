// Which sectors of global memory one warp request touches.
// Source: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"; measured on an H200 (tests/fixtures/h200).
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

struct GlobalRequest {
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::span<const std::uint64_t, kMaxLanes> addresses; // byte addresses; meaningless outside `lanes`
};

struct GlobalCount {
    std::uint32_t sectors = 0;
    std::uint32_t ideal = 0; // sectors that the bytes asked for would fill if they lay side by side (distinct bytes, rounded up)
};

[[nodiscard]] GlobalCount count_global(const Traits& traits, const GlobalRequest& request);

// The distinct sectors in ascending order: index = address / sector_bytes.
[[nodiscard]] std::vector<std::uint64_t> sectors_of(const Traits& traits, const GlobalRequest& request);

} // namespace warpstage::arch
