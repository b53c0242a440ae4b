// The SIMT stack: which lanes of a warp run where. The top path runs; when it reaches its reconvergence point its lanes go on
// with those that wait there. Source: Fung, Sham, Yuan, Aamodt, "Dynamic Warp Formation and Scheduling for Efficient GPU Control
// Flow" (MICRO 2007), section 3.
// A function that is called has a stack of its own on top of its caller's: its lanes part and meet among themselves, and the
// path that called waits until the last of them has returned.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <vector>

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
    // Lanes leave the kernel, whatever function they are in. The function may be finished then.
    void retire(LaneMask lanes);

    // Lanes of the top path begin a function at `entry`; the path itself must already stand where they go on afterwards.
    void call(LaneMask lanes, std::uint32_t entry);
    // Lanes have returned from the function that was called last; it may be finished then.
    void return_lanes(LaneMask lanes);
    // The function that was called last has no lanes any more.
    [[nodiscard]] bool function_finished() const { return m_depth == m_base && !m_bases.empty(); }
    // Goes back to its caller.
    void leave_function();

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

    // Of one function: every path but a waiting one has fewer lanes than the path below it, and a waiting one is followed by one
    // that has: with 32 lanes there are never more than two paths for each.
    static constexpr unsigned kMaxPaths = 2 * kMaxLanes + 2;

    std::vector<Path> m_paths = std::vector<Path>(kMaxPaths);
    std::vector<unsigned> m_bases; // where the paths of the functions below the one that runs begin
    unsigned m_depth = 0;
    unsigned m_base = 0; // where the paths of the function that runs begin
    LaneMask m_living = 0;
};

} // namespace warpstage::simt
