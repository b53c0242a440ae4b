#include "core/simt/checks/shared_races.h"

#include <algorithm>

namespace warpstage::simt {

namespace {

using Relation = Race::Relation;

} // namespace

SharedRaces::Cell SharedRaces::Cell::part(unsigned byte) const
{
    Cell cell = *this;
    cell.value = value >> (byte * 8) & 0xffU;
    return cell;
}

SharedRaces::SharedRaces(std::uint64_t bytes, const ThreadOrder& order, RaceCheck check)
    : m_check(check)
    , m_bytes(bytes)
    , m_order(&order)
    , m_shadow(bytes)
    , m_rows(static_cast<std::size_t>((bytes + kRowBytes - 1) / kRowBytes))
{
}

// Once in billions of synchronizations a race may be missed.
void SharedRaces::forget()
{
    m_shadow = decltype(m_shadow)(m_bytes);
    std::fill(m_rows.begin(), m_rows.end(), Row {});
}

void SharedRaces::access(
    const Step& step, const Access& access, AddressPattern pattern, const AccessMode& mode, std::vector<Race>& found)
{
    const unsigned leader = lowest_lane(access.lanes);
    Note now { m_order->now(step.warp), step.pc, static_cast<std::uint16_t>(step.warp), static_cast<std::uint8_t>(leader),
        access.kind, mode.strength, mode.guards_cas, mode.is_tested };
    const bool reads = access.kind == AccessKind::load;
    if (reads && mode.strength == Strength::weak && !mode.guards_cas && read_row(access, pattern, now))
        return;
    if (reads && pattern == AddressPattern::uniform) {
        m_shadow.visit(access.addresses[leader], access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
            read({ offset, bytes, &found }, cell, now, access.lanes);
        });
        return;
    }
    const LaneMask simple = reads && access.bytes == kShadowWordBytes ? read_unwritten_words(access, now) : 0;
    for (LaneMask rest = access.lanes & ~simple; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        now.lane = static_cast<std::uint8_t>(lane);
        m_shadow.visit(address, access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
            const Visit visit { offset, bytes, &found };
            if (reads)
                return read(visit, cell, now, LaneMask { 1 } << lane);
            write_in_row(visit, now);
            if (access.kind == AccessKind::atomic)
                return atomic(visit, cell, now);
            write(visit, cell, now, in_one_instruction(cell, now, access, offset),
                cell_value(access.values[lane], offset - address, bytes));
        });
    }
}

// False if the read must be noted in the cells.
bool SharedRaces::read_row(const Access& access, AddressPattern pattern, const Note& now)
{
    const std::uint64_t first = access.addresses[0];
    if (pattern != AddressPattern::consecutive || access.bytes != kShadowWordBytes || first % kRowBytes != 0)
        return false;
    Row& row = m_rows[static_cast<std::size_t>(first / kRowBytes)];
    const std::uint32_t start = m_order->start();
    if (row.written >= start)
        return false;
    if (row.read.time >= start && row.read.warp != now.warp)
        row.other_read = row.read;
    else if (row.read.time < start)
        row.other_read = Note {};
    row.read = now;
    return true;
}

void SharedRaces::write_in_row(const Visit& visit, const Note& now)
{
    Row& row = m_rows[static_cast<std::size_t>(visit.offset / kRowBytes)];
    row.written = now.time;
    for (const Note* read : { &row.read, &row.other_read }) {
        if (read->time < m_order->start())
            continue;
        Note reader = *read;
        reader.lane = static_cast<std::uint8_t>(visit.offset % kRowBytes / kShadowWordBytes);
        check(visit, reader, now, now.lane);
    }
}

void SharedRaces::note_read(Cell& cell, const Note& now, LaneMask lanes) const
{
    const std::uint32_t start = m_order->start();
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
    const std::uint32_t start = m_order->start();
    LaneMask simple = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        Cell* const cell = m_shadow.find_word(access.addresses[lane]);
        if (cell == nullptr || cell->write.time >= start || cell->atomic.time >= start)
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

bool SharedRaces::check(const Visit& visit, const Note& earlier, const Note& now, std::uint32_t lane)
{
    const Order order = earlier.time < m_order->start() ? Order::known : order_of(earlier, now, lane);
    if (order == Order::known)
        return false;
    add(visit, earlier, now, lane, false, order);
    return true;
}

void SharedRaces::read(const Visit& visit, Cell& cell, const Note& now, LaneMask lanes)
{
    const std::uint32_t start = m_order->start();
    if (cell.write.time >= start || cell.atomic.time >= start) {
        for (const Note* written : { &cell.write, &cell.atomic }) {
            for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
                if (check(visit, *written, now, lowest_lane(rest)))
                    break;
            }
        }
    }
    note_read(cell, now, lanes);
}

