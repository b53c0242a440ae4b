// The thread-value layouts of matrix instructions, by CuTe's names of atoms (CUTLASS, include/cute/atom/mma_traits_*.hpp and
// copy_traits_*.hpp): which element a value of a thread is. They are derived from the shape and the width of the elements
// (PTX ISA, 9.7.14.5 "Matrix fragments", 9.7.15.5 "Register fragments and shared memory matrix layouts"), and agree with those
// of CuTe in every atom of SM61 to SM90 (tests/fixtures/layout/atoms.txt).
#pragma once

#include "core/base/result.h"
#include "core/layout/layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::layout {

// Multiplies A (m x k) by B (k x n) and adds C (m x n). A layout maps (thread, value) to an element of the matrix, counted
// column-major: A as (m,k), B as (n,k), C as (m,n).
struct MmaAtom {
    std::string name; // "SM80_16x8x16_F32F16F16F32_TN"
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    Layout threads; // of the atom: the thread's number within the block of threads
    Layout a;
    Layout b;
    Layout c;
    std::optional<Layout> e; // metadata of a sparse A
    int a_bits = 0; // of one element
    int b_bits = 0;
    int c_bits = 0;
    bool a_in_shared = false; // every thread sees the whole matrix in shared memory
    bool b_in_shared = false;
};

// A layout maps (thread, value) to a bit, counted in the order of the copied data.
struct CopyAtom {
    std::string name; // "SM75_U32x4_LDSM_N"
    Layout threads;
    Layout source;
    Layout destination;
    Layout reference;
};

// By CuTe's name, or by the instruction of the PTX ISA: "mma.m16n8k16.f32.f16.f16.f32", "wgmma.m64n128k16.f32.f16.f16".
// Error: a sentence that names near alternatives.
[[nodiscard]] Result<MmaAtom> mma_atom(std::string_view name);
// By CuTe's name, or "ldmatrix.x4", "ldmatrix.trans.x2", "stmatrix.x1", "movmatrix.trans".
[[nodiscard]] Result<CopyAtom> copy_atom(std::string_view name);

// All names; those of wgmma stand for each width n with `N`: "SM90_64xNx16_F32F16F16_SS".
[[nodiscard]] std::vector<std::string> mma_atom_names();
[[nodiscard]] std::vector<std::string> copy_atom_names();

} // namespace warpstage::layout
