#include "core/simt/checks/global_races.h"

#include "core/base/verify.h"
#include "core/simt/checks/shadow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

namespace warpstage::simt {

namespace {

// Whether the lane accesses what follows the access of the lane before it.
bool continues(const Access& access, unsigned lane)
{
    return lane < kMaxLanes && has_lane(access.lanes, lane)
        && access.addresses[lane] == access.addresses[lane - 1] + access.bytes;
}

// Whether the first and the last lane do not access what is beside the access of their neighbors.
bool are_apart(const Access& access)
{
    const unsigned last = kMaxLanes - 1 - static_cast<unsigned>(std::countl_zero(access.lanes));
    return !continues(access, lowest_lane(access.lanes) + 1) && (last == 0 || !continues(access, last));
}

unsigned end_of_run(const Access& access, unsigned lane)
{
    unsigned end = lane + 1;
    while (continues(access, end))
        ++end;
    return end;
}

} // namespace

GlobalRaces::GlobalRaces(const DeviceMemory& memory, RaceCheck check, std::uint32_t warp_width)
    : m_memory(&memory)
    , m_check(check)
    , m_width(warp_width)
{
}

GlobalShadow& GlobalRaces::shadow_of(const DeviceMemory::Region& region)
{
    if (m_last_region != &region) {
        m_last_shadow = &m_shadows.try_emplace(region.base, region.size, m_budget).first->second;
        m_last_region = &region;
    }
    return *m_last_shadow;
}

std::uint32_t GlobalRaces::start(std::uint64_t block, std::uint64_t cluster)
{
    m_linear.push_back(block);
    m_clusters.push_back(cluster);
    return static_cast<std::uint32_t>(m_linear.size() - 1);
}

void GlobalRaces::run(std::uint32_t place, Causality& threads)
{
    m_block = place;
    m_threads = &threads;
}

void GlobalRaces::forget_shared(std::uint64_t owner)
{
    m_shared.erase(owner);
    m_shared_words.erase(owner);
}

GlobalRaces::Note GlobalRaces::note_of(const Step& step, const Access& access, const AccessMode& mode) const
{
    Note note;
    note.block = m_block & Note::kMaxBlocks;
    note.pc = step.pc & Note::kMaxInstructions;
    const bool strong = mode.strength != Strength::weak || access.kind == AccessKind::atomic;
    if (strong)
        note.strong = Note::kStrong;
    if (mode.strength == Strength::is_volatile)
        note.strong = Note::kVolatile;
    if (mode.is_tested)
        note.strong = Note::kTested;
    note.atomic = access.kind == AccessKind::atomic ? 1 : 0;
    note.guards_cas = mode.guards_cas ? 1 : 0;
    note.scope = static_cast<std::uint32_t>(mode.scope) & 3U;
    return note;
}

void GlobalRaces::set_lane(Note& note, const Step& step, unsigned lane) const
{
    note.thread = (step.warp * m_width + lane) & Note::kMaxThreads;
}

void GlobalRaces::access(const Step& step, const Access& access, const AccessMode& mode, std::vector<Race>& found)
{
    constexpr unsigned kMinRun = 8; // less is rarely a part of a row
    Note now = note_of(step, access, mode);
    now.time = m_threads->order().now(step.warp);
    const bool reads = access.kind == AccessKind::load;
    if (access.bytes == GlobalShadow::kWordBytes && are_apart(access))
        return access_apart(step, access, now, found);
    const bool in_rows = access.kind != AccessKind::atomic && access.bytes >= GlobalShadow::kWordBytes;
    std::uint64_t last = ~std::uint64_t { 0 };
    const unsigned last_lane = kMaxLanes - 1 - static_cast<unsigned>(std::countl_zero(access.lanes));
    for (LaneMask rest = access.lanes; rest != 0;) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        if (in_rows && continues(access, lane + 1)) {
            const unsigned end = end_of_run(access, lane);
            if (end - lane >= kMinRun) {
                access_run(step, access, lane, end, now, found);
                last = access.addresses[end - 1];
                rest &= ~first_lanes(end);
                continue;
            }
        }
        rest &= rest - 1;
        // The first and the last lane stand for all that read one word.
        if (std::exchange(last, address) == address && reads && lane != last_lane)
            continue;
        access_lane(step, access, lane, now, found);
    }
}

