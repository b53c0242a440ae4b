#include "core/simt/async/async_fault.h"

#include "core/simt/async/bulk_copy.h"
#include "core/simt/async/mbarrier.h"
#include "core/simt/faults/fault.h"
#include "core/simt/memory/memory_access.h"

#include <fmt/format.h>

#include <string>

namespace warpstage::simt {

namespace {

// "mbarrier.arrive.shared.b64"
std::string opcode_text(const Block& block, std::uint32_t pc)
{
    const std::string& text = block.program().listing().instruction(pc).text;
    return text.substr(0, text.find_first_of(" \t;"));
}

Trap bulk_trap(const Block& block, const WarpState& state, const FaultPlace& place, const BulkForm& form)
{
    if (state.refusal.kind != RefusalKind::bulk_size)
        return memory_trap(block, place, bulk_fault(state, form));
    return trap_at(block, place, TrapKind::misaligned,
        fmt::format("Invalid {}: the size of {} bytes is not a multiple of {}", opcode_text(block, place.pc),
            state.refusal.members, kBulkBytes));
}

Trap barrier_address_trap(const Block& block, const WarpState& state, const FaultPlace& place)
{
    const Operation& operation = block.body().operations[place.pc];
    const MemoryRequest request(state, operation, block.body().memory_forms[operation.site], LaneMask { 1 } << place.lane);
    if (const auto fault = request.find_fault(state))
        return memory_trap(block, place, *fault);
    return trap_at(block, place, TrapKind::out_of_bounds,
        fmt::format("Invalid address of {}: an mbarrier object must be in shared memory", opcode_text(block, place.pc)));
}

} // namespace

std::optional<Trap> async_trap(const Block& block, const WarpState& state, std::uint32_t warp, std::uint32_t pc)
{
    const Refusal& refusal = state.refusal;
    const FaultPlace place { warp, refusal.lane, pc };
    const auto invalid = [&](const std::string& why) {
        return trap_at(block, place, TrapKind::invalid_barrier, fmt::format("Invalid {}: {}", opcode_text(block, pc), why));
    };
    const BulkForm* bulk = block.body().memory_forms[block.body().operations[pc].site].as<BulkForm>();
    const bool of_copy = refusal.kind == RefusalKind::bulk_size || refusal.kind == RefusalKind::bulk_source
        || refusal.kind == RefusalKind::bulk_destination || refusal.kind == RefusalKind::barrier_address;
    if (of_copy && bulk != nullptr)
        return bulk_trap(block, state, place, *bulk);
    if (refusal.kind == RefusalKind::barrier_address)
        return barrier_address_trap(block, state, place);
    if (refusal.kind == RefusalKind::barrier_not_initialized)
        return invalid("the mbarrier object is not initialized (`init()` of cuda::barrier, `mbarrier.init`)");
    if (refusal.kind == RefusalKind::barrier_count && block.program().listing().instruction(pc).has_modifier("init"))
        return invalid(fmt::format("the count {} is not in the range 1 to {}, and for such an mbarrier object the PTX ISA "
                                   "defines nothing: initialize it "
                                   "with the number of arrivals of each phase",
            refusal.members, kMaxArrivals));
    if (refusal.kind == RefusalKind::barrier_count)
        return invalid(fmt::format(
            "the count {} is not in the range 1 to {}, the pending count of the current phase", refusal.members, refusal.others));
    if (refusal.kind == RefusalKind::barrier_completes)
        return invalid(
            fmt::format("with .noComplete the count {} must be less than the pending count {}", refusal.members, refusal.others));
    if (refusal.kind == RefusalKind::barrier_transactions)
        return invalid(fmt::format("the tx-count is not in the range -{} to {}", kMaxTransactions, kMaxTransactions));
    return std::nullopt;
}

} // namespace warpstage::simt
