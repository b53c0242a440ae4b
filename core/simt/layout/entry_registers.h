// The registers that a kernel may read before it has written them. They are zeroed when a block starts, so the result does not
// depend on the block that used the register file before; all others need no clearing.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/control_flow.h"

#include <vector>

namespace warpstage::simt {

struct RegisterUse {
    std::vector<ptx::RegisterId> reads;
    std::vector<ptx::RegisterId> writes; // by every active lane: a guarded instruction may write no lane
};

// `uses`: one per instruction of the function. The result is sorted.
[[nodiscard]] std::vector<ptx::RegisterId> live_at_entry(
    const ptx::ControlFlow& control_flow, const std::vector<RegisterUse>& uses, std::size_t register_count);

} // namespace warpstage::simt
