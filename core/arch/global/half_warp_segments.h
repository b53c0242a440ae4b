// The transactions of a half-warp on CC 1.x, where there is no cache for global memory.
#pragma once

#include "core/arch/global/coalescing.h"

#include <array>
#include <cstddef>

namespace warpstage::arch {

// At most one transaction a lane.
class HalfWarpTransactions {
public:
    void add(const Transaction& transaction) { m_transactions[m_count++] = transaction; }

    [[nodiscard]] const Transaction* begin() const { return m_transactions.data(); }
    [[nodiscard]] const Transaction* end() const { return m_transactions.data() + m_count; }

private:
    std::array<Transaction, 16> m_transactions {};
    std::size_t m_count = 0;
};

// CC 1.0 and 1.1: lane k takes word k of an aligned segment, or every lane pays for itself. `lanes`: the active ones of a
// half-warp.
[[nodiscard]] HalfWarpTransactions words_in_order(const GlobalRequest& request, LaneMask lanes);

// CC 1.2 and 1.3: the segment of the lowest lane serves all whose words lie in it and shrinks to the half that is used; and so
// on.
[[nodiscard]] HalfWarpTransactions shrinking_segments(const GlobalRequest& request, LaneMask lanes);

} // namespace warpstage::arch
