// One operation as both schedules execute it when somebody listens, and why it was not allowed.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>

namespace warpstage::simt {

// Executes the operation at here.pc for the active lanes and tells what they accessed and who met. False where it is not allowed.
[[nodiscard]] bool execute_observed(
    WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here, Observer& observer);

// Why the operation at `pc` returned false. `staying`: the lanes of the warp that run or will still run.
[[nodiscard]] Trap refusal_trap(
    const Block& block, const WarpState& state, std::uint32_t warp, std::uint32_t pc, LaneMask staying);

} // namespace warpstage::simt
