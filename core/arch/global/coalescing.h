// The transactions of one warp request to global memory. Source: CUDA C Programming Guide 4.2, F.3.2 (CC 1.x), F.4.2 (2.x), F.5.2
// (3.x); CUDA C++ Programming Guide and Best Practices Guide, "Coalesced Access to Global Memory" (5.0 and later); measured on an
// H200 (tests/fixtures/h200).
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
    std::span<const std::uint64_t, kMaxLanes> addresses; // byte addresses; undefined outside `lanes`
    // Matters on CC 2.x only, where only loads are cached in L1.
    GlobalOperation operation = GlobalOperation::load;
};

struct GlobalCount {
    std::uint32_t sectors = 0; // 32-byte units transferred
    std::uint32_t ideal = 0; // sectors that the distinct requested bytes would fill if they were contiguous, rounded up
    std::uint32_t transactions = 0;
    std::uint32_t requests = 0; // groups of lanes served separately (CC 1.x: half-warps) that have an active lane

    bool operator==(const GlobalCount&) const = default;
};

// Only the counts; allocates nothing.
[[nodiscard]] GlobalCount count_global(const Traits& traits, const GlobalRequest& request);

struct Transaction {
    std::uint64_t address = 0; // address of its first byte, a multiple of `bytes`
    std::uint32_t bytes = 0; // 32, 64 or 128
    LaneMask lanes = 0; // lanes whose bytes it transfers; empty for the unused half of a 256-byte segment (CC 1.0, 1.1)
    std::uint32_t request = 0; // index of its request among `requests`

    bool operator==(const Transaction&) const = default;
};

struct GlobalService {
    GlobalCount count;
    std::vector<Transaction> transactions; // by request; CC 1.x: in issue order, later: by address

    bool operator==(const GlobalService&) const = default;
};

// With all details, for figures.
[[nodiscard]] GlobalService serve_global(const Traits& traits, const GlobalRequest& request);

} // namespace warpstage::arch
