#include "core/simt/checks/shared_races.h"

#include <algorithm>

namespace warpstage::simt {

SharedRaces::Cell SharedRaces::Cell::part(unsigned byte) const
{
    Cell cell = *this;
    cell.value = value >> (byte * 8) & 0xffU;
    return cell;
}

SharedRaces::SharedRaces(std::uint64_t bytes, std::uint32_t warps, RaceCheck check)
    : m_check(check)
    , m_order(warps)
    , m_shadow(bytes)
{
}

std::optional<SharedConflict> SharedRaces::access(const Step& step, const Access& access)
{
    ++m_instruction;
    std::optional<SharedConflict> found;
    const auto place = [&found](std::uint64_t offset, std::uint32_t bytes) {
        if (found) {
            found->offset = offset;
            found->bytes = bytes;
        }
        return !found.has_value();
    };
    if (all_read_one_word(step, access)) {
        m_shadow.visit(access.addresses[lowest_lane(access.lanes)], access.bytes,
            [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
                found = read(cell, step, access.lanes);
                return place(offset, bytes);
            });
        return found;
    }
    for (LaneMask rest = access.lanes; rest != 0 && !found; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        m_shadow.visit(address, access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
            if (access.kind == AccessKind::load)
                found = read(cell, step, LaneMask { 1 } << lane);
            else
                found = write(cell, step, lane, access.kind, cell_value(access.values[lane], offset - address, bytes));
            return place(offset, bytes);
        });
    }
    return found;
}

// All lanes read one address in one epoch: one cell update covers them all.
bool SharedRaces::all_read_one_word(const Step& step, const Access& access) const
{
    if (access.kind != AccessKind::load)
        return false;
    const unsigned leader = lowest_lane(access.lanes);
    const std::uint32_t epoch = m_order.now(step.warp, leader).lane_epoch;
    bool same = true;
    for_each_lane(access.lanes, [&](unsigned lane) {
        same = same && access.addresses[lane] == access.addresses[leader] && m_order.now(step.warp, lane).lane_epoch == epoch;
    });
    return same;
}

std::optional<SharedConflict> SharedRaces::read(Cell& cell, const Step& step, LaneMask lanes)
{
    for (const Note* written : { &cell.write, &cell.other_write }) {
        if (written->moment.block_epoch != m_order.block_epoch())
            continue;
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
            if (unordered(*written, step.warp, lowest_lane(rest)))
                return conflict(*written, step, lowest_lane(rest), AccessKind::load);
        }
    }
    const Note now = note(step, lowest_lane(lanes), AccessKind::load);
    const bool same_epoch = cell.read.moment.block_epoch == now.moment.block_epoch;
    if (same_epoch && cell.read.moment.warp == now.moment.warp) {
        cell.read_lanes = cell.read.moment.lane_epoch == now.moment.lane_epoch ? cell.read_lanes | lanes : lanes;
    } else {
        cell.other_read = same_epoch ? cell.read : Note {};
        cell.read_lanes = lanes;
    }
    cell.read = now;
    return std::nullopt;
}

std::optional<SharedConflict> SharedRaces::write(
    Cell& cell, const Step& step, unsigned lane, AccessKind kind, std::uint32_t value)
{
    const bool atomic = kind == AccessKind::atomic;
    for (const Note* written : { &cell.write, &cell.other_write }) {
        const bool harmless =
            atomic ? written->kind == AccessKind::atomic : written->kind != AccessKind::atomic && cell.value == value;
        const bool one_instruction = written->instruction == m_instruction && !written->moment.same_thread(step.warp, lane);
        if (!harmless && (one_instruction || unordered(*written, step.warp, lane)))
            return conflict(*written, step, lane, kind);
    }
    if (unordered(cell.other_read, step.warp, lane))
        return conflict(cell.other_read, step, lane, kind);
    Note reader = cell.read;
    const bool own_warp = reader.moment.warp == step.warp;
    for (LaneMask rest = own_warp ? cell.read_lanes : LaneMask { 1 } << reader.moment.lane; rest != 0; rest &= rest - 1) {
        reader.moment.lane = static_cast<std::uint8_t>(lowest_lane(rest));
        if (unordered(reader, step.warp, lane))
            return conflict(reader, step, lane, kind);
    }

    const bool joins = atomic && cell.write.kind == AccessKind::atomic && !cell.write.moment.same_thread(step.warp, lane);
    if (joins)
        cell.other_write = cell.write;
    else if (!atomic)
        cell.other_write = {};
    cell.write = note(step, lane, kind);
    cell.value = value;
    cell.read = {};
    cell.other_read = {};
    cell.read_lanes = 0;
    return std::nullopt;
}

bool SharedRaces::unordered(const Note& note, std::uint32_t warp, std::uint32_t lane) const
{
    if (m_check == RaceCheck::warps_in_step && note.moment.warp == warp)
        return false;
    return !m_order.before(note.moment, warp, lane);
}

SharedRaces::Note SharedRaces::note(const Step& step, unsigned lane, AccessKind kind) const
{
    return { m_order.now(step.warp, lane), kind, step.pc, m_instruction };
}

SharedConflict SharedRaces::conflict(const Note& earlier, const Step& step, unsigned lane, AccessKind kind) const
{
    SharedConflict result;
    result.earlier = { earlier.moment.warp, earlier.moment.lane, earlier.pc, earlier.kind };
    result.later = { step.warp, lane, step.pc, kind };
    if (earlier.moment.warp != step.warp)
        result.relation = SharedConflict::Relation::between_warps;
    else if (earlier.instruction == m_instruction)
        result.relation = SharedConflict::Relation::one_instruction;
    else
        result.relation = SharedConflict::Relation::between_lanes;
    return result;
}

} // namespace warpstage::simt
