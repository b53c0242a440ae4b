#include "core/simt/checks/global_races.h"

#include "core/base/verify.h"

namespace warpstage::simt {

GlobalRaces::Cell GlobalRaces::Cell::part(unsigned byte) const
{
    Cell cell = *this;
    cell.value = value >> (byte * 8) & 0xffU;
    return cell;
}

GlobalRaces::GlobalRaces(const DeviceMemory& memory)
    : m_memory(&memory)
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

std::optional<GlobalConflict> GlobalRaces::access(const Step& step, const Access& access, Strength strength)
{
    std::optional<GlobalConflict> found;
    Note now;
    now.strong = strength == Strength::strong || access.kind == AccessKind::atomic;
    now.fences = m_order.fences();
    now.noted = true;
    for (LaneMask rest = access.lanes; rest != 0 && !found; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        now.party = { step.block, step.warp, lane, step.pc, access.kind };
        if (now.strong)
            m_order.strong_access(address);
        const DeviceMemory::Region* region = m_last_region;
        if (region == nullptr || address - region->base >= region->size)
            region = m_memory->nearest(address);
        VERIFY(region != nullptr && address - region->base < region->size);
        const std::uint64_t first = address - region->base;
        shadow_of(*region).visit(first, access.bytes, [&](Cell& cell, std::uint64_t offset, std::uint32_t bytes) {
            found = access.kind == AccessKind::load ? read(cell, now)
                                                    : write(cell, now, cell_value(access.values[lane], offset - first, bytes));
            if (found) {
                found->address = region->base + offset;
                found->bytes = bytes;
            }
            return !found.has_value();
        });
    }
    return found;
}

std::optional<GlobalConflict> GlobalRaces::read(Cell& cell, const Note& now)
{
    if (unordered(cell.write, now))
        return GlobalConflict { 0, 0, cell.write.party, now.party };
    const bool stands_for_all = cell.read.noted && !(cell.read.strong && !now.strong);
    if (!stands_for_all)
        cell.read = now;
    return std::nullopt;
}

std::optional<GlobalConflict> GlobalRaces::write(Cell& cell, const Note& now, std::uint32_t value)
{
    const bool same_value =
        cell.value == value && now.party.kind == AccessKind::store && cell.write.party.kind == AccessKind::store;
    if (!same_value && unordered(cell.write, now))
        return GlobalConflict { 0, 0, cell.write.party, now.party };
    if (unordered(cell.read, now))
        return GlobalConflict { 0, 0, cell.read.party, now.party };
    cell.write = now;
    cell.value = value;
    cell.read = {};
    return std::nullopt;
}

bool GlobalRaces::unordered(const Note& earlier, const Note& now) const
{
    using enum AccessKind;
    const bool reads_beside_atomic =
        (earlier.party.kind == atomic && now.party.kind == load) || (earlier.party.kind == load && now.party.kind == atomic);
    if (reads_beside_atomic || !earlier.noted || earlier.party.block == now.party.block || (earlier.strong && now.strong))
        return false;
    return !m_order.after(earlier.party.block, earlier.fences);
}

} // namespace warpstage::simt
