#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/hang/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace warpstage::simt {

namespace {

std::string advice_text(const Hang& hang)
{
    return hang.advice.empty() ? "" : "; " + hang.advice;
}

} // namespace

Trap endless_wait_trap(Block& block, const GridState& grid)
{
    Hang hang = explain_hang(block, grid);
    VERIFY(!hang.waits.empty());
    const Hang::Wait& wait = hang.waits[hang.main];
    const Hang::Object& object = hang.objects[wait.object];
    const auto& blocks = block.cluster().blocks();
    const auto its_block = std::ranges::find_if(blocks, [&](const Block* member) { return member->index() == wait.who.block; });
    VERIFY(its_block != blocks.end());
    const std::uint32_t index = wait.who.warps.front();
    const Warp& warp = (*its_block)->warps()[index];
    const LaneMask lanes = warp.divergence.top().lanes;
    const std::string what = object.kind == Hang::Kind::memory
        ? fmt::format("{} {} in a loop in which nothing changes any more, and no other thread writes a value that ends it: "
                      "it waits for {}",
            warps_text(wait.who, wait.who.block), wait.who.warps.size() == 1 ? "is" : "are", needs_text(object))
        : fmt::format("{} {} for {}", warps_text(wait.who, wait.who.block), wait.who.warps.size() == 1 ? "waits" : "wait",
            needs_text(object));
    Trap trap = trap_at(**its_block, { index, lowest_lane(lanes), wait.pc }, TrapKind::deadlock,
        fmt::format("Deadlock, block {} cannot continue: {}{}{}", text_of(wait.who.block), what, advice_text(hang),
            hang.mistake == Hang::Mistake::none ? lanes_hint(block, warp.divergence.living() & ~lanes) : ""));
    trap.hang = std::make_shared<const Hang>(std::move(hang));
    return trap;
}

Trap deadlock_trap(Block& block)
{
    std::map<std::uint32_t, unsigned> waiting; // warps at each barrier
    std::uint32_t living = 0; // warps
    FaultPlace place;
    bool found = false;
    for (std::uint32_t index = 0; index < block.warps().size(); ++index) {
        const Warp& warp = block.warps()[index];
        living += warp.status != WarpStatus::finished ? 1 : 0;
        if (warp.status != WarpStatus::waiting)
            continue;
        ++waiting[warp.barrier];
        const std::uint32_t behind = warp.barrier == kClusterBarrier ? 0 : 1; // how far it has gone on
        if (!found)
            place = { index, lowest_lane(warp.divergence.top().lanes), warp.divergence.top().pc - behind };
        found = true;
    }
    VERIFY(found);
    std::string what = "Deadlock, no warp can continue:";
    for (const auto& [barrier, warps] : waiting) {
        if (barrier == kClusterBarrier) {
            what += fmt::format("{} {} warp{} at barrier.cluster.wait for threads of the cluster that do not arrive",
                what.back() == ':' ? "" : ";", warps, warps == 1 ? " waits" : "s wait");
            continue;
        }
        const BarrierPhase& phase = block.barriers()[barrier];
        const std::uint32_t width = block.shape().warp_width;
        const std::uint32_t wanted = phase.threads != 0 ? phase.threads : living * width;
        what += fmt::format("{} {} warp{} at barrier {} for {} threads, {} arrived", what.back() == ':' ? "" : ";", warps,
            warps == 1 ? " waits" : "s wait", barrier, wanted, phase.arrived * width);
    }
    Hang hang = explain_hang(block, {});
    Trap trap = trap_at(block, place, TrapKind::deadlock, what + advice_text(hang));
    trap.hang = std::make_shared<const Hang>(std::move(hang));
    return trap;
}

} // namespace warpstage::simt
