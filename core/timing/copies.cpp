#include "core/timing/copies.h"

#include <algorithm>

namespace warpstage::timing {

CopyCollector::OfWarp& CopyCollector::of(std::uint32_t warp)
{
    if (m_warps.size() <= warp)
        m_warps.resize(warp + 1);
    return m_warps[warp];
}

void CopyCollector::add_step(BlockStream& stream, std::uint32_t warp, const MachineOperation& operation)
{
    if (operation.kind != OperationKind::group)
        return;
    std::vector<StreamStep>& steps = stream.warps[warp];
    steps.back().pending_groups = operation.pending_groups;
    if (operation.groups != GroupKind::copies)
        return;
    OfWarp& own = of(warp);
    if (operation.commits) {
        ++own.committed;
        return;
    }
    own.at_wait = own.committed;
    own.wait = steps.size();
    own.read = 0;
}

void CopyCollector::add_access(
    BlockStream& stream, std::uint32_t warp, const MachineOperation& operation, const simt::Access& access)
{
    const bool copies = operation.kind == OperationKind::async_copy;
    if (!copies && m_groups.empty())
        return; // nothing has been copied
    OfWarp& own = of(warp);
    std::uint32_t newest = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t begin = access.addresses[lane] / kWord;
        const std::uint64_t end = (access.addresses[lane] + access.bytes + kWord - 1) / kWord;
        if (copies && m_groups.size() < end)
            m_groups.resize(end);
        for (std::uint64_t word = begin; word < std::min<std::uint64_t>(end, m_groups.size()); ++word) {
            if (copies)
                m_groups[word] = own.committed + 1;
            else
                newest = std::max(newest, m_groups[word]);
        }
    });
    std::vector<StreamStep>& steps = stream.warps[warp];
    if (copies || newest <= own.read || own.wait == 0 || own.wait > steps.size())
        return;
    own.read = std::min(newest, own.at_wait);
    steps[own.wait - 1].unread_groups = own.at_wait - own.read;
}

} // namespace warpstage::timing
