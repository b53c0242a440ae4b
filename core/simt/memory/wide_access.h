// Values of 128 bits: ld, st, atom.exch and atom.cas of .b128, and mov to and from two registers of 64 bits (PTX ISA, 9.7.9.8,
// 9.7.9.11, 9.7.13.15 and 9.7.9.1). Rows have 16 bytes per lane.
#pragma once

#include "core/simt/operation.h"

#include <cstdint>

namespace warpstage::simt {

inline constexpr std::uint32_t kWideBytes = 16;

// Handlers. Rows: a: the address, element_bytes wide, to which `displacement` is added; e: its ptx::StateSpace; d: the value
// loaded or the one before an atomic operation; b: the value to store, to exchange or to compare with; c: the new value of cas.
bool load_wide(WarpState& state, const Operation& operation);
bool store_wide(WarpState& state, const Operation& operation);
bool exchange_wide(WarpState& state, const Operation& operation);
bool compare_swap_wide(WarpState& state, const Operation& operation);

// Rows: d, the 128-bit value, from a and b, its lower and upper half; d and b, the halves, from a; d from a.
bool pack_wide(WarpState& state, const Operation& operation);
bool unpack_wide(WarpState& state, const Operation& operation);
bool move_wide(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
