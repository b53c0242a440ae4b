#include "core/simt/block_run.h"

namespace warpstage::simt {

namespace {

enum class Gathering : std::uint8_t { all_finished, all_arrived, deadlock };

// What is to be done when no warp is ready.
Gathering gathering_of(Block& block)
{
    const Warp* first_waiting = nullptr;
    for (const Warp& warp : block.warps()) {
        if (warp.status != WarpStatus::waiting)
            continue;
        if (first_waiting == nullptr)
            first_waiting = &warp;
        else if (warp.barrier != first_waiting->barrier)
            return Gathering::deadlock;
    }
    return first_waiting == nullptr ? Gathering::all_finished : Gathering::all_arrived;
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
        switch (gathering_of(block)) {
        case Gathering::all_finished:
            return { BlockEnd::finished, std::nullopt };
        case Gathering::deadlock:
            return { BlockEnd::trapped, deadlock_trap(block) };
        case Gathering::all_arrived:
            break;
        }
        for (Warp& warp : block.warps()) {
            if (warp.status == WarpStatus::waiting)
                warp.status = WarpStatus::ready;
        }
        if constexpr (Observation::kActive)
            observation.observer->on_barrier(block.linear());
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
