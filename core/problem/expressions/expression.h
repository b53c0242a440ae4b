// The expressions of lessons, access patterns and command lines: "n / block", "tid ^ (tid>>3)", "sin(x[i])". Parsed once,
// evaluated repeatedly.
//
//   c ? a : b   ||   &&   |   ^   &   == !=   < <= > >=   << >>   + -   * / %   -a ~a !a   f(a, b)   x[i]   (a)
//
// C's operators with C's precedence and meaning: ^ is the exclusive or, the power is pow(a, b). Integers have 64 bits and are
// exact: an overflow is an error. Integer operands yield an integer (7 / 2 is 3), a real operand yields a real number (7 / 2.0
// is 3.5); comparisons and logical operators yield 1 or 0. ?:, && and || evaluate only the operands that they need. Bitwise
// and shift operators require integers. Literals: 33, 0x1f, 1e6 (an integer), 0.5, 1e-3. Functions: abs, min, max, pow (of
// integers, the exponent not negative: exact); floor, ceil, round, sqrt, rsqrt, exp, exp2, log, log2, sin, cos, tan (real);
// float(a): a rounded to single precision; sum(x) over an array.
#pragma once

#include "core/base/result.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::problem {

using Number = std::variant<std::int64_t, double>;

[[nodiscard]] double real_of(const Number& number);
// "3", "0.5".
[[nodiscard]] std::string text_of(const Number& number);

// Values of an expression's names.
struct Scope {
    struct Array {
        std::span<const std::byte> bytes; // empty: `count` zeros
        ptx::Type type = ptx::Type::f32;
        std::size_t count = 0;
    };
    std::map<std::string, Number, std::less<>> numbers;
    std::map<std::string, Array, std::less<>> arrays;
};

struct ExpressionTree;

// Errors of all functions: a sentence, then the text with a caret below the position.
class Expression {
public:
    // Meaning of ^ next to a decimal literal. In lessons and on command lines ^ used to be the power: a text that looks like one
    // ("2^20", "n ^ 2") is an error there, and the constant of an exclusive or must be hexadecimal. Access patterns always used
    // C's meaning.
    enum class Caret : std::uint8_t { may_mean_power, exclusive_or };

    [[nodiscard]] static Result<Expression> parse(std::string_view text, Caret caret = Caret::may_mean_power);

    [[nodiscard]] const std::string& text() const { return m_text; }

    // Errors: the first name that is not in `known`, with a similar one.
    [[nodiscard]] Result<void> check_names(const std::vector<std::string>& known) const;

    // Errors: an unknown name, a division by zero, an overflow, an array index out of range, a real number where an integer is
    // required.
    [[nodiscard]] Result<Number> evaluate(const Scope& scope) const;
    [[nodiscard]] Result<std::int64_t> integer(const Scope& scope) const;

private:
    friend class Evaluation;

    std::string m_text;
    std::shared_ptr<const ExpressionTree> m_tree;
};

// Integer values of names.
using Names = std::map<std::string, std::int64_t, std::less<>>;

[[nodiscard]] Names integers_of(const Scope& scope);

// A number as accepted by problem::parse_integer ("20480", "2^22", "1e6"), or an expression with an integer value. Errors: see
// Expression.
[[nodiscard]] Result<std::int64_t> evaluate(std::string_view text, const Names& names);

// Letters, digits and underscores, not starting with a digit.
[[nodiscard]] bool is_name(std::string_view text);

// `sentence`, the text on a separate line, and a caret below the character at `position`; unprintable characters become question
// marks.
[[nodiscard]] Error error_at(std::string_view sentence, std::string_view text, std::size_t position);

} // namespace warpstage::problem
