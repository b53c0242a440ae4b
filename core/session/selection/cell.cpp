#include "core/session/selection/cell.h"

#include "core/base/verify.h"

namespace warpstage::session {

namespace {

template <typename Wanted>
std::optional<std::size_t> next_step(const trace::Trace& trace, std::size_t steps, std::size_t from, const Wanted& wanted)
{
    VERIFY(steps <= trace.steps.size());
    const std::size_t first = from < steps ? from : 0;
    for (std::size_t i = 0; i < steps; ++i) {
        const std::size_t at = (first + i) % steps;
        const simt::Access* access = trace.access_of(trace.steps[at]);
        if (access != nullptr && wanted(trace.steps[at], *access))
            return at;
    }
    return std::nullopt;
}

} // namespace

LaneMask lanes_at(const simt::Access& access, const ChosenCell& cell)
{
    if (access.space != cell.space)
        return 0;
    LaneMask lanes = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t first = access.addresses.at(lane);
        if (first < cell.address + cell.bytes && first + access.bytes > cell.address)
            lanes |= LaneMask { 1 } << lane;
    });
    return lanes;
}

std::optional<std::size_t> next_access(const trace::Trace& trace, std::size_t steps, std::size_t from, std::uint32_t pc)
{
    return next_step(
        trace, steps, from, [pc](const trace::StepRecord& step, const simt::Access& /*access*/) { return step.pc == pc; });
}

std::optional<std::size_t> next_touch(const trace::Trace& trace, std::size_t steps, std::size_t from, const ChosenCell& cell)
{
    return next_step(trace, steps, from,
        [&cell](const trace::StepRecord& /*step*/, const simt::Access& access) { return lanes_at(access, cell) != 0; });
}

} // namespace warpstage::session
