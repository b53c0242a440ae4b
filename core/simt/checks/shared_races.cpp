#include "core/simt/checks/shared_races.h"

#include <algorithm>

namespace warpstage::simt {

namespace {

using Relation = SharedConflict::Relation;

} // namespace

SharedRaces::Cell SharedRaces::Cell::part(unsigned byte) const
{
    Cell cell = *this;
    cell.value = value >> (byte * 8) & 0xffU;
    return cell;
}

SharedRaces::SharedRaces(std::uint64_t bytes, std::uint32_t warps, RaceCheck check)
    : m_check(check)
    , m_bytes(bytes)
    , m_order(warps)
    , m_shadow(bytes)
    , m_rows(static_cast<std::size_t>((bytes + kRowBytes - 1) / kRowBytes))
    , m_fenced(warps)
    , m_warps(warps)
{
}

void SharedRaces::meet_all()
{
    m_order.meet_all();
    for (ThreadOrder::Knowledge& fenced : m_fenced)
        fenced.clear();
    m_released.clear();
    forget_if_full();
}

void SharedRaces::meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    m_order.meet(waited, arrived);
    forget_if_full();
}

void SharedRaces::meet(std::uint32_t warp, LaneMask members)
{
    m_order.meet(warp, members);
    forget_if_full();
}

// Once in billions of synchronizations a race may be missed.
void SharedRaces::forget_if_full()
{
    if (!m_order.is_full()) [[likely]]
        return;
    m_order = ThreadOrder(m_warps);
    m_shadow = decltype(m_shadow)(m_bytes);
    std::fill(m_rows.begin(), m_rows.end(), Row {});
}

std::optional<SharedConflict> SharedRaces::access(
    const Step& step, const Access& access, AddressPattern pattern, Strength strength)
{
    if (strength != Strength::weak || access.kind == AccessKind::atomic)
        exchange_knowledge(step.warp, access, 0);
    std::optional<SharedConflict> found;
    const auto place = [&found](std::uint64_t offset, std::uint32_t bytes) {
        if (found) {
            found->offset = offset;
            found->bytes = bytes;
        }
        return !found.has_value();
    };
    const unsigned leader = lowest_lane(access.lanes);
    Note now { m_order.now(step.warp), step.pc, static_cast<std::uint16_t>(step.warp), static_cast<std::uint8_t>(leader),
        access.kind, strength };
    if (access.kind == AccessKind::load && strength == Strength::weak && read_row(access, pattern, now))
        return found;
    if (access.kind == AccessKind::load && pattern == AddressPattern::uniform) {
        m_shadow.visit(access.addresses[leader], access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
            found = read(cell, now, access.lanes);
            return place(offset, bytes);
        });
        return found;
    }
    const LaneMask simple =
        access.kind == AccessKind::load && access.bytes == kShadowWordBytes ? read_unwritten_words(access, now) : 0;
    for (LaneMask rest = access.lanes & ~simple; rest != 0 && !found; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        now.lane = static_cast<std::uint8_t>(lane);
        m_shadow.visit(address, access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
            if (access.kind == AccessKind::load)
                found = read(cell, now, LaneMask { 1 } << lane);
            else
                found = write_in_row(offset, now);
            if (access.kind != AccessKind::load && !found)
                found = write(cell, now, in_one_instruction(cell, now, access, offset),
                    cell_value(access.values[lane], offset - address, bytes));
            return place(offset, bytes);
        });
    }
    return found;
}

// False if the read must be noted in the cells.
bool SharedRaces::read_row(const Access& access, AddressPattern pattern, const Note& now)
{
    const std::uint64_t first = access.addresses[0];
    if (pattern != AddressPattern::consecutive || access.bytes != kShadowWordBytes || first % kRowBytes != 0)
        return false;
    Row& row = m_rows[static_cast<std::size_t>(first / kRowBytes)];
    const std::uint32_t start = m_order.start();
    if (row.written >= start)
        return false;
    if (row.read.time >= start && row.read.warp != now.warp)
        row.other_read = row.read;
    else if (row.read.time < start)
        row.other_read = Note {};
    row.read = now;
    return true;
}

std::optional<SharedConflict> SharedRaces::write_in_row(std::uint64_t offset, const Note& now)
{
    Row& row = m_rows[static_cast<std::size_t>(offset / kRowBytes)];
    row.written = now.time;
    for (const Note* read : { &row.read, &row.other_read }) {
        if (read->time < m_order.start())
            continue;
        Note reader = *read;
        reader.lane = static_cast<std::uint8_t>(offset % kRowBytes / kShadowWordBytes);
        if (unordered(reader, now, now.lane))
            return conflict(reader, now, now.lane, false);
    }
    return std::nullopt;
}

// As between blocks: a block's warp that reads what another one has published is ordered after it.
void SharedRaces::exchange_knowledge(std::uint32_t warp, const Access& access, std::uint64_t first_word)
{
    const ThreadOrder::Knowledge& fenced = m_fenced[warp];
    if (m_released.empty() && fenced.empty())
        return;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t word = first_word + access.addresses[lane];
        const auto known = m_released.find(word);
        if (known != m_released.end() && access.kind != AccessKind::store)
            m_order.learn(warp, known->second);
        if (access.kind == AccessKind::load || fenced.empty())
            return;
        ThreadOrder::Knowledge& released = m_released[word];
        released.resize(fenced.size());
        std::ranges::transform(released, fenced, released.begin(), [](auto a, auto b) { return std::max(a, b); });
    });
}

