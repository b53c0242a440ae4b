#include "core/simt/checks/barriers/barrier_phases.h"

#include "core/simt/async/mbarrier.h"

#include <algorithm>

namespace warpstage::simt {

void BarrierPhases::arrive(const Step& step, const Access& access, const Knowledge& released)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        Object& object = m_arrived[access.addresses[lane]];
        const std::uint32_t phase = Mbarrier::of(access.values[lane]).phase;
        if (phase != object.phase) {
            object.released[phase] = {};
            object.warps[phase].clear();
        }
        object.phase = phase;
        object.released[phase].add(released);
        if (std::ranges::find(object.warps[phase], step.warp) == object.warps[phase].end())
            object.warps[phase].push_back(step.warp);
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

Knowledge BarrierPhases::released_before(const Access& test) const
{
    Knowledge all;
    for_each_lane(test.lanes, [&](unsigned lane) {
        const auto object = m_arrived.find(test.addresses[lane]);
        if (object != m_arrived.end())
            all.add(object->second.released[(Mbarrier::of(test.values[lane]).phase + kPhases - 1) % kPhases]);
    });
    return all;
}

} // namespace warpstage::simt
