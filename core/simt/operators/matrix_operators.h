// What the instructions on matrices compute with many numbers at once, in each build of the hot files.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/instruction_set.h"
#include "core/simt/matrix/number_format.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::simt {

// A matrix in the registers of a warp, without containers, whose functions the builds would share.
struct RegisterNumbers {
    NumberFormat format = NumberFormat::f16;
    std::uint32_t count = 0; // numbers of the matrix
    // Of each number of the matrix, row by row: its register, the byte where the lane's part of the row begins, and the lowest
    // bit in the 32 bits there, as register << 16 | byte << 8 | bit.
    const std::uint32_t* places = nullptr;
    std::uint32_t register_count = 0;
    const std::uint32_t* registers = nullptr; // rows
    const std::uint32_t* cells = nullptr; // of each number in a register, of 32 lanes: its index in the matrix
};

// sum += a * b for matrices that lie row by row.
struct NumberProduct {
    std::size_t rows = 0; // of a
    std::size_t columns = 0; // of b
    std::size_t depth = 0; // columns of a
    const double* a = nullptr; // its rows are adjacent
    const double* b = nullptr;
    double* sum = nullptr;
    std::size_t width = 0; // numbers from one row to the next, of b and sum
    const std::uint32_t* rows_of_b = nullptr; // of each number of a: the row of b that it is multiplied with; null: its column
};

// A matrix in memory that a warp loads into registers or stores.
struct MemoryNumbers {
    std::uint32_t part_bits = 0; // 8 or more: a piece of a register that is adjacent in memory
    std::uint32_t register_bytes = 4;
    std::uint32_t register_count = 0;
    std::uint32_t distinct_registers = 0; // the others repeat them
    const std::uint32_t* registers = nullptr; // rows
    const std::uint32_t* lines = nullptr; // of each part of a register, of 32 lanes: the row or column of the matrix
    const std::uint32_t* bytes = nullptr; // and the first byte there
};

struct MatrixOperators {
    void (*gather)(const std::byte* registers, const RegisterNumbers& matrix, double* numbers);
    // Writes the registers of the active lanes; `saturates`: of integers, which otherwise wrap around.
    void (*spread)(std::byte* registers, const RegisterNumbers& matrix, LaneMask active, bool saturates, const double* numbers);
    // Products must be exact in double precision; each sum is formed in the order of a's columns.
    void (*multiply)(const NumberProduct& product);
    // `line_bytes`: from one line of the matrix to the next.
    void (*load)(std::byte* registers, const MemoryNumbers& matrix, const std::byte* memory, std::uint32_t line_bytes);
    void (*store)(const std::byte* registers, const MemoryNumbers& matrix, std::byte* memory, std::uint32_t line_bytes);
};

[[nodiscard]] const MatrixOperators& matrix_operators(InstructionSet set);

#define OPERATOR_SET(id, name, level)                                                                                            \
    namespace id {                                                                                                               \
    [[nodiscard]] const MatrixOperators& matrix_operators();                                                                     \
    }
#include "core/simt/operator_sets.inc"
#undef OPERATOR_SET

} // namespace warpstage::simt
