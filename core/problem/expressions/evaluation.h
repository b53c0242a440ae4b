// Evaluates an expression repeatedly while a few of its values change.
#pragma once

#include "core/problem/expressions/expression.h"
#include "core/problem/expressions/expression_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// After the first error every function returns an empty result.
class Evaluation {
public:
    // The expression and the bytes of the arrays must outlive it. A name that is missing in `scope` is an immediate error.
    Evaluation(const Expression& expression, const Scope& scope);

    // The storage of a name's value, an integer from then on; null if the expression does not use the name.
    [[nodiscard]] std::int64_t* variable(std::string_view name);

    [[nodiscard]] std::optional<Number> number();
    [[nodiscard]] std::optional<std::int64_t> integer();

    // The reason for an empty result.
    [[nodiscard]] Error error() const;

private:
    using Value = ExpressionValue;
    using Node = ExpressionNode;

    Value fail(std::uint32_t position, std::string_view sentence);
    Value overflow(const Node& node);
    Value value_of(std::uint32_t index);
    Value element(const Node& node);
    Value sum(const Node& node);
    Value unary(const Node& node);
    Value choice(const Node& node);
    Value binary(const Node& node);
    Value of_integers(const Node& node, std::int64_t a, std::int64_t b);
    Value of_reals(const Node& node, double a, double b);
    Value power(const Node& node, std::int64_t base, std::int64_t exponent);

    const Expression& m_expression;
    const ExpressionTree& m_tree;
    std::vector<Value> m_numbers; // by the tree's names
    std::vector<Scope::Array> m_arrays; // by the tree's names
    std::vector<Value> m_sums; // of arrays that have already been summed
    std::string m_problem; // empty: none
    std::uint32_t m_position = 0;
};

} // namespace warpstage::problem
