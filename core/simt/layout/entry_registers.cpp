#include "core/simt/layout/entry_registers.h"

#include "core/ptx/type.h"

#include <algorithm>
#include <cstddef>

namespace warpstage::simt {

namespace {

using RegisterSet = std::vector<bool>;

// Walks the block backward from the registers that are live at its end.
RegisterSet live_before(const ptx::BasicBlock& block, const std::vector<RegisterUse>& uses, RegisterSet live)
{
    for (std::uint32_t pc = block.end; pc-- > block.first;) {
        for (const ptx::RegisterId id : uses[pc].writes)
            live[id] = false;
        for (const ptx::RegisterId id : uses[pc].reads)
            live[id] = true;
    }
    return live;
}

RegisterSet live_at_end(const ptx::BasicBlock& block, const std::vector<RegisterSet>& live, std::size_t register_count)
{
    RegisterSet at_end(register_count, false);
    for (const std::uint32_t successor : block.successors) {
        for (std::size_t id = 0; id < register_count; ++id) {
            if (live[successor][id])
                at_end[id] = true;
        }
    }
    return at_end;
}

// By block: the registers that are live at its start.
std::vector<RegisterSet> live_sets(
    const std::vector<ptx::BasicBlock>& blocks, const std::vector<RegisterUse>& uses, std::size_t register_count)
{
    std::vector<RegisterSet> live(blocks.size(), RegisterSet(register_count, false));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t index = blocks.size(); index-- > 0;) {
            RegisterSet at_start = live_before(blocks[index], uses, live_at_end(blocks[index], live, register_count));
            if (at_start != live[index]) {
                live[index] = std::move(at_start);
                changed = true;
            }
        }
    }
    return live;
}

} // namespace

std::vector<ptx::RegisterId> live_at_entry(
    const ptx::ControlFlow& control_flow, const std::vector<RegisterUse>& uses, std::size_t register_count)
{
    const std::vector<ptx::BasicBlock>& blocks = control_flow.blocks();
    const std::vector<RegisterSet> live = live_sets(blocks, uses, register_count);
    std::vector<ptx::RegisterId> result;
    if (!blocks.empty()) {
        for (std::size_t id = 0; id < register_count; ++id) {
            if (live[0][id])
                result.push_back(static_cast<ptx::RegisterId>(id));
        }
    }
    return result;
}

std::uint64_t stack_bytes_of(
    const ptx::Function& function, const ptx::ControlFlow& control_flow, const std::vector<RegisterUse>& uses)
{
    constexpr std::uint64_t kAlignment = 8;
    constexpr std::uint64_t kReturnAddress = 8; // bytes
    constexpr std::uint64_t kCalleeSaved = 4; // one more register, as in the frames that ptxas 13.0 reports for sm_90
    std::uint64_t variables = 0;
    for (const ptx::Variable& variable : function.variables)
        variables += variable.space == ptx::StateSpace::local ? (variable.size + kAlignment - 1) / kAlignment * kAlignment : 0;

    const std::size_t count = function.registers.size();
    const std::vector<ptx::BasicBlock>& blocks = control_flow.blocks();
    const std::vector<RegisterSet> live = live_sets(blocks, uses, count);
    std::uint64_t saved = 0; // of the call with the most
    for (const ptx::BasicBlock& block : blocks) {
        RegisterSet at = live_at_end(block, live, count);
        for (std::uint32_t pc = block.end; pc-- > block.first;) {
            for (const ptx::RegisterId id : uses[pc].writes)
                at[id] = false;
            if (function.instructions[pc].opcode == ptx::Opcode::call) {
                std::uint64_t bytes = 0;
                for (std::size_t id = 0; id < count; ++id)
                    bytes += at[id] ? ptx::size_of(function.registers[id].type) : 0;
                saved = std::max(saved, bytes);
            }
            for (const ptx::RegisterId id : uses[pc].reads)
                at[id] = true;
        }
    }
    return variables + (kReturnAddress + kCalleeSaved + saved + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace warpstage::simt
