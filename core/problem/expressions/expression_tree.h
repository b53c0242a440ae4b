// A parsed expression: built by expression_parser.cpp, evaluated by evaluation.cpp.
#pragma once

#include "core/problem/expressions/expression.h"

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// A Number in two registers, because millions are computed for one access pattern. Kind none: an error occurred.
struct ExpressionValue {
    enum class Kind : std::uint8_t { none, integer, real };

    std::int64_t bits = 0; // the integer, or the bits of the double
    Kind kind = Kind::none;

    static ExpressionValue of(std::int64_t integer) { return { integer, Kind::integer }; }
    static ExpressionValue of(double real) { return { std::bit_cast<std::int64_t>(real), Kind::real }; }
    static ExpressionValue of(const Number& number)
    {
        return std::visit([](auto value) { return of(value); }, number);
    }

    explicit operator bool() const { return kind != Kind::none; }
    [[nodiscard]] bool is_integer() const { return kind == Kind::integer; }
    [[nodiscard]] double real() const { return is_integer() ? static_cast<double>(bits) : std::bit_cast<double>(bits); }
    [[nodiscard]] bool truth() const { return is_integer() ? bits != 0 : real() != 0.0; }
    [[nodiscard]] Number number() const { return is_integer() ? Number { bits } : Number { real() }; }
};

enum class ExpressionOperator : std::uint8_t {
    number,
    name,
    element, // of an array
    sum, // of an array
    negate,
    complement, // ~
    logical_not,
    absolute,
    to_float,
    function, // of a real number
    binary, // see BinaryOperator
    logical_and,
    logical_or,
    conditional,
};

enum class BinaryOperator : std::uint8_t {
    multiply,
    divide,
    remainder,
    add,
    subtract,
    shift_left,
    shift_right,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    bit_and,
    bit_xor,
    bit_or,
    power,
    minimum,
    maximum,
};

struct ExpressionNode {
    ExpressionOperator operation = ExpressionOperator::number;
    BinaryOperator binary = BinaryOperator::multiply;
    std::uint32_t position = 0; // of the operator in the text
    std::uint32_t name = 0; // of a name: index into `numbers`; of an element or a sum: into `arrays`
    std::array<std::uint32_t, 3> operands {}; // indices of nodes
    ExpressionValue value {}; // of a number
    double (*compute)(double) = nullptr; // of a function
};

struct ExpressionTree {
    struct Name {
        std::string text;
        std::uint32_t position = 0; // of its first use
    };

    std::vector<ExpressionNode> nodes;
    std::uint32_t root = 0;
    std::vector<Name> numbers;
    std::vector<Name> arrays;
};

// Used where a power was probably intended.
inline constexpr std::string_view kNoPower =
    "`^` is the bitwise XOR operator, as in C. Use `pow(a, b)` for a power, or `1 << n` for a power of two.";

// Errors: see Expression::parse().
[[nodiscard]] Result<ExpressionTree> parse_expression(std::string_view text, Expression::Caret caret);

} // namespace warpstage::problem