void SharedRaces::note_read(Cell& cell, const Note& now, LaneMask lanes) const
{
    const std::uint32_t start = m_order.start();
    if (cell.read.time >= start && cell.read.warp == now.warp) {
        cell.read_lanes = cell.read.time == now.time ? cell.read_lanes | lanes : lanes;
    } else {
        cell.other_read = cell.read.time >= start ? cell.read : Note {};
        cell.read_lanes = lanes;
    }
    cell.read = now;
}

// Nearly all reads are of words without a write since the last barrier. Returns the lanes that read such words.
LaneMask SharedRaces::read_unwritten_words(const Access& access, Note now)
{
    const std::uint32_t start = m_order.start();
    LaneMask simple = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        Cell* const cell = m_shadow.find_word(access.addresses[lane]);
        if (cell == nullptr || cell->write.time >= start)
            return;
        now.lane = static_cast<std::uint8_t>(lane);
        note_read(*cell, now, LaneMask { 1 } << lane);
        simple |= LaneMask { 1 } << lane;
    });
    return simple;
}

// Whether the last write to the cell belongs to this very access, by another lane.
bool SharedRaces::in_one_instruction(const Cell& cell, const Note& now, const Access& access, std::uint64_t offset) const
{
    const Note& last = cell.write;
    if (last.time != now.time || last.pc != now.pc || last.warp != now.warp || last.lane == now.lane)
        return false;
    // Lanes are visited in order, so the cell's last writer is one of this access if it comes before this lane.
    return last.lane < now.lane && has_lane(access.lanes, last.lane) && offset - access.addresses[last.lane] < access.bytes;
}

std::optional<SharedConflict> SharedRaces::read(Cell& cell, const Note& now, LaneMask lanes)
{
    const std::uint32_t start = m_order.start();
    if (cell.write.time >= start) {
        for (const Note* written : { &cell.write, &cell.other_write }) {
            for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
                if (unordered(*written, now, lowest_lane(rest)))
                    return conflict(*written, now, lowest_lane(rest), false);
            }
        }
    }
    note_read(cell, now, lanes);
    return std::nullopt;
}

std::optional<SharedConflict> SharedRaces::write(Cell& cell, const Note& now, bool at_once_with_last, std::uint32_t value)
{
    const std::uint32_t start = m_order.start();
    const bool atomic = now.kind == AccessKind::atomic;
    if (cell.write.time >= start) {
        for (const Note* written : { &cell.write, &cell.other_write }) {
            const bool harmless =
                atomic ? written->kind == AccessKind::atomic : written->kind != AccessKind::atomic && cell.value == value;
            const bool at_once = at_once_with_last && written == &cell.write;
            if (!harmless && (at_once || unordered(*written, now, now.lane)))
                return conflict(*written, now, now.lane, at_once);
        }
    }
    if (unordered(cell.other_read, now, now.lane))
        return conflict(cell.other_read, now, now.lane, false);
    if (cell.read.time >= start) {
        Note reader = cell.read;
        const bool own_warp = reader.warp == now.warp;
        for (LaneMask rest = own_warp ? cell.read_lanes : LaneMask { 1 } << reader.lane; rest != 0; rest &= rest - 1) {
            reader.lane = static_cast<std::uint8_t>(lowest_lane(rest));
            if (unordered(reader, now, now.lane))
                return conflict(reader, now, now.lane, false);
        }
    }

    const bool joins = atomic && cell.write.kind == AccessKind::atomic && !cell.write.moment().same_thread(now.warp, now.lane);
    if (joins)
        cell.other_write = cell.write;
    else if (!atomic)
        cell.other_write = Note {};
    cell.write = now;
    cell.value = value;
    cell.read = Note {};
    cell.other_read = Note {};
    cell.read_lanes = 0;
    return std::nullopt;
}

bool SharedRaces::unordered(const Note& note, const Note& now, std::uint32_t lane) const
{
    if (m_order.before(note.moment(), now.warp, lane) || (m_check == RaceCheck::warps_in_step && note.warp == now.warp))
        return false;
    const auto is_strong = [](const Note& one) {
        return one.kind == AccessKind::atomic || one.strength == Strength::strong;
    };
    const auto is_volatile = [](const Note& one) {
        return one.strength == Strength::is_volatile;
    };
    // Strong operations do not race. Volatile ones of one warp do: old code relies on lanes in step with them.
    const bool both_strong = (is_strong(note) || is_volatile(note)) && (is_strong(now) || is_volatile(now));
    return !both_strong || (note.warp == now.warp && is_volatile(note) && is_volatile(now));
}

SharedConflict SharedRaces::conflict(const Note& earlier, const Note& later, unsigned lane, bool at_once) const
{
    SharedConflict result;
    result.earlier = { earlier.warp, earlier.lane, earlier.pc, earlier.kind };
    result.later = { later.warp, lane, later.pc, later.kind };
    if (earlier.warp != later.warp)
        result.relation = Relation::between_warps;
    else
        result.relation = at_once ? Relation::one_instruction : Relation::between_lanes;
    return result;
}

} // namespace warpstage::simt
