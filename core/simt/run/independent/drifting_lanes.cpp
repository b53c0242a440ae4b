#include "core/simt/run/independent/drifting_lanes.h"

#include "core/simt/faults/fault.h"
#include "core/simt/run/block.h"
#include "core/simt/run/independent/joint_collective.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

namespace warpstage::simt {

namespace {

// "bar.warp.sync at line 12"
std::string wait_text(const Block& block, std::uint32_t pc)
{
    const std::string& text = block.program().listing().instruction(pc).text;
    return fmt::format("`{}` at {}", text.substr(0, text.find_first_of(" \t;")), line_text(block, pc));
}

constexpr auto kBitOfLane = [] {
    std::array<LaneMask, kMaxLanes> bits {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        bits[lane] = only_lane(lane);
    return bits;
}();

} // namespace

// Written so that it vectorizes: it runs for nearly every choice.
LaneMask DriftingLanes::at(std::uint32_t place, LaneMask among) const
{
    LaneMask lanes = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        lanes |= pc[lane] == place ? kBitOfLane[lane] : 0;
    return lanes & among;
}

LaneMask DriftingLanes::with(unsigned leader, LaneMask among, const ProgramBody& body) const
{
    const LaneMask together = at(pc[leader], among);
    if (body.functions.size() == 1 && body.functions.front().stack_top_row == kNoRow)
        return together; // no calls, no alloca
    const std::uint64_t end = calls[leader].end(body);
    LaneMask group = 0;
    for_each_lane(together, [&](unsigned lane) { group |= calls[lane].end(body) == end ? only_lane(lane) : 0; });
    return group;
}

LaneMask DriftingLanes::furthest_behind(LaneMask among, const ProgramBody& body) const
{
    unsigned leader = lowest_lane(among);
    for_each_lane(among, [&](unsigned lane) { leader = pc[lane] < pc[leader] ? lane : leader; });
    return with(leader, among, body);
}

LaneMask DriftingLanes::longest_without_turn(LaneMask among, const ProgramBody& body) const
{
    unsigned leader = lowest_lane(among);
    for_each_lane(among, [&](unsigned lane) { leader = last_turn[lane] < last_turn[leader] ? lane : leader; });
    return with(leader, among, body);
}

void DriftingLanes::begin_turn(LaneMask lanes)
{
    ++turn;
    for_each_lane(lanes, [&](unsigned lane) { last_turn[lane] = turn; });
}

void DriftingLanes::go_to(LaneMask lanes, std::uint32_t place)
{
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        pc[lane] = (lanes & kBitOfLane[lane]) != 0 ? place : pc[lane];
}

LaneMask partners_of(Block& block, const DriftingLanes& lanes, unsigned lane)
{
    LaneMask mask = 0;
    const std::uint32_t row = block.body().member_rows[lanes.pc[lane]];
    std::memcpy(&mask, block.state().registers + row + lane * sizeof(mask), sizeof(mask));
    return has_lane(mask, lane) ? mask & lanes.living : only_lane(lane);
}

LaneMask arrived_with(Block& block, const DriftingLanes& lanes, unsigned lane)
{
    const std::uint32_t pc = lanes.pc[lane];
    const LaneMask partners = partners_of(block, lanes, lane);
    LaneMask arrived = 0;
    for_each_lane(lanes.waiting & partners, [&](unsigned other) {
        const std::uint32_t there = lanes.pc[other];
        if (block.body().member_rows[there] == kNoRow)
            return;
        const bool meet = there == pc || is_same_collective(block.program().listing(), pc, there);
        arrived |= meet && partners_of(block, lanes, other) == partners ? only_lane(other) : 0;
    });
    return arrived;
}

Trap stuck_trap(Block& block, const DriftingLanes& lanes, std::uint32_t warp)
{
    LaneMask meeting = 0;
    for_each_lane(lanes.living,
        [&](unsigned lane) { meeting |= block.body().member_rows[lanes.pc[lane]] != kNoRow ? only_lane(lane) : 0; });
    const unsigned lane = lowest_lane(meeting);
    const LaneMask missing = partners_of(block, lanes, lane) & ~arrived_with(block, lanes, lane);
    const unsigned other = lowest_lane(missing);
    return trap_at(block, { warp, lane, lanes.pc[lane] }, TrapKind::deadlock,
        fmt::format("Deadlock, warp {} cannot continue: thread {} waits at {} for thread {}, which waits at {}", warp,
            text_of(block.thread_of(warp, lane)), wait_text(block, lanes.pc[lane]), text_of(block.thread_of(warp, other)),
            wait_text(block, lanes.pc[other])));
}

} // namespace warpstage::simt
