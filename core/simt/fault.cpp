#include "core/simt/fault.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <map>
#include <string>

namespace warpstage::simt {

std::string text_of(const Dim3& index)
{
    return fmt::format("({},{},{})", index.x, index.y, index.z);
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Kernels compiled without line information have only the line of their PTX.
std::string line_text(const Block& block, std::uint32_t pc)
{
    const ptx::Instruction& instruction = block.program().kernel().instructions[pc];
    if (instruction.location.line == 0)
        return fmt::format("PTX line {}", instruction.text_line);
    if (instruction.location.inlined_at != 0)
        return fmt::format("line {}, called from line {}", instruction.location.line, instruction.location.inlined_at);
    return fmt::format("line {}", instruction.location.line);
}

Trap trap_at(const Block& block, const FaultPlace& place, TrapKind kind, const std::string& what)
{
    Trap trap;
    trap.kind = kind;
    trap.block = block.index();
    trap.thread = block.thread_of(place.warp, place.lane);
    trap.warp = place.warp;
    trap.lane = place.lane;
    trap.pc = place.pc;
    trap.location = block.program().kernel().instructions[place.pc].location;
    trap.message = fmt::format("{}; thread {} of block {}, lane {}, {}", what, text_of(trap.thread), text_of(trap.block),
        trap.lane, line_text(block, place.pc));
    return trap;
}

Trap memory_trap(const Block& block, const FaultPlace& place, const MemoryRequest::Fault& fault)
{
    Trap trap = trap_at(block, place, fault.kind, fault.what);
    trap.address = fault.address;
    return trap;
}

Trap divergent_barrier_trap(const Block& block, const FaultPlace& place, LaneMask arrived, LaneMask living)
{
    return trap_at(block, place, TrapKind::divergent_barrier,
        fmt::format(
            "Barrier in divergent code: {} of the {} living threads of warp {} wait at __syncthreads() for the others, which "
            "are on another path",
            lane_count(arrived), lane_count(living), place.warp));
}

Trap budget_trap(const Block& block, const FaultPlace& place, std::uint64_t budget)
{
    return trap_at(block, place, TrapKind::budget_exhausted,
        fmt::format("The block has spent its budget of {} warp instructions; the loop here probably never ends", budget));
}

Trap deadlock_trap(Block& block)
{
    std::map<std::uint32_t, unsigned> waiting; // warps at each barrier
    FaultPlace place;
    bool found = false;
    for (std::uint32_t index = 0; index < block.warps().size(); ++index) {
        const Warp& warp = block.warps()[index];
        if (warp.status != WarpStatus::waiting)
            continue;
        ++waiting[warp.barrier];
        if (!found)
            place = { index, lowest_lane(warp.divergence.top().lanes), warp.divergence.top().pc - 1 };
        found = true;
    }
    VERIFY(found);
    std::string what = "Deadlock, no warp can go on:";
    for (const auto& [barrier, warps] : waiting)
        what += fmt::format(
            "{} {} warp{} at barrier {}", what.back() == ':' ? "" : ",", warps, warps == 1 ? " waits" : "s wait", barrier);
    return trap_at(block, place, TrapKind::deadlock, what);
}

} // namespace warpstage::simt
