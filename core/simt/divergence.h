// The SIMT stack: which lanes of a warp run where. The top path runs; when it reaches its reconvergence point its lanes go on
// with those that wait there. Source: Fung, Sham, Yuan, Aamodt, "Dynamic Warp Formation and Scheduling for Efficient GPU Control
// Flow" (MICRO 2007), section 3.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/operation.h"

#include <array>
#include <cstdint>

namespace warpstage::simt {

struct Path {
    std::uint32_t pc = 0;
    std::uint32_t reconvergence = kNever;
    LaneMask lanes = 0;
};

class Divergence {
public:
    void start(LaneMask lanes);

    [[nodiscard]] bool finished() const { return m_depth == 0; }
    [[nodiscard]] LaneMask living() const { return m_living; }
    [[nodiscard]] const Path& top() const { return m_paths[m_depth - 1]; }
    void go_to(std::uint32_t pc) { m_paths[m_depth - 1].pc = pc; }

    // The top path's lanes part: `taken` go to `target`, the others go on at `next`; `next` runs first.
    void part(std::uint32_t target, std::uint32_t next, LaneMask taken, std::uint32_t reconvergence);
    // The top path has reached its reconvergence point.
    void meet();
    // Lanes leave the kernel.
    void retire(LaneMask lanes);

    // Calls function(pc, lanes) for the lanes that live and do not run: where each of them waits.
    template <typename Function> void for_each_waiting(Function&& function) const
    {
        LaneMask seen = top().lanes;
        for (unsigned depth = m_depth - 1; depth-- > 0;) {
            const LaneMask waiting = m_paths[depth].lanes & ~seen;
            if (waiting != 0)
                function(m_paths[depth].pc, waiting);
            seen |= waiting;
        }
    }

private:
    void drop_empty();

    // Every path but a waiting one has fewer lanes than the path below it, and a waiting one is followed by one that has: with 32
    // lanes there are never more than two paths for each.
    std::array<Path, 2 * kMaxLanes + 2> m_paths {};
    unsigned m_depth = 0;
    LaneMask m_living = 0;
};

} // namespace warpstage::simt
