// What an instruction does to floating-point values: where its operands lie, and the function of real numbers that it rounds.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/operation.h"
#include "core/simt/rounding/float_format.h"

#include <array>
#include <cstdint>
#include <optional>

namespace warpstage::simt {

enum class FloatFunction : std::uint8_t {
    add,
    subtract,
    multiply,
    fused, // a * b + c
    divide,
    reciprocal,
    root,
    reciprocal_root,
    power_of_two,
    binary_logarithm,
    sine,
    cosine,
    hyperbolic_tangent,
    negate,
    absolute,
    minimum,
    maximum,
    convert, // to another format
    whole, // to an integral number, which is a decision as a branch is: the run in double follows it
    from_integer,
};

// The values of one lane in a register row.
struct FloatOperand {
    std::uint32_t row = kNoRow;
    std::uint8_t lane_bytes = 4;
    std::uint8_t part_bytes = 0; // between the two values of a pair; 0: both parts read the same value
    bool negated = false; // the operation reads minus the value

    [[nodiscard]] const std::byte* place(const WarpState& state, unsigned lane, unsigned part) const
    {
        return state.registers + row + std::size_t { lane } * lane_bytes + std::size_t { part } * part_bytes;
    }
};

struct FloatOperation {
    FloatFunction function = FloatFunction::add;
    FloatFormat format = FloatFormat::f32; // of the result
    FloatFormat source_format = FloatFormat::f32;
    ptx::Type integer = ptx::Type::s32; // from_integer: the type of the operand
    std::uint8_t sources = 0;
    std::uint8_t parts = 1; // 2: of a pair
    bool saturates = false; // to 0 … 1
    bool rectifies = false; // .relu
    bool swaps = false; // cvt of two values: the first operand becomes the upper part
    FloatOperand d;
    std::array<FloatOperand, 3> operands {};
};

// Nothing: it computes no floating-point value, or one that is not followed. `function`: whose registers the instruction names.
[[nodiscard]] std::optional<FloatOperation> float_operation_of(
    const ptx::Function& function, const ptx::Instruction& instruction, const Operation& operation);

// Of real numbers, evaluated in double.
[[nodiscard]] double apply_in_double(FloatFunction function, const std::array<double, 3>& x);

// An operand, in the program and in the run in double.
struct TracedOperand {
    double actual = 0.0;
    double exact = 0.0;
    double drift = 0.0; // error of `exact` itself, to first order
    const double* origins = nullptr; // of its error; null: it has none

    [[nodiscard]] double error() const { return actual - exact; }
};

// One result, before its rounding in the program.
struct ExactResult {
    double of_actual = 0.0; // the function of the program's operands
    double exact = 0.0; // of those of the run in double
    double drift = 0.0;
    std::array<double, 3> weights {}; // of the errors of the values in the registers: their sum is of_actual - exact
};
// `operands`: as the operation reads them.
[[nodiscard]] ExactResult exact_result(const FloatOperation& operation, const std::array<TracedOperand, 3>& operands);

} // namespace warpstage::simt
