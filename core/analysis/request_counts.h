// Requests whose addresses are in a register of each lane, counted without copying them.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/base/lane_rows.h"
#include "core/simt/observer.h"

#include <cstdint>

namespace warpstage::analysis {

// The cost of so many equal requests, as add_access(). False: arch::counts_rows() is false, or the addresses are not suitable;
// nothing was added. `last`: of the same instruction, or null.
[[nodiscard]] bool add_row(InstructionReport& report, const ptx::Instruction& instruction, const simt::AddressRow& row,
    std::uint64_t count, const arch::Traits& traits, KnownRow* last);
// The same request with addresses of its own, and without values.
[[nodiscard]] simt::Access access_of(const simt::AddressRow& row);

} // namespace warpstage::analysis