void SharedRaces::check_reads(const Visit& visit, const Cell& cell, const Note& now)
{
    check(visit, cell.other_read, now, now.lane);
    if (cell.read.time < m_order->start())
        return;
    Note reader = cell.read;
    const bool own_warp = reader.warp == now.warp;
    for (LaneMask rest = own_warp ? cell.read_lanes : LaneMask { 1 } << reader.lane; rest != 0; rest &= rest - 1) {
        reader.lane = static_cast<std::uint8_t>(lowest_lane(rest));
        if (check(visit, reader, now, now.lane))
            return;
    }
}

void SharedRaces::write(const Visit& visit, Cell& cell, const Note& now, bool at_once_with_last, std::uint32_t value)
{
    if (cell.write.time >= m_order->start()) {
        // Of one instruction with one value, any of the writes is performed (CUDA C++ Programming Guide, "SIMT Architecture").
        const bool is_equal = cell.value == value;
        const Order at_once = is_equal ? Order::known : Order::missing;
        const Order order = at_once_with_last ? at_once : order_of(cell.write, now, now.lane);
        if (order != Order::known && !(is_equal && order == Order::missing_of_volatile)) {
            add(visit, cell.write, now, now.lane, at_once_with_last, order);
            visit.found->back().equal_values = is_equal;
        }
    }
    check(visit, cell.atomic, now, now.lane);
    check_reads(visit, cell, now);
    cell.write = now;
    cell.value = value;
    cell.read = Note {};
    cell.other_read = Note {};
    cell.read_lanes = 0;
    cell.atomic = Note {};
}

// Neither a plain write nor the reads are forgotten: another thread's atomic operation may conflict with them.
void SharedRaces::atomic(const Visit& visit, Cell& cell, const Note& now)
{
    check(visit, cell.write, now, now.lane);
    check_reads(visit, cell, now);
    cell.atomic = now;
}

SharedRaces::Order SharedRaces::order_of(const Note& note, const Note& now, std::uint32_t lane) const
{
    using enum AccessKind;
    const bool same_warp = note.warp == now.warp;
    if (m_order->before(note.moment(), now.warp, lane) || (m_check == RaceCheck::warps_in_step && same_warp))
        return Order::known;
    if ((note.guards_cas && now.kind == atomic) || (now.guards_cas && note.kind == atomic))
        return Order::known;
    const auto is_volatile = [](const Note& one) {
        return one.strength == Strength::is_volatile;
    };
    const auto is_strong = [&](const Note& one) {
        return one.kind == atomic || one.strength == Strength::strong || is_volatile(one);
    };
    if (!is_strong(note) || !is_strong(now))
        return Order::missing;
    // Strong operations do not race. Volatile ones of one warp do: old code relies on lanes in step with them.
    if (same_warp)
        return is_volatile(note) && is_volatile(now) ? Order::missing : Order::known;
    const bool counts = is_counter_read(note.kind, now.kind) || note.is_tested || now.is_tested;
    return (is_volatile(note) || is_volatile(now)) && !counts ? Order::missing_of_volatile : Order::known;
}

void SharedRaces::add(const Visit& visit, const Note& earlier, const Note& later, unsigned lane, bool at_once, Order order) const
{
    if (visit.found->size() >= kMaxRacesOfRequest)
        visit.found->pop_back();
    Race race;
    race.address = visit.offset;
    race.bytes = visit.bytes;
    race.earlier = { 0, earlier.warp, earlier.lane, earlier.pc, earlier.kind };
    race.later = { 0, later.warp, lane, later.pc, later.kind };
    if (earlier.warp != later.warp)
        race.relation = Relation::between_warps;
    else
        race.relation = at_once ? Relation::one_instruction : Relation::between_lanes;
    race.only_volatile = order == Order::missing_of_volatile;
    visit.found->push_back(race);
}

} // namespace warpstage::simt
