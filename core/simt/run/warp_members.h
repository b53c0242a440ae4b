// The participants of a collective instruction of a warp: each lane passes a mask of the members, including itself (PTX ISA,
// 9.7.9.6, operand membermask). A lane waits for the other members. Exited lanes are no longer members, as on hardware.
#pragma once

#include "core/simt/operation.h"

namespace warpstage::simt {

// Lanes that do not exist or have exited are ignored. False, with the reason in state.refusal, if an executing lane is not in its
// own mask, a member does not execute, or a member passes a different mask. `mask_row`: 32 bits per lane.
[[nodiscard]] bool members_agree(WarpState& state, std::uint32_t mask_row);

[[nodiscard]] LaneMask members_of(const WarpState& state, std::uint32_t mask_row, unsigned lane);

// Executes a collective that has been refused because a lane is not in its own mask or masks differ: undefined by the PTX ISA; as
// on a GPU, the lanes that are there take part. False if it was refused for another reason, and for bar.warp.sync of some lanes
// of the warp.
[[nodiscard]] bool execute_despite_masks(WarpState& state, const Operation& operation, Handler handler);

// bar.warp.sync: lanes run in lock step and see each other's writes at once, so it only checks the masks in row e.
bool synchronize_warp(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
