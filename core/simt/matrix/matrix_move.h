// ldmatrix, stmatrix and movmatrix: 8 x 8 matrices of 16-bit numbers, distributed over a warp as mma requires (PTX ISA,
// "Warp-level matrix load instruction: ldmatrix"). Lane 4 * r + i holds the numbers 2 * i and 2 * i + 1 of row r of each matrix
// in one register; transposed: of column r.
#pragma once

#include "core/simt/operation.h"

namespace warpstage::simt {

inline constexpr std::uint32_t kMatrixRows = 8;
inline constexpr std::uint32_t kMatrixRowBytes = 16;

// All lanes of the warp must execute these (".aligned"); else state.refusal lists the missing lanes.
[[nodiscard]] bool whole_warp_executes(WarpState& state);

// Lane 8 * m + r provides, in row a, the address of row r of matrix m in shared memory, to which `displacement` is added; its
// width is `element_bytes`. Row d has the registers of the first matrix, b, c and e of the others; `elements` of them.
bool load_matrices(WarpState& state, const Operation& operation);
bool load_transposed_matrices(WarpState& state, const Operation& operation);
bool store_matrices(WarpState& state, const Operation& operation);
bool store_transposed_matrices(WarpState& state, const Operation& operation);
// Stores the transpose of row a in row d.
bool transpose_matrix(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
