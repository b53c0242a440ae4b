#include "core/arch/row_counts.h"

#include <algorithm>
#include <bit>

namespace warpstage::arch {

bool counts_rows(const Traits& traits)
{
    return traits.global_rule == GlobalRule::sectors && traits.shared_rule == SharedRule::merging_phases
        && traits.shared_banks * traits.bank_bytes == kBytesOfBanks && traits.bank_bytes == kBytesOfBank
        && traits.capability.major > 1;
}

bool count_shared_row(const Traits& traits, SharedOperation operation, std::uint32_t bytes, bool atomic, const LaneRow& row,
    BankCount& count, KnownRow* known)
{
    return counts_rows(traits)
        && count_banks(
            row, { bytes, operation == SharedOperation::load, operation != SharedOperation::async_copy, atomic }, count, known);
}

// Each aligned access lies in one sector.
bool count_global_row(const Traits& traits, std::uint32_t bytes, const LaneRow& row, DistinctCount& count, KnownRow* known)
{
    return counts_rows(traits)
        && count_distinct(row, static_cast<unsigned>(std::countr_zero(traits.sector_bytes)), bytes, count, known);
}

bool count_constant_row(const Traits& traits, std::uint32_t bytes, const LaneRow& row, SplitCount& count)
{
    DistinctCount words;
    if (!counts_rows(traits) || !count_distinct(row, static_cast<unsigned>(std::countr_zero(std::max(bytes, 4U))), 1, words))
        return false;
    count = { words.units, 1 };
    return true;
}

bool count_local_row(std::uint32_t bytes, const LaneRow& row, SplitCount& count)
{
    const std::uint32_t words = std::max(bytes / 4, 1U); // of one lane: 1, 2 or 4
    const unsigned shift = static_cast<unsigned>(std::bit_width(words)) + 1; // from an address to the first of these words
    std::uint32_t sectors = 0; // of one word of each lane
    if (!count_distinct_of_groups(row, shift, sectors))
        return false;
    LaneMask any = row.lanes | row.lanes >> 4U; // bit 0 of each group of eight lanes: whether it has a lane
    any |= any >> 2U;
    any |= any >> 1U;
    count = { sectors * words, lane_count(any & 0x0101'0101U) * words };
    return true;
}

} // namespace warpstage::arch