// The cells are in different lines of the processor's cache, so all of them are fetched before the first one is used.
void GlobalRaces::access_apart(const Step& step, const Access& access, Note now, std::vector<Race>& found)
{
    const DeviceMemory::Region& region = region_of(access.addresses[lowest_lane(access.lanes)]);
    GlobalShadow& shadow = shadow_of(region);
    std::array<Cell*, kMaxLanes> cells;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t offset = access.addresses[lane] - region.base;
        cells[lane] = offset < region.size ? shadow.find_word(offset) : nullptr;
        if (cells[lane] != nullptr)
            __builtin_prefetch(cells[lane]);
    });
    const bool reads = access.kind == AccessKind::load;
    const unsigned last_lane = kMaxLanes - 1 - static_cast<unsigned>(std::countl_zero(access.lanes));
    std::uint64_t last = ~std::uint64_t { 0 };
    for_each_lane(access.lanes, [&](unsigned lane) {
        // The first and the last lane stand for all that read one word.
        if (std::exchange(last, access.addresses[lane]) == access.addresses[lane] && reads && lane != last_lane)
            return;
        if (cells[lane] == nullptr)
            return access_lane(step, access, lane, now, found);
        set_lane(now, step, lane);
        access_cell({ region.base, access.addresses[lane] - region.base, access.bytes, &found }, *cells[lane], now, access.kind,
            static_cast<std::uint32_t>(access.values[lane]));
    });
}

void GlobalRaces::access_lane(const Step& step, const Access& access, unsigned lane, Note now, std::vector<Race>& found)
{
    const DeviceMemory::Region& region = region_of(access.addresses[lane]);
    set_lane(now, step, lane);
    visit(shadow_of(region), region.base, access.addresses[lane] - region.base, access, lane, now, found);
}

const DeviceMemory::Region& GlobalRaces::find_region(DeviceAddress address) const
{
    const DeviceMemory::Region* const region = m_memory->nearest(address);
    VERIFY(region != nullptr && address - region->base < region->size);
    return *region;
}

void GlobalRaces::access_shared(const Step& step, const Access& access, const AccessMode& mode, std::uint64_t owner,
    std::uint64_t bytes, std::vector<Race>& found)
{
    GlobalShadow& shadow = m_shared.try_emplace(owner, bytes, m_budget).first->second;
    Note now = note_of(step, access, mode);
    now.time = m_threads->order().now(step.warp);
    for_each_lane(access.lanes, [&](unsigned lane) {
        set_lane(now, step, lane);
        visit(shadow, 0, access.addresses[lane], access, lane, now, found);
    });
}

// The lanes from `lane` on, before `end`, access consecutive words or pairs or fours of words.
void GlobalRaces::access_run(
    const Step& step, const Access& access, unsigned lane, unsigned end, Note now, std::vector<Race>& found)
{
    const DeviceMemory::Region& region = region_of(access.addresses[lane]);
    const bool in_region = access.addresses[end - 1] - region.base < region.size;
    GlobalShadow& shadow = shadow_of(region);
    const auto shift = static_cast<std::uint8_t>(std::countr_zero(access.bytes / GlobalShadow::kWordBytes));
    while (lane < end) {
        const std::uint64_t offset = access.addresses[lane] - region.base;
        const auto word = static_cast<std::uint32_t>(offset % GlobalShadow::kRowBytes / GlobalShadow::kWordBytes);
        const unsigned in_row = std::max(1U, (GlobalShadow::kRowWords - word) >> shift);
        const LaneMask lanes = first_lanes(std::min(end, lane + in_row)) & ~first_lanes(lane);
        const bool is_aligned = in_region && offset % access.bytes == 0;
        const LaneMask together = is_aligned ? access_row(shadow, offset, step, access, lanes, now) : 0;
        for_each_lane(lanes & ~together, [&](unsigned single) { access_lane(step, access, single, now, found); });
        lane += in_row;
    }
}

