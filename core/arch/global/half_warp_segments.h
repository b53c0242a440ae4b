// The transactions of a half-warp on CC 1.x, which has no cache for global memory.
#pragma once

#include "core/arch/global/coalescing.h"

#include <array>
#include <cstddef>

namespace warpstage::arch {

// At most one transaction per lane.
class HalfWarpTransactions {
public:
    void add(const Transaction& transaction) { m_transactions[m_count++] = transaction; }

    [[nodiscard]] const Transaction* begin() const { return m_transactions.data(); }
    [[nodiscard]] const Transaction* end() const { return m_transactions.data() + m_count; }

private:
    std::array<Transaction, 16> m_transactions {};
    std::size_t m_count = 0;
};

// CC 1.0 and 1.1: if lane k does not access word k of an aligned segment, each lane gets its own transaction. `lanes`: the active
// lanes of a half-warp.
[[nodiscard]] HalfWarpTransactions words_in_order(const GlobalRequest& request, LaneMask lanes);

// CC 1.2 and 1.3: the segment of the lowest lane serves all lanes whose words are in it and shrinks to the used half; this
// repeats for the remaining lanes.
[[nodiscard]] HalfWarpTransactions shrinking_segments(const GlobalRequest& request, LaneMask lanes);

} // namespace warpstage::arch
