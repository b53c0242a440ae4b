// mma: a matrix that is distributed over the lanes of a warp (PTX ISA, "Matrix multiply-accumulate operation using mma
// instruction").
#pragma once

#include "core/ptx/type.h"
#include "core/simt/operation.h"

#include <array>
#include <cstdint>

namespace warpstage::simt {

// d = a * b + c with a of m x k, b of k x n and c and d of m x n numbers. Each lane holds some elements of each matrix in
// registers.
struct MatrixForm {
    std::uint32_t m = 0;
    std::uint32_t n = 0;
    std::uint32_t k = 0;
    ptx::Type factor = ptx::Type::f16; // of a and b: f16, bf16, tf32 or f64
    ptx::Type sum = ptx::Type::f32; // of c and d: f32, f16 or f64
    std::array<std::uint32_t, 4> a {}; // rows
    std::array<std::uint32_t, 4> b {};
    std::array<std::uint32_t, 4> c {};
    std::array<std::uint32_t, 4> d {};
};

// The number of registers of a lane that hold so many numbers.
[[nodiscard]] std::uint32_t matrix_registers(std::uint32_t numbers, ptx::Type type);
[[nodiscard]] std::uint32_t matrix_register_bytes(ptx::Type type);

// Handler of operations whose displacement is the address of a MatrixForm. Sums are computed in double precision and rounded
// once; a tensor core rounds in between, so only exact results agree with a GPU.
bool multiply_matrices(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
