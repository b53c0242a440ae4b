// The numbers of a matrix that the lanes of a warp hold together.
#pragma once

#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

using Numbers = std::vector<double>; // of a matrix, row by row

// The bits in a row of registers with `bytes` bytes per lane.
[[nodiscard]] std::uint64_t register_value(const WarpState& state, std::uint32_t row, std::uint32_t bytes, unsigned lane);
[[nodiscard]] Numbers gathered_numbers(const WarpState& state, const MatrixFragment& fragment);
// Writes the registers of the active lanes; `saturates`: of integers, which otherwise wrap around.
void spread_numbers(WarpState& state, const MatrixFragment& fragment, const Numbers& numbers, bool saturates);

} // namespace warpstage::simt
