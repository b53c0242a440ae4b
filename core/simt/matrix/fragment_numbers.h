// The numbers of a matrix that the lanes of a warp hold together.
#pragma once

#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/operation.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::simt {

using Numbers = std::vector<double>; // of a matrix, row by row

// The bits in a row of registers with `bytes` bytes per lane.
[[nodiscard]] std::uint64_t register_value(const WarpState& state, std::uint32_t row, std::uint32_t bytes, unsigned lane);
// The largest matrix in the registers of a warp: a of mma.m16n8k256, and 16 x 256 sums of wgmma.
inline constexpr std::size_t kMaxMatrixNumbers = 4096;
using MatrixNumbers = std::array<double, kMaxMatrixNumbers>;

// Lanes without a thread have whatever lies in their registers, as on a GPU.
void gather_numbers(
    const WarpState& state, const MatrixOperators& operators, const MatrixFragment& fragment, std::span<double> numbers);
[[nodiscard]] Numbers gathered_numbers(const WarpState& state, const MatrixOperators& operators, const MatrixFragment& fragment);
// Writes the registers of the active lanes; `saturates`: of integers, which otherwise wrap around.
void spread_numbers(WarpState& state, const MatrixOperators& operators, const MatrixFragment& fragment,
    std::span<const double> numbers, bool saturates);

} // namespace warpstage::simt
