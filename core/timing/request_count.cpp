#include "core/timing/request_count.h"

namespace warpstage::timing {

void CountedRequests::add(const Resident& resident, const MemoryUse& use) const
{
    path.touch(use, resident.stream->lines_of(use), resident.block, resident.block / streams, code.operations[use.pc].kind);
}

void CountedRequests::add_behind(const Resident& resident) const
{
    const auto& warps = resident.stream->behind;
    bool any = true;
    for (std::size_t i = 0; any; ++i) {
        any = false;
        for (const auto& warp : warps)
            if (i < warp.size()) {
                add(resident, warp[i]);
                any = true;
            }
    }
}

void CountedRequests::add_rest(std::span<Warp> warps, std::span<const Resident> places) const
{
    bool any = true;
    while (any) {
        any = false;
        for (Warp& warp : warps) {
            if (!warp.live)
                continue;
            const Resident& resident = places[warp.place];
            const auto& steps = resident.stream->warps[warp.index];
            bool added = false;
            while (!added && warp.step < steps.size()) {
                const StreamStep& step = steps[warp.step++];
                added = step.memory != 0 && !step.vanishes && resident.stream->memory[step.memory - 1].lines != 0;
                if (added)
                    add(resident, resident.stream->memory[step.memory - 1]);
            }
            any = any || added;
        }
    }
    for (const Resident& resident : places)
        if (resident.live > 0)
            add_behind(resident);
}

} // namespace warpstage::timing
