// mma, mma.sp and wmma.mma: the lanes of a warp hold matrices together and multiply them (PTX ISA, 9.7.14.4 to 9.7.14.6).
#pragma once

#include "core/simt/matrix/fragment.h"
#include "core/simt/operation.h"
#include "core/simt/operators/matrix_operators.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::simt {

// See RegisterNumbers.
struct FragmentPlaces {
    std::vector<std::uint32_t> places;
    std::vector<std::uint32_t> cells;
};

// What each lane has of one matrix, and where.
struct MatrixFragment {
    NumberFormat format = NumberFormat::f16;
    FragmentLayout layout;
    std::vector<std::uint32_t> registers; // rows
    std::shared_ptr<const FragmentPlaces> places {}; // fragments with one layout share them
};

[[nodiscard]] std::shared_ptr<const FragmentPlaces> find_places(const FragmentLayout& layout, NumberFormat format);

enum class MatrixProduct : std::uint8_t {
    multiply, // of bits: and
    exclusive_or, // of bits
};

// Half of each group of adjacent numbers in a row of a are zeros and are not stored; the metadata says which.
struct MatrixMetadata {
    std::uint32_t row = kNoRow; // 4 bytes per lane
    std::uint32_t first_lane = 0; // of each four lanes, where the metadata begins
};

// d = a * b + c with a of m x k, b of k x n, and c and d of m x n numbers.
struct MatrixForm {
    MatrixShape shape;
    std::uint32_t products = 1; // of separate matrices, laid out as group_fragment_layout() says
    MatrixProduct product = MatrixProduct::multiply;
    bool saturates = false; // .satfinite of integers; otherwise they wrap around
    MatrixFragment a;
    MatrixFragment b;
    MatrixFragment c;
    MatrixFragment d;
    std::optional<MatrixMetadata> metadata; // of a
    const MatrixOperators* operators = nullptr;
};

// How many lanes of each four give metadata for a product with a sparse matrix a (PTX ISA, 9.7.14.6.1 "Sparse matrix storage").
[[nodiscard]] std::uint32_t metadata_lanes(const MatrixShape& shape, NumberFormat format);

// Handler of operations whose displacement is the address of a MatrixForm. Results of integers are exact. Products of
// floating-point numbers are exact; sums are formed in double precision and rounded once. A tensor core rounds intermediate sums,
// so only exact results are equal on both. False where a lane of the warp that has not exited does not execute it: see
// state.refusal.
bool multiply_matrices(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
