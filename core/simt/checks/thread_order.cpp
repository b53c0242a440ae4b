#include "core/simt/checks/thread_order.h"

#include <algorithm>

namespace warpstage::simt {

ThreadOrder::ThreadOrder(std::uint32_t warps)
    : m_known(warps)
{
}

void ThreadOrder::meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    const std::size_t warps = m_known.size();
    if (m_known_warps.empty())
        m_known_warps.assign(warps, std::vector<std::uint32_t>(warps, 0));
    std::vector<std::uint32_t> together(warps, 0);
    for (const std::span<const std::uint32_t> group : { waited, arrived }) {
        for (const std::uint32_t warp : group) {
            for (std::size_t other = 0; other < warps; ++other)
                together[other] = std::max(together[other], m_known_warps[warp][other]);
        }
    }
    for (const std::uint32_t warp : arrived)
        together[warp] = std::max(together[warp], ++m_known_warps[warp][warp]);
    for (const std::uint32_t warp : waited)
        ++together[warp];
    for (const std::uint32_t warp : waited) {
        m_known_warps[warp] = together;
        meet(warp, ~LaneMask { 0 });
    }
}

void ThreadOrder::meet(std::uint32_t warp, LaneMask members)
{
    std::array<Clock, kMaxLanes>& known = m_known[warp];
    Clock together {};
    for_each_lane(members, [&](unsigned lane) {
        for (unsigned other = 0; other < kMaxLanes; ++other)
            together[other] = std::max(together[other], known[lane][other]);
    });
    for_each_lane(members, [&](unsigned lane) { ++together[lane]; });
    for_each_lane(members, [&](unsigned lane) { known[lane] = together; });
}

} // namespace warpstage::simt
