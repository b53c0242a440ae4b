#include "core/simt/told_operation.h"

#include "core/simt/async_copy.h"
#include "core/simt/fault.h"
#include "core/simt/memory_access.h"

#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

// The variables of calls (param) are not told: on a GPU they are registers.
constexpr std::array kToldSpaces { ptx::StateSpace::shared, ptx::StateSpace::global, ptx::StateSpace::local,
    ptx::StateSpace::constant };

// Only a generic request can have gone to more than one space.
void tell_accesses(
    Observer& observer, const Step& here, const MemoryForm& form, const MemoryRequest& request, const WarpState& state)
{
    for (const ptx::StateSpace space : kToldSpaces) {
        if (form.space != ptx::StateSpace::generic && form.space != space)
            continue;
        if (const Access access = request.access(state, space); access.lanes != 0)
            observer.on_access(here, access);
    }
}

// Lanes that name each other have met.
void tell_meetings(Observer& observer, const Step& here, const std::array<LaneMask, kMaxLanes>& masks, LaneMask lanes)
{
    while (lanes != 0) {
        const LaneMask members = masks[lowest_lane(lanes)] & lanes;
        observer.on_warp_barrier(here, members);
        lanes &= ~members;
    }
}

bool access_told(
    WarpState& state, const MemoryForm* form, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    const LaneMask reads = form->copies_to_shared ? lanes_that_copy(state, operation) : state.active;
    const MemoryRequest request(state, operation, *form, reads);
    if (!handler(state, operation))
        return false;
    tell_accesses(observer, here, *form, request, state);
    if (form->copies_to_shared)
        tell_accesses(observer, here, form[1], MemoryRequest(state, destination_half(operation), form[1], state.active), state);
    return true;
}

} // namespace

bool execute_told(
    WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    if (operation.accesses_memory)
        return access_told(state, &body.memory_forms[operation.site], operation, handler, here, observer);
    const std::uint32_t member_row = body.member_rows[here.pc];
    if (member_row == kNoRow)
        return handler(state, operation);
    // The result may overwrite the masks.
    std::array<LaneMask, kMaxLanes> masks {};
    std::memcpy(masks.data(), state.registers + member_row, sizeof(masks));
    if (!handler(state, operation))
        return false;
    tell_meetings(observer, here, masks, state.active);
    return true;
}

Trap refusal_trap(const Block& block, const WarpState& state, std::uint32_t warp, std::uint32_t pc, LaneMask staying)
{
    const Operation& operation = block.body().operations[pc];
    if (block.body().member_rows[pc] != kNoRow)
        return invalid_mask_trap(block, { warp, state.refusal.lane, pc }, state.refusal, staying);
    const MemoryForm& form = block.body().memory_forms[operation.site];
    const MemoryRequest::Fault fault = form.copies_to_shared ? copy_fault(state, operation, form)
                                                             : MemoryRequest(state, operation, form, state.active).fault(state);
    return memory_trap(block, { warp, fault.lane, pc }, fault);
}

} // namespace warpstage::simt
