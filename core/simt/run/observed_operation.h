// One observed operation, as both schedules execute it, and the reason if it is not allowed.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"
#include "core/simt/run/block.h"
#include "core/simt/summing_observer.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>

namespace warpstage::simt {

// Executes the operation at here.pc for the active lanes and reports accesses and synchronization. False if it is not allowed.
[[nodiscard]] bool execute_observed(
    WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here, Observer& observer);

// The same for an operation that accesses memory and an observer of sums: only its requests are reported.
[[nodiscard]] bool access_summed(WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler,
    const Step& here, SummingObserver& observer);

// The addresses of an access, without values and lanes. Nothing: the registers of the address do not tell them.
[[nodiscard]] std::optional<AddressRow> address_row(const MemoryForm& form, const Operation& operation);
// As access_summed() for such an access that machine code has not counted, with its counters.
[[nodiscard]] bool access_counted(WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler,
    const Step& here, SummingObserver& observer, jit::RequestCounters& counters);

// The reason why the operation at `pc` returned false. `staying`: the lanes of the warp that have not exited.
[[nodiscard]] Trap refusal_trap(const Block& block, WarpState& state, std::uint32_t warp, std::uint32_t pc, LaneMask staying);

} // namespace warpstage::simt
