// Which transactions one warp request to global memory becomes.
// Source: CUDA C Programming Guide 4.2, F.3.2 (CC 1.x), F.4.2 (2.x), F.5.2 (3.x); CUDA C++ Programming Guide and Best Practices
// Guide, "Coalesced Access to Global Memory" (5.0 and later); measured on an H200 (tests/fixtures/h200).
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

enum class GlobalOperation : std::uint8_t { load, store };

struct GlobalRequest {
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::span<const std::uint64_t, kMaxLanes> addresses; // byte addresses; meaningless outside `lanes`
    // Matters on CC 2.x alone: only loads go through L1.
    GlobalOperation operation = GlobalOperation::load;
};

struct GlobalCount {
    std::uint32_t sectors = 0; // 32-byte units that the transactions move
    std::uint32_t ideal = 0; // sectors that the bytes asked for would fill if they lay side by side (distinct bytes, rounded up)
    std::uint32_t transactions = 0;
    std::uint32_t requests = 0; // groups of lanes that are served by themselves: half-warps on CC 1.x; with an active lane

    bool operator==(const GlobalCount&) const = default;
};

// The numbers alone, for counting; allocates nothing.
[[nodiscard]] GlobalCount count_global(const Traits& traits, const GlobalRequest& request);

struct Transaction {
    std::uint64_t address = 0; // of its first byte, a multiple of `bytes`
    std::uint32_t bytes = 0; // 32, 64 or 128
    LaneMask lanes = 0; // whose bytes it carries; empty for the half of a 256-byte segment that nobody wants (CC 1.0, 1.1)
    std::uint32_t request = 0; // which of the `requests` it belongs to, 0-based

    bool operator==(const Transaction&) const = default;
};

struct GlobalService {
    GlobalCount count;
    std::vector<Transaction> transactions; // by request; CC 1.x: in the order of issue, later: by address

    bool operator==(const GlobalService&) const = default;
};

// With all detail, for a picture.
[[nodiscard]] GlobalService serve_global(const Traits& traits, const GlobalRequest& request);

} // namespace warpstage::arch
