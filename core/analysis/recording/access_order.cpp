#include "core/analysis/recording/access_order.h"

#include "core/base/words.h"

#include <fmt/format.h>

namespace warpstage::analysis {

namespace {

bool is_atomic(const Recording& recording, std::size_t step)
{
    const simt::Access* access = recording.trace.access_of(recording.trace.steps[step]);
    return access != nullptr && access->kind == simt::AccessKind::atomic;
}

} // namespace

std::uint32_t line_at(const Recording& recording, std::size_t step)
{
    return recording.listing.line_of(recording.trace.steps[step].pc);
}

std::string order_between(const Recording& recording, const LaneAccess& first, const LaneAccess& second)
{
    const auto& steps = recording.trace.steps;
    const bool other_epoch = steps[first.step].epoch != steps[second.step].epoch;
    for (std::size_t step = second.step; step-- > first.step + 1;) {
        if (steps[step].warp != second.warp)
            continue;
        if (other_epoch && steps[step].event == trace::Event::barrier)
            return fmt::format("__syncthreads(), line {}", line_at(recording, step));
        const ptx::Instruction* instruction = recording.listing.find(steps[step].pc);
        const bool warp_barrier =
            instruction != nullptr && instruction->opcode == ptx::Opcode::bar && instruction->has_modifier("warp");
        if (warp_barrier && first.warp == second.warp && has_lane(steps[step].executed, first.lane)
            && has_lane(steps[step].executed, second.lane))
            return fmt::format("__syncwarp(), line {}", line_at(recording, step));
    }
    // The second access's warp may have reached the barrier before the first access.
    for (std::size_t step = first.step + 1; other_epoch && step < second.step; ++step)
        if (steps[step].warp == first.warp && steps[step].event == trace::Event::barrier)
            return fmt::format("__syncthreads(), line {}", line_at(recording, step));
    if (other_epoch)
        return "__syncthreads()";
    if (is_atomic(recording, first.step) && is_atomic(recording, second.step))
        return marked("atomic operations: serialized");
    return {};
}

} // namespace warpstage::analysis
