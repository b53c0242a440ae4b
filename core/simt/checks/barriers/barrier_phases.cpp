#include "core/simt/checks/barriers/barrier_phases.h"

#include "core/simt/async/mbarrier.h"

#include <algorithm>

namespace warpstage::simt {

void BarrierPhases::arrive(const Step& step, const Access& access)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        Object& object = m_arrived[access.addresses[lane]];
        const std::uint32_t phase = Mbarrier::of(access.values[lane]).phase;
        std::vector<std::uint32_t>& warps = object.warps[phase];
        if (phase != object.phase)
            warps.clear();
        object.phase = phase;
        if (std::ranges::find(warps, step.warp) == warps.end())
            warps.push_back(step.warp);
    });
}

std::vector<std::uint32_t> BarrierPhases::arrived_before(const Access& test) const
{
    std::vector<std::uint32_t> all;
    for_each_lane(test.lanes, [&](unsigned lane) {
        const auto object = m_arrived.find(test.addresses[lane]);
        if (object == m_arrived.end())
            return;
        const std::uint32_t before = (Mbarrier::of(test.values[lane]).phase + kPhases - 1) % kPhases;
        all.insert(all.end(), object->second.warps[before].begin(), object->second.warps[before].end());
    });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace warpstage::simt
