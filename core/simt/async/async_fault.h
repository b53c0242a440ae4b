// Traps of mbarrier objects and of bulk copies.
#pragma once

#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>

namespace warpstage::simt {

// Why the operation at `pc` was refused; nothing where state.refusal is of another kind.
[[nodiscard]] std::optional<Trap> async_trap(const Block& block, const WarpState& state, std::uint32_t warp, std::uint32_t pc);

} // namespace warpstage::simt
