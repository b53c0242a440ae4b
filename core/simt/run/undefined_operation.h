// Operations with operands for which the PTX ISA defines no result: checks report them, other runs do what an H200 does.
#pragma once

#include "core/simt/operation.h"

#include <cstdint>

namespace warpstage::simt {

class Block;

// Executes the operation at `pc` that has been refused, for the lanes in state.active. False if it remains refused.
[[nodiscard]] bool execute_undefined(
    const Block& block, WarpState& state, std::uint32_t pc, const Operation& operation, Handler handler);

} // namespace warpstage::simt
