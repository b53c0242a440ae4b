// A warp in lock step whose lanes part, because a collective needs lanes of several paths, and rejoin.
#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/run/independent/independent_run.h"

#include <cstring>

namespace warpstage::simt {

void IndependentRun::part(std::uint32_t warp)
{
    DriftingLanes& lanes = m_warps[warp];
    const Warp& from = m_block.warps()[warp];
    VERIFY(from.calls.empty());
    lanes.living = from.divergence.living();
    lanes.waiting = 0;
    lanes.leaving = leaving_lanes(m_block.body(), from.divergence);
    lanes.go_to(from.divergence.top().lanes, from.divergence.top().pc);
    from.divergence.for_each_waiting([&](std::uint32_t pc, LaneMask waiting) { lanes.go_to(waiting, pc); });
    for_each_lane(lanes.living, [&](unsigned lane) {
        lanes.calls[lane] = {};
        if (m_has_stack)
            lanes.calls[lane].extend(m_block.body(), from, lane);
    });
    m_apart[warp] = true;
}

bool IndependentRun::rejoin(std::uint32_t warp)
{
    DriftingLanes& lanes = m_warps[warp];
    if (lanes.living == 0 || lanes.waiting != 0)
        return false;
    const unsigned leader = lowest_lane(lanes.living);
    bool in_kernel = true;
    for_each_lane(lanes.living, [&](unsigned lane) { in_kernel = in_kernel && lanes.calls[lane].empty(); });
    if (!in_kernel || lanes.at(lanes.pc[leader], lanes.living) != lanes.living)
        return false;
    Warp& to = m_block.warps()[warp];
    to.divergence.start(lanes.living);
    to.divergence.go_to(lanes.pc[leader]);
    to.calls.extend(lanes.calls[leader].end(m_block.body()));
    m_apart[warp] = false;
    return true;
}

bool IndependentRun::lacks_members(LaneMask members)
{
    const unsigned lane = lowest_lane(members);
    const std::uint32_t pc = m_lanes->pc[lane];
    LaneMask named = 0;
    for_each_lane(members, [&](unsigned member) { named |= m_lanes->named[member]; });
    if (m_checker == nullptr || (named & ~members) == 0 || !m_checker->checks_values()
        || m_block.program().listing().instruction(pc).opcode == ptx::Opcode::bar)
        return false;
    LaneMask written = 0;
    std::memcpy(&written, m_state.registers + m_block.body().member_rows[pc] + lane * sizeof(written), sizeof(written));
    const Refusal refusal { RefusalKind::absent_members, lane, written, written & m_block.warps()[m_index].lanes & ~members };
    m_trap = invalid_mask_trap(m_block, { m_index, lane, pc }, refusal, named);
    return true;
}

} // namespace warpstage::simt
