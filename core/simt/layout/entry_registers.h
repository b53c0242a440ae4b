// Which registers are live. Those that a kernel may read before it has written them are zeroed when a block starts, so the result
// does not depend on the block that used the register file before; all others need no clearing.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/control_flow.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct RegisterUse {
    std::vector<ptx::RegisterId> reads;
    std::vector<ptx::RegisterId> writes; // by every active lane: a guarded instruction may write no lane
};

// `uses`: one per instruction of the function. The result is sorted.
[[nodiscard]] std::vector<ptx::RegisterId> live_at_entry(
    const ptx::ControlFlow& control_flow, const std::vector<RegisterUse>& uses, std::size_t register_count);

// Bytes that a recursive call of the function takes of a GPU's stack, estimated: its local variables, a return address and the
// registers that are live across one of its calls.
[[nodiscard]] std::uint64_t stack_bytes_of(
    const ptx::Function& function, const ptx::ControlFlow& control_flow, const std::vector<RegisterUse>& uses);

} // namespace warpstage::simt
