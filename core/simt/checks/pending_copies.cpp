#include "core/simt/checks/pending_copies.h"

#include <algorithm>

namespace warpstage::simt {

void PendingCopies::clear()
{
    std::ranges::fill(m_groups, 0);
    m_copies.clear();
}

void PendingCopies::start(const Step& step, const Access& written)
{
    for_each_lane(written.lanes, [&](unsigned lane) {
        m_copies.push_back({ written.addresses[lane], written.bytes, step.warp, lane, step.pc,
            m_groups[step.warp * kMaxLanes + lane], written.values[lane] });
    });
}

void PendingCopies::commit(const Step& step)
{
    for_each_lane(step.executed, [&](unsigned lane) { ++m_groups[step.warp * kMaxLanes + lane]; });
}

std::vector<PendingCopy> PendingCopies::wait(const Step& step, std::uint32_t pending)
{
    const auto is_complete = [&](const PendingCopy& copy) {
        if (copy.warp != step.warp || !has_lane(step.executed, copy.lane))
            return false;
        return pending == kAllGroups || copy.group + pending < m_groups[copy.warp * kMaxLanes + copy.lane];
    };
    const auto complete =
        std::stable_partition(m_copies.begin(), m_copies.end(), [&](const PendingCopy& copy) { return !is_complete(copy); });
    std::vector<PendingCopy> result(complete, m_copies.end());
    m_copies.erase(complete, m_copies.end());
    return result;
}

std::optional<PendingCopies::Overlap> PendingCopies::find(const Access& access) const
{
    for (const PendingCopy& copy : m_copies) {
        for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
            const std::uint64_t address = access.addresses[lowest_lane(rest)];
            if (address < copy.offset + copy.bytes && copy.offset < address + access.bytes)
                return Overlap { copy, lowest_lane(rest) };
        }
    }
    return std::nullopt;
}

} // namespace warpstage::simt