// The lanes access consecutive words of the row from the offset on. Returns those whose access is noted for parts of the row; the
// others must be noted word by word, because the words are not alike or there is a race.
LaneMask GlobalRaces::access_row(
    GlobalShadow& shadow, std::uint64_t offset, const Step& step, const Access& access, LaneMask lanes, Note now)
{
    const auto shift = static_cast<std::uint8_t>(std::countr_zero(access.bytes / GlobalShadow::kWordBytes));
    const auto begin = static_cast<std::uint32_t>(offset % GlobalShadow::kRowBytes / GlobalShadow::kWordBytes);
    const std::uint32_t end = begin + (lane_count(lanes) << shift);
    GlobalShadow::Row* const row = shadow.find_row(offset);
    if (row == nullptr || row->cells != nullptr || !row->has_parts(begin, end, shift))
        return 0;
    const bool stores = access.kind == AccessKind::store;
    std::uint32_t* const values = stores ? shadow.find_values(offset) : nullptr;
    if (stores && values == nullptr)
        return 0;
    const auto lane_at = [&](std::uint32_t word) {
        return lowest_lane(lanes) + ((word - begin) >> shift);
    };
    const std::uint32_t split = row->split_word;
    LaneMask together = 0;
    for (const auto& [part, first, last] :
        { std::tuple { 0U, begin, std::min(end, split) }, { 1U, std::max(begin, split), end } }) {
        if (first >= last)
            continue;
        set_lane(now, step, lane_at(first));
        if (!(stores ? write_part(row->parts[part], now) : read_part(row->parts[part], now)))
            continue;
        together |= first_lanes(lane_at(last)) & ~first_lanes(lane_at(first));
        for (std::uint32_t word = first; stores && word < last; ++word)
            values[word] = cell_value(access.values[lane_at(word)],
                std::uint64_t { (word - begin) & ((1U << shift) - 1) } * GlobalShadow::kWordBytes, GlobalShadow::kWordBytes);
    }
    return together;
}

// As read() for each word; false if they are not alike.
bool GlobalRaces::read_part(GlobalShadow::Part& part, const Note& now) const
{
    if (!is_alike(part.write, now) || conflict(part.write, now, AccessKind::store, AccessKind::load))
        return false;
    note_read(part.read, part.last_read, now);
    return true;
}

// As write() for each word; false if they are not alike.
bool GlobalRaces::write_part(GlobalShadow::Part& part, const Note& now) const
{
    using enum AccessKind;
    for (const Note* read : { &part.read, &part.last_read }) {
        if (!is_alike(*read, now) || conflict(*read, now, load, store))
            return false;
    }
    if (!is_alike(part.write, now) || conflict(part.write, now, store, store))
        return false;
    part = {};
    part.write = now;
    return true;
}

// `first`: the offset of the lane's access.
void GlobalRaces::visit(GlobalShadow& shadow, DeviceAddress base, std::uint64_t first, const Access& access, unsigned lane,
    const Note& now, std::vector<Race>& found)
{
    const bool complete = shadow.visit(first, access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
        access_cell(
            { base, offset, bytes, &found }, cell, now, access.kind, cell_value(access.values[lane], offset - first, bytes));
    });
    m_incomplete = m_incomplete || !complete;
}

void GlobalRaces::access_cell(const Visit& visit, Cell& cell, const Note& now, AccessKind kind, std::uint32_t value)
{
    if (kind == AccessKind::load)
        read(visit, cell, now);
    else if (kind == AccessKind::atomic)
        atomic(visit, cell, now);
    else
        write(visit, cell, now, value);
}

void GlobalRaces::read(const Visit& visit, Cell& cell, const Note& now)
{
    check(visit, cell.write, now, AccessKind::store, AccessKind::load);
    check(visit, cell.atomic, now, AccessKind::atomic, AccessKind::load);
    note_read(cell.read, cell.last_read, now);
}

void GlobalRaces::note_read(Note& first, Note& last, const Note& now)
{
    const bool stands_for_all = first.block != 0 && !(first.strong != Note::kWeak && now.strong == Note::kWeak);
    if (!stands_for_all || first.same_thread(now))
        first = now;
    else
        last = now;
}

void GlobalRaces::write(const Visit& visit, Cell& cell, const Note& now, std::uint32_t value)
{
    const bool at_once = cell.write.block == now.block && cell.write.thread < now.thread && cell.write.time == now.time
        && cell.write.pc == now.pc && warp_of(cell.write) == warp_of(now);
    // Of one instruction with one value, any of the writes is performed (CUDA C++ Programming Guide, "SIMT Architecture").
    if (!(at_once && cell.value == value) && check(visit, cell.write, now, AccessKind::store, AccessKind::store)) {
        Race& race = visit.found->back();
        race.equal_values = cell.value == value;
        if (at_once)
            race.relation = Race::Relation::one_instruction;
        const bool has_read = cell.read.same_thread(now) || cell.last_read.same_thread(now); // the value of the earlier write
        if (race.only_volatile && (race.equal_values || has_read))
            visit.found->pop_back();
    }
    check(visit, cell.atomic, now, AccessKind::atomic, AccessKind::store);
    check(visit, cell.read, now, AccessKind::load, AccessKind::store);
    check(visit, cell.last_read, now, AccessKind::load, AccessKind::store);
    cell = {};
    cell.write = now;
    cell.value = value;
}

