// The SIMT stack: the program counters of a warp's lanes. The top path runs; when it reaches its reconvergence point, its lanes
// continue with those that wait there. Source: Fung, Sham, Yuan, Aamodt, "Dynamic Warp Formation and Scheduling for Efficient GPU
// Control Flow" (MICRO 2007), section 3. A called function has its own stack on top of its caller's: its lanes diverge and
// reconverge among themselves, and the calling path waits until the last of them has returned.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <span>
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

    // The top path's lanes diverge: `taken` continue at `target`, the others at `next`; `next` runs first.
    void part(std::uint32_t target, std::uint32_t next, LaneMask taken, std::uint32_t reconvergence);
    // The top path has reached its reconvergence point.
    void meet();
    // Lanes exit, in any function. The function may then be finished.
    void retire(LaneMask lanes);

    // Lanes of the top path start a function at `entry`; the path itself must already have its return address.
    void call(LaneMask lanes, std::uint32_t entry);
    // Lanes have returned from the most recently called function, which may then be finished.
    void return_lanes(LaneMask lanes);
    // The most recently called function has no lanes left.
    [[nodiscard]] bool function_finished() const { return m_depth == m_base && !m_bases.empty(); }
    // Returns to its caller.
    void leave_function();

    // For reading only: the places of lanes that take turns, those that run last at the end.
    void show(std::span<const Path> paths, LaneMask living);

    // Calls function(depth, lanes) for each function above the kernel, from the first called on: the start of its paths, for
    // place_below(), and the lanes that are still in it.
    template <typename Function> void for_each_call(Function&& function) const
    {
        for (std::size_t call = 0; call < m_bases.size(); ++call) {
            const unsigned base = call + 1 < m_bases.size() ? m_bases[call + 1] : m_base;
            LaneMask inside = 0;
            for (unsigned depth = base; depth < m_depth; ++depth)
                inside |= m_paths[depth].lanes;
            function(base, inside);
        }
    }
    // Where the lane goes on when it has returned from the function that starts at `base`.
    [[nodiscard]] std::uint32_t place_below(unsigned base, unsigned lane) const;

    // Calls function(pc, lanes) for the lanes that have not exited and do not run, with the place where they wait.
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

    // Of one function: every path except a waiting one has fewer lanes than the path below it, and every waiting path is followed
    // by one with fewer lanes: with 32 lanes there are at most two paths for each.
    static constexpr unsigned kMaxPaths = 2 * kMaxLanes + 2;

    std::vector<Path> m_paths = std::vector<Path>(kMaxPaths);
    std::vector<unsigned> m_bases; // start of the paths of the functions below the running one
    unsigned m_depth = 0;
    unsigned m_base = 0; // start of the running function's paths
    LaneMask m_living = 0;
};

} // namespace warpstage::simt
