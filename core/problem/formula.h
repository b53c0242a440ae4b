// Formulas of lessons and command lines: "n / block", "stride < n", "sin(x[i])". Read once, evaluated as often as one likes.
//
//   c ? a : b   ||   &&   == !=   < <= > >=   |   &   << >>   + -   * / %   -a !a   a^b   f(a, b)   x[i]   (a)
//
// Operators bind as in C, except that ^ is the power and binds most tightly. What is made of whole numbers is whole (7 / 2 is 3),
// in 64 bits and never around the corner; what a real number goes into is real. A literal with a point is real (7 / 2.0 is 3.5).
// Comparisons are 1 or 0. Functions: abs, min, max, floor, ceil, round, sqrt, rsqrt, exp, exp2, log, log2, sin, cos, tan, pow;
// sum(x), over an array; float(a): the value rounded to single precision.
#pragma once

#include "core/base/result.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace warpstage::problem {

using Number = std::variant<std::int64_t, double>;

[[nodiscard]] double real_of(const Number& number);
// "3", "0.5".
[[nodiscard]] std::string text_of(const Number& number);

// What the names in a formula stand for.
struct Scope {
    struct Array {
        std::span<const std::byte> bytes; // empty: `count` zeros
        ptx::Type type = ptx::Type::f32;
        std::size_t count = 0;
    };
    std::map<std::string, Number, std::less<>> numbers;
    std::map<std::string, Array, std::less<>> arrays;
    mutable std::map<std::string, Number, std::less<>> sums {}; // that a formula has asked for already
};

class Formula {
public:
    // Errors: no formula; the sentence says what is wrong and leaves it to the caller to quote the text.
    [[nodiscard]] static Result<Formula> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return m_text; }

    // Errors, likewise: an unknown name (with those that there are), a division by zero, a whole number beyond 64 bits, an
    // element that an array does not have, a real number where only a whole one will do.
    [[nodiscard]] Result<Number> evaluate(const Scope& scope) const;
    [[nodiscard]] Result<std::int64_t> whole(const Scope& scope) const;

    struct Node;

private:
    std::string m_text;
    std::shared_ptr<const Node> m_root;
};

// Letters, digits and underscores, not beginning with a digit.
[[nodiscard]] bool is_name(std::string_view text);

} // namespace warpstage::problem
