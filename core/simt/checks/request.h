// The addresses of the most frequent memory operations, for checks of every access. MemoryRequest describes all of them, but
// takes several times as long as the operation itself.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"

namespace warpstage::simt {

// Fills in everything but the values for the active lanes; before the operation, because a load may overwrite its address. False
// if the lanes access several spaces or the operation has no address per lane.
[[nodiscard]] bool find_addresses(const WarpState& state, const Operation& operation, const MemoryForm& form, Access& access);
// Fills in what a store has written.
void read_stored_values(const WarpState& state, const Operation& operation, const MemoryForm& form, Access& access);

} // namespace warpstage::simt
