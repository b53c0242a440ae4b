// Which numbers of a matrix a lane holds in its registers. The PTX ISA specifies it for mma (9.7.14.5, "Matrix fragments") but
// not for wmma; that layout is the one of compute capability 8.0 to 9.0 (read from machine code with nvdisasm).
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/matrix/number_format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

enum class MatrixRole : std::uint8_t {
    a,
    b,
    sum, // c and d
};

struct MatrixShape {
    std::uint32_t m = 0;
    std::uint32_t n = 0;
    std::uint32_t k = 0;

    bool operator==(const MatrixShape&) const = default;
};

// A number's place in its matrix.
struct MatrixCell {
    std::uint8_t row = 0;
    std::uint8_t column = 0;

    bool operator==(const MatrixCell&) const = default;
};

struct FragmentLayout {
    std::uint32_t rows = 0; // of the matrix
    std::uint32_t columns = 0;
    std::array<MatrixCell, kMaxLanes> lanes {}; // where the lane's number 0 is
    std::vector<MatrixCell> numbers; // what is added for the lane's other numbers, in the order of its registers
    std::uint32_t distinct = 0; // number of different numbers, which come first; the others repeat them

    [[nodiscard]] MatrixCell at(unsigned lane, std::uint32_t number) const
    {
        const MatrixCell& first = lanes[lane];
        const MatrixCell& step = numbers[number];
        return { static_cast<std::uint8_t>(first.row + step.row), static_cast<std::uint8_t>(first.column + step.column) };
    }
    // Where a cell is in a matrix that is stored row by row. A sum of cells is at the sum of their places.
    [[nodiscard]] std::size_t place_of(const MatrixCell& cell) const { return std::size_t { cell.row } * columns + cell.column; }

    bool operator==(const FragmentLayout&) const = default;
};

// Of mma, mma.sp and wmma: a is m x k, b is k x n, and sums are m x n; of mma.sp k is half as large for a.
[[nodiscard]] FragmentLayout fragment_layout(const MatrixShape& shape, MatrixRole role, NumberFormat format);

// Of wmma: for f16 a lane always has 16 numbers of a and of b; where the matrix is smaller they are repeated.
[[nodiscard]] FragmentLayout wmma_fragment_layout(const MatrixShape& shape, MatrixRole role, NumberFormat format);

// mma.m8n8k4 of f16: four groups of eight lanes multiply separate matrices. The layout is that of one matrix with the four
// below each other (a), side by side (b) or along the diagonal (sums). `by_rows`: of a and b, the order that the instruction
// names.
inline constexpr std::uint32_t kGroupProducts = 4;
[[nodiscard]] FragmentLayout group_fragment_layout(MatrixRole role, NumberFormat format, bool by_rows);

} // namespace warpstage::simt
