#include "core/simt/run/undefined_operation.h"

#include "core/simt/memory/memory_access.h"
#include "core/simt/run/block.h"
#include "core/simt/run/warp_members.h"

#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

// Behind the constants of a module an H200 reads zeros, also far outside of the 64 KiB that constants can have.
bool load_zeros(const Block& block, WarpState& state, const Operation& operation, Handler handler)
{
    const MemoryForm& form = block.body().memory_forms[operation.site];
    const LaneMask all = state.active;
    LaneMask outside = 0;
    for_each_lane(all, [&](unsigned lane) {
        const auto fault = MemoryRequest(state, operation, form, LaneMask { 1 } << lane).find_fault(state);
        outside |= fault && fault->kind == TrapKind::out_of_bounds ? LaneMask { 1 } << lane : 0;
    });
    if (outside == 0)
        return false;
    const std::array<std::uint32_t, 4> rows { operation.d, operation.b, operation.c, operation.e };
    for_each_lane(outside, [&](unsigned lane) {
        for (std::size_t element = 0; element < form.elements; ++element)
            std::memset(state.registers + rows[element] + std::size_t { lane } * form.lane_bytes, 0, form.lane_bytes);
    });
    bool done = true;
    if (outside != all) {
        set_active(state, all & ~outside);
        done = handler(state, operation);
        set_active(state, all);
    }
    return done;
}

} // namespace

bool execute_undefined(const Block& block, WarpState& state, std::uint32_t pc, const Operation& operation, Handler handler)
{
    const ptx::Instruction* const instruction = block.program().listing().find(pc);
    if (instruction == nullptr)
        return false;
    using enum ptx::Opcode;
    if (instruction->opcode == ld && operation.accesses_memory)
        return instruction->has_modifier("const") && load_zeros(block, state, operation, handler);
    if (instruction->opcode == mbarrier && instruction->has_modifier("inval"))
        return state.refusal.kind == RefusalKind::barrier_not_initialized; // the object stays as it is
    return execute_despite_masks(state, operation, handler);
}

} // namespace warpstage::simt
