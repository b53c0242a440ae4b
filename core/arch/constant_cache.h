// How the constant cache serves one warp request: one word after the other.
// Source: CUDA C Programming Guide 4.2, F.3.2 and "Constant Memory": a request is split into as many as there are different
// addresses in it, which divides the throughput by their number; on CC 1.x it is split into half-warps first. Not measured by us.
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

struct ConstantRequest {
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::span<const std::uint64_t, kMaxLanes> addresses; // byte addresses; meaningless outside `lanes`
};

struct ConstantWord {
    std::uint64_t address = 0; // of the word: 4 bytes, or as many as a lane wants
    LaneMask lanes = 0; // who gets it
    std::uint32_t request = 0; // 0, or on CC 1.x the half-warp among those with an active lane
};

struct ConstantService {
    std::uint32_t ideal = 0; // requests with an active lane: one word each
    std::vector<ConstantWord> words; // one after the other; lowest lane first

    [[nodiscard]] std::uint32_t serialized() const { return static_cast<std::uint32_t>(words.size()); }
};

[[nodiscard]] ConstantService serve_constant(const Traits& traits, const ConstantRequest& request);

} // namespace warpstage::arch
