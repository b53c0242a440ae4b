#include "core/simt/block_run.h"

#include "core/simt/barrier.h"

#include <utility>

namespace warpstage::simt {

namespace {

Observer* observer_of(const Unobserved&)
{
    return nullptr;
}

Observer* observer_of(const Observed& observation)
{
    return observation.observer;
}

template <typename Observation> BlockResult run_warps(Block& block, Observation observation, Patience& patience)
{
    while (true) {
        for (std::uint32_t index = 0; index < block.warps().size(); ++index) {
            if (block.warps()[index].status != WarpStatus::ready)
                continue;
            WarpRun<Observation> warp(block, index, observation, patience);
            switch (warp.run()) {
            case RunEnd::suspended:
                break;
            case RunEnd::trapped:
                return { BlockEnd::trapped, warp.take_trap() };
            case RunEnd::stopped:
                return { BlockEnd::stopped, std::nullopt };
            }
        }
        if (std::exchange(block.warps_released, false))
            continue;
        switch (gather(block, observer_of(observation))) {
        case Gathering::all_finished:
            return { BlockEnd::finished, std::nullopt };
        case Gathering::deadlock:
            return { BlockEnd::trapped, deadlock_trap(block) };
        case Gathering::released:
            break;
        }
    }
}

} // namespace

BlockResult run_block(Block& block, Observer* observer, Patience patience)
{
    if (observer != nullptr)
        return run_warps(block, Observed { observer }, patience);
    return run_warps(block, Unobserved {}, patience);
}

} // namespace warpstage::simt
