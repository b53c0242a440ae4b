// The cost of one warp request whose addresses are in a register of each lane, by the rules from CC 5.0 on:
// shared/shared_banks.h, global/coalescing.h and constant_local.h explain them.
#pragma once

#include "core/arch/constant_local.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/base/lane_rows.h"

#include <bit>
#include <cstdint>

namespace warpstage::arch {

// Whether all of these functions know the rules of the compute capability.
[[nodiscard]] bool counts_rows(const Traits& traits);

// False: see counts_rows(), or the addresses are not suitable; the count is not valid. `known`: as for count_banks().

// count.phases is the ideal; atomic: count.same_address is of interest.
[[nodiscard]] bool count_shared_row(const Traits& traits, SharedOperation operation, std::uint32_t bytes, bool atomic,
    const LaneRow& row, BankCount& count, KnownRow* known);
// count.units are sectors and transactions.
[[nodiscard]] bool count_global_row(
    const Traits& traits, std::uint32_t bytes, const LaneRow& row, DistinctCount& count, KnownRow* known);
// GlobalCount::ideal of so many distinct elements.
[[nodiscard]] inline std::uint32_t ideal_sectors(const Traits& traits, std::uint32_t bytes, std::uint32_t elements)
{
    return (elements * bytes + traits.sector_bytes - 1) >> std::countr_zero(traits.sector_bytes);
}
[[nodiscard]] bool count_constant_row(const Traits& traits, std::uint32_t bytes, const LaneRow& row, SplitCount& count);
[[nodiscard]] bool count_local_row(std::uint32_t bytes, const LaneRow& row, SplitCount& count);

} // namespace warpstage::arch
