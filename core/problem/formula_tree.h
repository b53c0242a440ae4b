// A formula as it is kept: what formula_parser.cpp makes and formula.cpp evaluates.
#pragma once

#include "core/problem/formula.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::problem {

enum class FormulaOperator : std::uint8_t {
    number,
    name,
    element, // of the array `name`, with the index in `operands`
    sum, // of the array `name`
    choose, // c ? a : b
    either, // ||
    both, // &&
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    bit_or,
    bit_and,
    shift_left,
    shift_right,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    negate,
    invert, // !
    power,
    function, // of real numbers, called `name`
    absolute,
    minimum,
    maximum,
    to_float,
};

struct Formula::Node {
    FormulaOperator what = FormulaOperator::number;
    Number value; // of a number
    std::string name;
    double (*compute)(double, double) = nullptr; // of a function; the second is 0 where it has one argument
    std::vector<std::unique_ptr<const Node>> operands;
};

// What is said where nothing more can be said.
inline constexpr const char* kNoFormula = "take a number such as 1024, 2^20 or n*4";

// Errors: see Formula::parse().
[[nodiscard]] Result<std::unique_ptr<const Formula::Node>> parse_formula(std::string_view text);

} // namespace warpstage::problem