// Neither a plain write nor the reads are forgotten: another thread's atomic operation may conflict with them.
void GlobalRaces::atomic(const Visit& visit, Cell& cell, const Note& now)
{
    check(visit, cell.write, now, AccessKind::store, AccessKind::atomic);
    check(visit, cell.atomic, now, AccessKind::atomic, AccessKind::atomic);
    check(visit, cell.other_atomic, now, AccessKind::atomic, AccessKind::atomic);
    check(visit, cell.read, now, AccessKind::load, AccessKind::atomic);
    check(visit, cell.last_read, now, AccessKind::load, AccessKind::atomic);
    if (cell.atomic.block != 0 && !cell.atomic.same_thread(now))
        cell.other_atomic = cell.atomic;
    cell.atomic = now;
}

bool GlobalRaces::is_morally_strong(const Note& earlier, const Note& now) const
{
    if (earlier.strong == Note::kWeak || now.strong == Note::kWeak)
        return false;
    const auto includes = [&](std::uint32_t scope) {
        switch (static_cast<Scope>(scope)) {
        case Scope::block:
            return earlier.block == now.block;
        case Scope::cluster:
            return m_clusters[earlier.block] == m_clusters[now.block];
        case Scope::device:
            return true;
        }
        return true;
    };
    return includes(earlier.scope) && includes(now.scope);
}

bool GlobalRaces::unordered(const Note& earlier, const Note& now) const
{
    if (earlier.block == 0 || is_morally_strong(earlier, now))
        return false;
    if ((earlier.guards_cas != 0 && now.atomic != 0) || (now.guards_cas != 0 && earlier.atomic != 0))
        return false;
    const bool same_warp = earlier.block == now.block && warp_of(earlier) == warp_of(now);
    return !is_before(earlier, now) && !(m_check == RaceCheck::warps_in_step && same_warp);
}

// A volatile load after the value of a flag was read counts as ordered without a fence between them: the CUDA C++ Programming
// Guide ("Memory Fence Functions") writes no fence there, but declares the data volatile.
bool GlobalRaces::unordered_volatile(const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind) const
{
    const bool any_volatile = earlier.strong == Note::kVolatile || now.strong == Note::kVolatile;
    const bool any_other = earlier.strong == Note::kWeak || now.strong == Note::kWeak || earlier.strong == Note::kTested
        || now.strong == Note::kTested;
    if (earlier.block == 0 || !any_volatile || any_other || is_counter_read(earlier_kind, kind))
        return false;
    if (earlier.block == now.block && warp_of(earlier) == warp_of(now))
        return false;
    const bool after_flag =
        kind == AccessKind::load && m_threads->has_read(warp_of(now), earlier.block, earlier.time, warp_of(earlier));
    return !after_flag && !is_before(earlier, now);
}

bool GlobalRaces::is_before(const Note& earlier, const Note& now) const
{
    const std::uint32_t warp = warp_of(earlier);
    if (earlier.block != now.block)
        return m_threads->knows(warp_of(now), earlier.block, earlier.time, warp);
    const ThreadOrder& order = m_threads->order();
    const Moment moment { earlier.time, static_cast<std::uint16_t>(warp), static_cast<std::uint8_t>(lane_of(earlier)) };
    return order.before(moment, warp_of(now), lane_of(now)) || earlier.time > order.latest();
}

Race::Party GlobalRaces::party(const Note& note, AccessKind kind) const
{
    return { m_linear[note.block], warp_of(note), lane_of(note), note.pc, kind };
}

bool GlobalRaces::check_order(const Visit& visit, const Note& earlier, const Note& now, AccessKind earlier_kind, AccessKind kind)
{
    using Relation = Race::Relation;
    const bool is_race = unordered(earlier, now);
    if (!is_race && !unordered_volatile(earlier, now, earlier_kind, kind))
        return false;
    if (visit.found->size() >= kMaxRacesOfRequest)
        visit.found->pop_back();
    Race race;
    race.address = visit.base + visit.offset;
    race.bytes = visit.bytes;
    race.earlier = party(earlier, earlier_kind);
    race.later = party(now, kind);
    if (earlier.block != now.block)
        race.relation = Relation::between_blocks;
    else
        race.relation = warp_of(earlier) != warp_of(now) ? Relation::between_warps : Relation::between_lanes;
    race.only_volatile = !is_race;
    race.narrow_scope = is_race && earlier.strong != Note::kWeak && now.strong != Note::kWeak;
    race.lacks_fence = !race.narrow_scope && (earlier.block != now.block || race.only_volatile)
        && m_threads->lacks_fence(warp_of(now), earlier.block, earlier.time, warp_of(earlier));
    visit.found->push_back(race);
    return true;
}

} // namespace warpstage::simt
