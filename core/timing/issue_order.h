// The recorded steps of a block in the order of the machine code.
#pragma once

#include "core/timing/block_stream.h"

namespace warpstage::timing {

// Reorders the steps of each warp, settles which loads are merged into wide ones, and merges stores that leave L1 together.
void put_in_issue_order(BlockStream& stream, const MachineCode& code, const arch::Traits& traits);

} // namespace warpstage::timing
