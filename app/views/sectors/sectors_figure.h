// Coalescing: which bytes of global memory the lanes of one request ask for, and what moves to serve them. Lanes above, memory
// below as blocks of 32 bytes; transactions that are larger, or that overlap, as bars under it.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/arch/coalescing.h"
#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::views {

// One sector, line or transaction.
struct MemorySegment {
    std::uint64_t address = 0; // of its first byte
    std::uint32_t bytes = 32;
    LaneMask lanes = 0; // whom it serves
    std::uint32_t group = 0; // of the groups of lanes that are served apart, 0-based
};

struct SectorsInput {
    std::uint32_t bytes = 4; // of one lane
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {};
    std::uint32_t warp_width = 32;
    LaneMask marked = 0; // lanes that stand out; empty: all are alike
    std::uint32_t lanes_together = 32; // 16: the two half-warps are served apart (CC 1.x)
    std::vector<MemorySegment> segments; // all that move, in the order of service
    std::uint32_t ideal = 0; // how many would do if the bytes lay side by side
    std::uint64_t origin = 0; // addresses are written relative to it
    std::string one = "sector"; // what a segment is called
    std::string many = "sectors";
    std::string subtitle; // "line 9 · load"
    std::string caption; // "transpose_naive · line 9 · CC 9.0 · n = 4096"
    std::string nothing = "no global memory in this kernel"; // said where no lane takes part
};

[[nodiscard]] DrawList sectors_figure(const SectorsInput& input, Size size, const Style& style);

// The request as a capability serves it: everything but subtitle and caption. Ideal for sectors is as Nsight Compute has it; for
// the transactions of older generations it is what the same lanes would need for words that lie side by side from an aligned
// address on.
[[nodiscard]] SectorsInput sectors_input(const arch::Traits& traits, const arch::GlobalRequest& request);

struct SectorBytes {
    std::uint64_t moved = 0;
    std::uint64_t used = 0; // of them, those that a lane asked for; what moves twice and is used twice counts twice

    [[nodiscard]] double efficiency() const { return moved == 0 ? 0.0 : static_cast<double>(used) / static_cast<double>(moved); }
};
[[nodiscard]] SectorBytes bytes_of(const SectorsInput& input);

// "12.5 %", "100 %".
[[nodiscard]] std::string percent(double share);

} // namespace warpstage::views
