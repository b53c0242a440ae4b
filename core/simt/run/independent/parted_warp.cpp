// A warp in lock step whose lanes part, because a collective needs lanes of several paths or lanes wait for each other, and
// rejoin.
#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/run/independent/independent_run.h"

#include <cstddef>
#include <cstring>
#include <vector>

namespace warpstage::simt {

namespace {

// What `CallStack::save` has kept for each frame, as images of the warp's registers; empty for frames without.
std::vector<std::vector<std::byte>> saved_images(const ProgramBody& body, const CallStack& calls)
{
    std::vector<std::vector<std::byte>> images(calls.depth());
    std::size_t at = calls.saved().size();
    for (std::size_t index = calls.depth(); index-- > 0;) {
        const Frame& frame = calls.frames()[index];
        if (!frame.saved)
            continue;
        images[index].resize(body.register_file_bytes);
        const std::vector<Extent>& extents = body.functions[frame.function].registers;
        for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
            VERIFY(at >= extent->bytes);
            at -= extent->bytes;
            std::memcpy(images[index].data() + extent->offset, calls.saved().data() + at, extent->bytes);
        }
    }
    return images;
}

} // namespace

void IndependentRun::part(std::uint32_t warp, Parting why)
{
    DriftingLanes& lanes = m_warps[warp];
    Warp& from = m_block.warps()[warp];
    m_block.select(from);
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
    part_calls(from, lanes);
    m_apart[warp] = true;
    lanes.take_turns = why == Parting::turns;
    lanes.waited = lanes.take_turns;
    lanes.last_turn.fill(0);
    lanes.begin_turn(from.divergence.top().lanes);
    if (lanes.take_turns) {
        from.starvation.note_turns(lanes.living);
        m_block.note_progress();
    }
}

// Each lane gets its own calls. Lanes that have returned from the running function wait for the others: they return now.
void IndependentRun::part_calls(Warp& from, DriftingLanes& lanes)
{
    if (from.calls.empty())
        return;
    const ProgramBody& body = m_block.body();
    const std::vector<std::vector<std::byte>> saved = saved_images(body, from.calls);
    LaneMask inside = 0; // of the last call
    std::size_t index = 0;
    from.divergence.for_each_call([&](unsigned base, LaneMask still) {
        const Frame& frame = from.calls.frames()[index];
        const std::byte* const registers = saved[index].empty() ? nullptr : saved[index].data();
        for_each_lane(frame.lanes & lanes.living, [&](unsigned lane) {
            lanes.calls[lane].adopt(body, frame, from.divergence.place_below(base, lane), lane, registers);
        });
        inside = still;
        ++index;
    });
    VERIFY(index == from.calls.depth());
    const LaneMask returned = from.calls.top().lanes & lanes.living & ~inside;
    for_each_lane(returned, [&](unsigned lane) { lanes.pc[lane] = lanes.calls[lane].leave(m_block, from, lane); });
    from.calls.start(body.functions.size(), body.functions.front().frame_bytes);
}

void IndependentRun::show_places()
{
    std::vector<Path> paths;
    const auto add = [&](LaneMask rest) {
        while (rest != 0) {
            const std::uint32_t pc = m_lanes->pc[lowest_lane(rest)];
            paths.push_back({ pc, kNever, m_lanes->at(pc, rest) });
            rest &= ~paths.back().lanes;
        }
    };
    add(m_lanes->living & m_lanes->waiting);
    add(m_lanes->ready());
    if (!paths.empty())
        m_block.warps()[m_index].divergence.show(paths, m_lanes->living);
}

bool IndependentRun::rejoin(std::uint32_t warp)
{
    DriftingLanes& lanes = m_warps[warp];
    if (lanes.take_turns || lanes.living == 0 || lanes.waiting != 0)
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
