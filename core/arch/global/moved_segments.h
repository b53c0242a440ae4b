// One request to global memory with the sectors, cache lines or transactions that serve it, and their ideal number.
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
    LaneMask lanes = 0; // the lanes it serves
    std::uint32_t group = 0; // index of its group of lanes (groups are served separately)
};

struct MovedSegments {
    std::uint32_t bytes = 4; // of one lane
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {};
    std::uint32_t lanes_together = 32; // 16: the two half-warps are served separately (CC 1.x)
    std::vector<MemorySegment> segments {}; // all segments, in the order of service
    std::uint32_t ideal = 0; // number of segments if the bytes were contiguous
    std::uint64_t origin = 0; // of the segment with the lowest address
    std::string one = "sector"; // name of a segment
};

// The request as a compute capability serves it. The ideal number of sectors is defined as in Nsight Compute; for the
// transactions of older generations it is the number for the same lanes accessing contiguous words from an aligned address on.
[[nodiscard]] MovedSegments moved_segments(const Traits& traits, const GlobalRequest& request);

struct SectorBytes {
    std::uint64_t moved = 0;
    std::uint64_t used = 0; // of these, requested by a lane; bytes transferred twice and used twice count twice

    [[nodiscard]] double efficiency() const { return moved == 0 ? 0.0 : static_cast<double>(used) / static_cast<double>(moved); }
};
[[nodiscard]] SectorBytes bytes_of(const MovedSegments& input);

} // namespace warpstage::arch
