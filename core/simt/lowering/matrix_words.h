// What mma, mma.sp and wmma have in common: the words of the instruction, which shapes and formats exist, and the registers of a
// fragment (PTX ISA, 9.7.14.1 "Matrix shape" and 9.7.14.2 "Matrix data-types").
#pragma once

#include "core/simt/lowering/lowering.h"
#include "core/simt/matrix/matrix_multiply.h"

#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::simt {

// The words of an instruction after its opcode, types included. Only words of one kind have an order: as ptxas, it accepts the
// kinds in any order.
class WordReader {
public:
    explicit WordReader(const ptx::Instruction& instruction);

    // Whether this word is left; then it is taken.
    bool accept(std::string_view word);
    // The first word of its kind that is left; false without one.
    bool take_order(bool& by_rows); // "row" or "col"
    bool take_shape(MatrixShape& shape); // "m16n8k16"
    bool take_format(NumberFormat& format);
    [[nodiscard]] bool at_end() const { return m_words.empty(); }

private:
    std::vector<std::string_view> m_words;
};

// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
[[nodiscard]] std::string_view mnemonic_of(const ptx::Instruction& instruction);

enum class MatrixFamily : std::uint8_t { mma, sparse_mma, wmma };

// Whether the family has the shape for factors of this format.
[[nodiscard]] bool has_shape(MatrixFamily family, const MatrixShape& shape, NumberFormat factor);
[[nodiscard]] bool can_multiply(NumberFormat a, NumberFormat b);
[[nodiscard]] bool can_sum(NumberFormat factor, NumberFormat sum);
// Whether wmma has sums of this shape and format.
[[nodiscard]] bool has_sum(const MatrixShape& shape, NumberFormat sum);
// Factors of 4 bits and of 1 bit: a is row-major, b is column-major.
[[nodiscard]] bool has_fixed_order(NumberFormat factor);

// Fills the fragment's registers from an operand, "{%r1, %r2}" or "%r1"; rejects a wrong number of them with a message. `name`:
// of the matrix, for the message.
Supported take_registers(Lowering& lowering, const ptx::Instruction& instruction, std::size_t operand, std::string_view name,
    bool written, MatrixFragment& fragment);

// Every lane of the warp participates.
void meet_whole_warp(Lowering& lowering);

// wmma.mma; the words up to that one are taken.
Supported lower_wmma_product(Lowering& lowering, const ptx::Instruction& instruction, WordReader& words, Operation& operation);

} // namespace warpstage::simt
