// The state of blocks and warps in the SM model.
#pragma once

#include "core/timing/block_stream.h"
#include "core/timing/phases.h"
#include "core/timing/sm_run.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace warpstage::timing {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

struct Resident { // a slot for a block
    std::uint64_t block = 0; // the running block, counted in start order
    const BlockStream* stream = nullptr;
    std::uint32_t live = 0; // warps that have not exited
    std::uint32_t arrived = 0; // at the barrier
    std::vector<std::uint32_t> missing; // at barriers with a number of threads, by index into BlockStream::barriers
    PhaseClock phases;
};

// Copies, or products of matrices, of a warp that it has not waited for.
struct Groups {
    double latest = 0.0; // when those that are in no group yet are complete
    std::vector<double> groups; // the same, by committed group

    void add(double done) { latest = std::max(latest, done); }
    void commit() { groups.push_back(std::exchange(latest, 0.0)); }
    // When all groups but the latest ones are complete.
    [[nodiscard]] double complete(std::uint32_t pending) const
    {
        double time = 0.0;
        for (std::size_t group = 0; group + pending < groups.size(); ++group)
            time = std::max(time, groups[group]);
        return time;
    }
};

struct Warp {
    std::uint32_t place = 0; // index of the resident block
    std::uint32_t index = 0; // in its block
    std::uint32_t scheduler = 0;
    bool live = false;
    bool at_barrier = false;
    std::uint32_t barrier = 0; // see StreamStep
    std::size_t step = 0;
    std::size_t micro = 0;
    double dependence = 0.0; // when the operands of the next instruction are available
    WarpState reason = WarpState::wait;
    double throttled = 0.0; // its operands are available, but a queue or pipe is busy until then
    WarpState throttle = WarpState::math_pipe_throttle;
    double chain = 0.0; // when the result of the last machine instruction is available
    double released = 0.0; // earliest issue: barrier, branch
    WarpState release_reason = WarpState::wait;
    double memory_done = 0.0;
    bool at_phase = false; // waits for a phase of an mbarrier object
    std::array<Groups, 3> groups; // by GroupKind
    double wide_ready = 0.0; // when the data of the last wide load are available
    std::uint32_t told = 0; // cycle up to which its spans are complete
    std::vector<double> ready; // by register
    std::vector<WarpState> why; // by register
};

[[nodiscard]] inline Groups& groups_of(Warp& warp, GroupKind kind)
{
    return warp.groups[static_cast<std::size_t>(kind)];
}

} // namespace warpstage::timing
