#include "core/simt/checks/global_races.h"

#include "core/base/verify.h"
#include "core/simt/operation.h"

#include <utility>

namespace warpstage::simt {

namespace {

// Words of shared memory as those of BlockOrder: after all device addresses.
constexpr std::uint64_t kSharedWords = std::uint64_t { 1 } << 63U;

} // namespace

GlobalRaces::Cell GlobalRaces::Cell::part(unsigned byte) const
{
    Cell cell = *this;
    cell.value = value >> (byte * 8) & 0xffU;
    return cell;
}

GlobalRaces::GlobalRaces(const DeviceMemory& memory, RaceCheck check)
    : m_memory(&memory)
    , m_check(check)
{
}

Shadow<GlobalRaces::Cell>& GlobalRaces::shadow_of(const DeviceMemory::Region& region)
{
    if (m_last_region != &region) {
        m_last_shadow = &m_shadows.try_emplace(region.base, region.size).first->second;
        m_last_region = &region;
    }
    return *m_last_shadow;
}

void GlobalRaces::run(std::uint64_t block, const ThreadOrder& threads)
{
    m_threads = &threads;
    const auto [place, is_new] = m_places.try_emplace(block, static_cast<std::uint32_t>(m_linear.size()));
    if (is_new)
        m_linear.push_back(block);
    m_block = place->second;
    m_order.run(m_block);
}

GlobalRaces::Note GlobalRaces::note_of(const Step& step, const Access& access, Strength strength) const
{
    Note note { m_block, m_order.fences(), 0, step.pc, static_cast<std::uint16_t>(step.warp), 0, access.kind };
    note.strong = strength != Strength::weak || access.kind == AccessKind::atomic;
    return note;
}

std::optional<GlobalConflict> GlobalRaces::access(const Step& step, const Access& access, Strength strength)
{
    std::optional<GlobalConflict> found;
    Note now = note_of(step, access, strength);
    now.time = m_threads->now(step.warp);
    std::uint64_t last = ~std::uint64_t { 0 };
    for (LaneMask rest = access.lanes; rest != 0 && !found; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        // The first lane stands for all that read one word.
        if (std::exchange(last, address) == address && access.kind == AccessKind::load)
            continue;
        now.lane = static_cast<std::uint8_t>(lane);
        if (now.strong)
            m_order.strong_access(address);
        const DeviceMemory::Region* region = m_last_region;
        if (region == nullptr || address - region->base >= region->size)
            region = m_memory->nearest(address);
        VERIFY(region != nullptr && address - region->base < region->size);
        found = visit(shadow_of(*region), address - region->base, access, lane, now);
        if (found)
            found->address += region->base;
    }
    return found;
}

std::optional<GlobalConflict> GlobalRaces::access_shared(
    const Step& step, const Access& access, Strength strength, std::uint64_t owner, std::uint64_t bytes)
{
    std::optional<GlobalConflict> found;
    Shadow<Cell>& shadow = m_shared.try_emplace(owner, bytes).first->second;
    Note now = note_of(step, access, strength);
    for (LaneMask rest = access.lanes; rest != 0 && !found; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        now.lane = static_cast<std::uint8_t>(lane);
        if (now.strong)
            synchronize(owner, access.addresses[lane]);
        found = visit(shadow, access.addresses[lane], access, lane, now);
    }
    return found;
}

void GlobalRaces::synchronize(std::uint64_t owner, std::uint64_t offset)
{
    m_order.strong_access(kSharedWords + owner * kSharedWindowBytes + offset);
}

void GlobalRaces::arrive_at_cluster(std::uint64_t cluster, std::uint64_t phase)
{
    m_order.fence();
    pass_cluster(cluster, phase);
}

// Each phase is a word of its own: a block that has passed a phase may have arrived in the next one before another one passes.
void GlobalRaces::pass_cluster(std::uint64_t cluster, std::uint64_t phase)
{
    constexpr std::uint64_t kPhases = kSharedWindowBytes / 2; // after the offsets of shared memory
    synchronize(cluster, kPhases + phase % kPhases);
}

// `first`: the offset of the lane's access.
std::optional<GlobalConflict> GlobalRaces::visit(
    Shadow<Cell>& shadow, std::uint64_t first, const Access& access, unsigned lane, const Note& now)
{
    std::optional<GlobalConflict> found;
    shadow.visit(first, access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
        found = access.kind == AccessKind::load ? read(cell, now)
                                                : write(cell, now, cell_value(access.values[lane], offset - first, bytes));
        if (found) {
            found->address = offset;
            found->bytes = bytes;
        }
        return !found.has_value();
    });
    return found;
}

std::optional<GlobalConflict> GlobalRaces::read(Cell& cell, const Note& now)
{
    if (unordered(cell.write, now))
        return conflict(cell.write, now);
    const bool stands_for_all = cell.read.block != 0 && !(cell.read.strong && !now.strong);
    if (!stands_for_all || cell.read.same_thread(now))
        cell.read = now;
    else
        cell.last_read = now;
    return std::nullopt;
}

std::optional<GlobalConflict> GlobalRaces::write(Cell& cell, const Note& now, std::uint32_t value)
{
    const bool same_value = cell.value == value && now.kind == AccessKind::store && cell.write.kind == AccessKind::store;
    if (!same_value && unordered(cell.write, now))
        return conflict(cell.write, now);
    for (const Note* read : { &cell.read, &cell.last_read })
        if (unordered(*read, now))
            return conflict(*read, now);
    cell.write = now;
    cell.value = value;
    cell.read = Note {};
    cell.last_read = Note {};
    return std::nullopt;
}

bool GlobalRaces::unordered(const Note& earlier, const Note& now) const
{
    using enum AccessKind;
    if (earlier.block == 0 || (earlier.strong && now.strong))
        return false;
    const bool one_block = earlier.block == now.block;
    if (one_block && (m_threads->before(earlier.moment(), now.warp, now.lane) || earlier.time > m_threads->latest()))
        return false;
    if (one_block && m_check == RaceCheck::warps_in_step && earlier.warp == now.warp)
        return false;
    const bool reads_beside_atomic = (earlier.kind == atomic && now.kind == load) || (earlier.kind == load && now.kind == atomic);
    return !reads_beside_atomic && (one_block || !m_order.after(earlier.block, earlier.fences));
}

GlobalConflict GlobalRaces::conflict(const Note& earlier, const Note& later) const
{
    const auto party = [this](const Note& note) {
        return GlobalConflict::Party { m_linear[note.block], note.warp, note.lane, note.pc, note.kind };
    };
    return { 0, 0, party(earlier), party(later) };
}

} // namespace warpstage::simt
