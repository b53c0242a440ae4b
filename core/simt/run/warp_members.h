// Who takes part in an instruction that lanes of a warp execute together: each lane gives a mask of the members, itself among
// them (PTX ISA, 9.7.9.6, operand membermask). On hardware a lane waits for the other members; in lock step nobody can arrive
// later, so all members must be there. Those that have left the kernel are no members any more, as on hardware.
#pragma once

#include "core/simt/operation.h"

namespace warpstage::simt {

// Lanes that the warp does not have, or has no more, are ignored. False, with the reason in state.refusal, where a lane that
// executes is not in its own mask, a member does not execute, or a member gives another mask. `mask_row`: 32 bits a lane.
[[nodiscard]] bool members_agree(WarpState& state, std::uint32_t mask_row);

[[nodiscard]] LaneMask members_of(const WarpState& state, std::uint32_t mask_row, unsigned lane);

// bar.warp.sync: lanes run in lock step and see each other's writes at once, so there is nothing to do but to look at the masks
// in row e.
bool synchronize_warp(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
