#include "core/simt/checks/order/thread_order.h"

#include <algorithm>

namespace warpstage::simt {

ThreadOrder::ThreadOrder(std::uint32_t warps)
    : m_now(warps, m_time)
    , m_all_lanes(warps, 0)
    , m_known(warps)
{
}

void ThreadOrder::meet_all()
{
    m_start = ++m_time;
    std::fill(m_now.begin(), m_now.end(), m_time);
}

void ThreadOrder::meet(std::span<const std::uint32_t> warps)
{
    const std::size_t count = m_known.size();
    know_warps();
    ++m_time;
    std::vector<std::uint32_t> together(count, 0);
    for (const std::uint32_t warp : warps) {
        for (std::size_t other = 0; other < count; ++other)
            together[other] = std::max(together[other], m_known_warps[warp][other]);
    }
    for (const std::uint32_t warp : warps) {
        together[warp] = m_time;
        m_now[warp] = m_time;
    }
    for (const std::uint32_t warp : warps) {
        m_known_warps[warp] = together;
        m_all_lanes[warp] = m_time;
    }
}

void ThreadOrder::know_warps()
{
    if (m_known_warps.empty())
        m_known_warps.assign(m_known.size(), Times(m_known.size(), 0));
}

ThreadOrder::Times ThreadOrder::publish(std::uint32_t warp)
{
    know_warps();
    m_now[warp] = ++m_time;
    Times published = m_known_warps[warp];
    published[warp] = m_time;
    return published;
}

void ThreadOrder::learn(std::uint32_t warp, const Times& published)
{
    know_warps();
    for (std::size_t other = 0; other < published.size(); ++other)
        m_known_warps[warp][other] = std::max(m_known_warps[warp][other], published[other]);
    m_all_lanes[warp] = std::max(m_all_lanes[warp], published[warp]);
}

void ThreadOrder::meet(std::uint32_t warp, LaneMask members)
{
    m_now[warp] = ++m_time;
    if (members == ~LaneMask { 0 }) {
        m_all_lanes[warp] = m_time;
        return;
    }
    std::array<LaneTimes, kMaxLanes>& known = m_known[warp];
    LaneTimes together {};
    for_each_lane(members, [&](unsigned lane) {
        for (unsigned other = 0; other < kMaxLanes; ++other)
            together[other] = std::max(together[other], known[lane][other]);
    });
    for_each_lane(members, [&](unsigned lane) { together[lane] = m_time; });
    for_each_lane(members, [&](unsigned lane) { known[lane] = together; });
}

void ThreadOrder::meet_in_turn(std::uint32_t warp, LaneMask lanes, std::uint32_t time)
{
    std::array<LaneTimes, kMaxLanes>& known = m_known[warp];
    LaneTimes lower {};
    for_each_lane(lanes, [&](unsigned lane) {
        for (unsigned other = 0; other < kMaxLanes; ++other) {
            known[lane][other] = std::max(known[lane][other], lower[other]);
            lower[other] = known[lane][other];
        }
        lower[lane] = std::max(lower[lane], time);
    });
}

} // namespace warpstage::simt
