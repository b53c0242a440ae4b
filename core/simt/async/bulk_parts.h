// What bulk copies and tensor copies have in common: operands, the barrier that counts bytes, and reductions.
#pragma once

#include "core/simt/async/bulk_form.h"
#include "core/simt/operation.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpstage::simt {

[[nodiscard]] std::uint64_t bulk_address(const WarpState& state, const BulkAddress& operand, unsigned lane);

// The same offset in the shared memory of the block with this rank.
[[nodiscard]] std::uint64_t address_in_block(std::uint64_t address, std::uint32_t rank);

// complete-tx on the mbarrier object at `address`. Row `d` of the operation: 8 bytes per lane for its word before. It may precede
// the copy: no other thread runs in between.
[[nodiscard]] RefusalKind complete_bytes(
    WarpState& state, const Operation& operation, std::uint64_t address, unsigned lane, std::uint64_t bytes);

// Combines elements of `element_bytes` with those at generic addresses, by the handler of a generic atom: as many at once as a
// warp has lanes. False where one may not be accessed.
[[nodiscard]] bool reduce_elements(WarpState& state, std::uint32_t site, Handler reduction, std::uint32_t element_bytes,
    std::span<const std::uint64_t> addresses, const std::byte* values);

} // namespace warpstage::simt
