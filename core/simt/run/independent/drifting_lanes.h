// Where the lanes of a warp are while they diverge at any instruction, and for which others they wait.
#pragma once

#include "core/simt/run/independent/lane_calls.h"
#include "core/simt/trap.h"

#include <array>
#include <cstdint>

namespace warpstage::simt {

// Position of each lane of a warp while lanes diverge.
struct DriftingLanes {
    std::array<std::uint32_t, kMaxLanes> pc {};
    LaneMask living = 0;
    LaneMask waiting = 0; // at the barrier or collective at `pc`
    LaneMask leaving = 0; // that had left when the lanes parted
    // The members that a waiting lane has named and that had not exited when it arrived.
    std::array<LaneMask, kMaxLanes> named {};
    std::array<LaneCalls, kMaxLanes> calls;
    bool take_turns = false; // see LaneTurns; until the warp has ended
    LaneMask turn_lanes = 0; // that began the current turn
    bool waited = false; // the lanes that have run last wait or have run for long, so others get their turn
    std::array<std::uint64_t, kMaxLanes> last_turn {};
    std::uint64_t turn = 0;

    [[nodiscard]] LaneMask ready() const { return living & ~waiting; }
    [[nodiscard]] LaneMask at(std::uint32_t place, LaneMask among) const;
    void go_to(LaneMask lanes, std::uint32_t place);
    // Of the lanes that can run, those that are furthest behind, so lanes reconverge; those that have not run for the longest
    // time.
    [[nodiscard]] LaneMask furthest_behind(LaneMask among, const ProgramBody& body) const;
    [[nodiscard]] LaneMask longest_without_turn(LaneMask among, const ProgramBody& body) const;
    void begin_turn(LaneMask lanes);
    // Those at the leader's instruction whose stack has the same size.
    [[nodiscard]] LaneMask with(unsigned leader, LaneMask among, const ProgramBody& body) const;
};

// The lanes in the waiting lane's mask that have not exited; exited lanes are not waited for. A lane that is not in its own mask
// waits for no lane: the instruction is rejected when it executes.
[[nodiscard]] LaneMask partners_of(Block& block, const DriftingLanes& lanes, unsigned lane);
// Lanes meet with one mask, at one instruction or at several collectives with the same qualifiers (PTX ISA, 9.7.9.6 "shfl.sync":
// "the same .sync qualified instruction with the same qualifiers and the same membermask").
[[nodiscard]] LaneMask arrived_with(Block& block, const DriftingLanes& lanes, unsigned lane);
// A lane waits for lanes that wait elsewhere.
[[nodiscard]] Trap stuck_trap(Block& block, const DriftingLanes& lanes, std::uint32_t warp);

} // namespace warpstage::simt
