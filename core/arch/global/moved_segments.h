// One request to global memory with what moves to serve it: sectors, cache lines or transactions, and how many would do.
#pragma once

#include "core/arch/global/coalescing.h"
#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::arch {

// One sector, line or transaction.
struct MemorySegment {
    std::uint64_t address = 0; // of its first byte
    std::uint32_t bytes = 32;
    LaneMask lanes = 0; // whom it serves
    std::uint32_t group = 0; // of the groups of lanes that are served apart, 0-based
};

struct MovedSegments {
    std::uint32_t bytes = 4; // of one lane
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {};
    std::uint32_t lanes_together = 32; // 16: the two half-warps are served apart (CC 1.x)
    std::vector<MemorySegment> segments {}; // all that move, in the order of service
    std::uint32_t ideal = 0; // how many would do if the bytes lay side by side
    std::uint64_t origin = 0; // of the segment with the lowest address
    std::string one = "sector"; // what a segment is called
};

// The request as a capability serves it. Ideal for sectors is as Nsight Compute has it; for
// the transactions of older generations it is what the same lanes would need for words that lie side by side from an aligned
// address on.
[[nodiscard]] MovedSegments moved_segments(const Traits& traits, const GlobalRequest& request);

struct SectorBytes {
    std::uint64_t moved = 0;
    std::uint64_t used = 0; // of them, those that a lane asked for; what moves twice and is used twice counts twice

    [[nodiscard]] double efficiency() const { return moved == 0 ? 0.0 : static_cast<double>(used) / static_cast<double>(moved); }
};
[[nodiscard]] SectorBytes bytes_of(const MovedSegments& input);

} // namespace warpstage::arch
