// The operands of a bulk copy (PTX ISA, 9.7.9.25.4 and 9.7.9.25.5 "cp.async.bulk", "cp.reduce.async.bulk"), and of st.async and
// red.async, which do the same with values in registers (9.7.9.12 and 9.7.13.17).
#pragma once

#include "core/ptx/type.h"
#include "core/simt/operation.h"

#include <array>
#include <cstdint>

namespace warpstage::simt {

struct BulkAddress {
    std::uint32_t row = kNoRow; // kNoRow: there is no such operand
    std::uint8_t row_bytes = 8; // per lane
    ptx::StateSpace space = ptx::StateSpace::global; // global or shared
    std::int64_t displacement = 0; // bytes
};

struct BulkForm {
    BulkAddress source; // none: `values`
    BulkAddress destination; // none: a prefetch
    BulkAddress barrier; // the mbarrier object whose tx-count gets complete-tx
    std::uint32_t size = kNoRow; // bytes, 4 per lane; none with `values`
    std::array<std::uint32_t, 4> values { kNoRow, kNoRow, kNoRow, kNoRow };
    std::uint8_t elements = 0; // of `values`
    std::uint32_t blocks = kNoRow; // .multicast::cluster: a mask of ranks, 2 bytes per lane
    std::uint32_t byte_mask = kNoRow; // .cp_mask: which of each 16 bytes are written; 2 bytes per lane
    Handler reduction = nullptr; // cp.reduce: the generic atom of one element; null: a copy
    std::uint8_t element_bytes = 0; // of a reduction and of `values`

    [[nodiscard]] bool has_values() const { return elements != 0; }
};

// Addresses and sizes are multiples of it.
inline constexpr std::uint64_t kBulkBytes = 16;

} // namespace warpstage::simt
