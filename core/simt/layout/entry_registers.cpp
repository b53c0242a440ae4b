#include "core/simt/layout/entry_registers.h"

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

} // namespace

std::vector<ptx::RegisterId> live_at_entry(
    const ptx::ControlFlow& control_flow, const std::vector<RegisterUse>& uses, std::size_t register_count)
{
    const std::vector<ptx::BasicBlock>& blocks = control_flow.blocks();
    std::vector<RegisterSet> live(blocks.size(), RegisterSet(register_count, false));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t index = blocks.size(); index-- > 0;) {
            RegisterSet at_end(register_count, false);
            for (const std::uint32_t successor : blocks[index].successors) {
                for (std::size_t id = 0; id < register_count; ++id) {
                    if (live[successor][id])
                        at_end[id] = true;
                }
            }
            RegisterSet at_start = live_before(blocks[index], uses, std::move(at_end));
            if (at_start != live[index]) {
                live[index] = std::move(at_start);
                changed = true;
            }
        }
    }

    std::vector<ptx::RegisterId> result;
    if (!blocks.empty()) {
        for (std::size_t id = 0; id < register_count; ++id) {
            if (live[0][id])
                result.push_back(static_cast<ptx::RegisterId>(id));
        }
    }
    return result;
}

} // namespace warpstage::simt
