#include "core/problem/expressions/evaluation.h"

#include "core/base/text.h"
#include "core/problem/buffers/element_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <utility>

namespace warpstage::problem {

namespace {

using Operator = ExpressionOperator;

constexpr const char* kForIntegers = "bitwise and shift operators require integers.";

ExpressionValue truth_value(bool truth)
{
    return ExpressionValue::of(std::int64_t { truth ? 1 : 0 });
}

// Compares the operands; NaN is unordered.
ExpressionValue comparison(BinaryOperator operation, std::partial_ordering order)
{
    if (operation == BinaryOperator::equal || operation == BinaryOperator::not_equal)
        return truth_value((order == 0) == (operation == BinaryOperator::equal));
    const bool below = operation == BinaryOperator::less || operation == BinaryOperator::less_equal;
    const bool or_equal = operation == BinaryOperator::less_equal || operation == BinaryOperator::greater_equal;
    return truth_value((below ? order < 0 : order > 0) || (or_equal && order == 0));
}

ExpressionValue element_of(const Scope::Array& array, std::size_t index)
{
    if (ptx::is_float(array.type))
        return ExpressionValue::of(array.bytes.empty() ? 0.0 : number_of(array.bytes, array.type, index));
    return ExpressionValue::of(array.bytes.empty() ? std::int64_t { 0 } : whole_number_of(array.bytes, array.type, index));
}

template <typename T> std::vector<std::string> keys_of(const std::map<std::string, T, std::less<>>& map)
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : map)
        keys.push_back(key);
    return keys;
}

} // namespace

Evaluation::Evaluation(const Expression& expression, const Scope& scope)
    : m_expression(expression)
    , m_tree(*expression.m_tree)
    , m_sums(m_tree.arrays.size())
{
    for (const auto& name : m_tree.numbers) {
        const auto found = scope.numbers.find(name.text);
        if (found == scope.numbers.end()) {
            m_problem = expression.check_names(keys_of(scope.numbers)).error().message;
            return;
        }
        m_numbers.push_back(Value::of(found->second));
    }
    for (const auto& name : m_tree.arrays) {
        const auto found = scope.arrays.find(name.text);
        if (found == scope.arrays.end()) {
            const auto known = keys_of(scope.arrays);
            fail(name.position,
                known.empty() ? fmt::format("unknown array `{}`.", name.text)
                              : fmt::format("unknown array `{}`. Known arrays: {}.", name.text, fmt::join(known, ", ")));
            return;
        }
        m_arrays.push_back(found->second);
    }
}

std::int64_t* Evaluation::variable(std::string_view name)
{
    const auto found = std::ranges::find(m_tree.numbers, name, &ExpressionTree::Name::text);
    const auto index = static_cast<std::size_t>(found - m_tree.numbers.begin());
    if (index >= m_numbers.size())
        return nullptr;
    m_numbers[index] = Value::of(std::int64_t { 0 });
    return &m_numbers[index].bits;
}

std::optional<Number> Evaluation::number()
{
    if (!m_problem.empty())
        return std::nullopt;
    const auto value = value_of(m_tree.root);
    return value ? std::optional { value.number() } : std::nullopt;
}

std::optional<std::int64_t> Evaluation::integer()
{
    if (!m_problem.empty())
        return std::nullopt;
    const auto value = value_of(m_tree.root);
    if (value.is_integer())
        return value.bits;
    if (value)
        fail(m_tree.nodes[m_tree.root].position, fmt::format("an integer is required, not {}.", value.real()));
    return std::nullopt;
}

Error Evaluation::error() const
{
    return { m_problem };
}

Evaluation::Value Evaluation::fail(std::uint32_t position, std::string_view sentence)
{
    m_problem = error_at(sentence, m_expression.text(), position).message;
    return {};
}

Evaluation::Value Evaluation::overflow(const Node& node)
{
    return fail(node.position, "the result does not fit into 64 bits.");
}

Evaluation::Value Evaluation::value_of(std::uint32_t index)
{
    const Node& node = m_tree.nodes[index];
    switch (node.operation) {
    case Operator::number:
        return node.value;
    case Operator::name:
        return m_numbers[node.name];
    case Operator::element:
        return element(node);
    case Operator::sum:
        return sum(node);
    case Operator::negate:
    case Operator::complement:
    case Operator::logical_not:
    case Operator::absolute:
    case Operator::to_float:
    case Operator::function:
        return unary(node);
    case Operator::logical_and:
    case Operator::logical_or:
    case Operator::conditional:
        return choice(node);
    case Operator::binary:
        return binary(node);
    }
    VERIFY_NOT_REACHED();
}

Evaluation::Value Evaluation::element(const Node& node)
{
    const auto& array = m_arrays[node.name];
    const auto index = value_of(node.operands[0]);
    if (!index)
        return index;
    const auto& name = m_tree.arrays[node.name].text;
    if (!index.is_integer())
        return fail(node.position, fmt::format("an index of `{}` must be an integer, not {}.", name, index.real()));
    if (index.bits < 0 || static_cast<std::uint64_t>(index.bits) >= array.count)
        return fail(node.position, fmt::format("the index of `{}` must be 0 to {}, not {}.", name, array.count - 1, index.bits));
    return element_of(array, static_cast<std::size_t>(index.bits));
}

Evaluation::Value Evaluation::sum(const Node& node)
{
    auto& total = m_sums[node.name];
    if (total)
        return total;
    const auto& array = m_arrays[node.name];
    std::int64_t integer = 0;
    double real = 0.0;
    for (std::size_t i = 0; i < array.count; ++i) {
        const auto next = element_of(array, i);
        if (!next.is_integer())
            real += next.real();
        else if (__builtin_add_overflow(integer, next.bits, &integer))
            return overflow(node);
    }
    total = ptx::is_float(array.type) ? Value::of(real) : Value::of(integer);
    return total;
}

Evaluation::Value Evaluation::unary(const Node& node)
{
    const auto operand = value_of(node.operands[0]);
    if (!operand)
        return operand;
    if (node.operation == Operator::complement)
        return operand.is_integer() ? Value::of(~operand.bits) : fail(node.position, kForIntegers);
    if (node.operation == Operator::logical_not)
        return truth_value(!operand.truth());
    if (node.operation == Operator::to_float)
        return Value::of(static_cast<double>(static_cast<float>(operand.real())));
    if (node.operation == Operator::function)
        return Value::of(node.compute(operand.real()));
    if (node.operation == Operator::absolute && !(operand.real() < 0.0))
        return operand;
    if (!operand.is_integer())
        return Value::of(-operand.real());
    std::int64_t negated = 0;
    return __builtin_sub_overflow(std::int64_t { 0 }, operand.bits, &negated) ? overflow(node) : Value::of(negated);
}

Evaluation::Value Evaluation::choice(const Node& node)
{
    const auto condition = value_of(node.operands[0]);
    if (!condition)
        return condition;
    if (node.operation == Operator::conditional)
        return value_of(node.operands.at(condition.truth() ? 1 : 2));
    if (condition.truth() == (node.operation == Operator::logical_or))
        return truth_value(condition.truth());
    const auto second = value_of(node.operands[1]);
    return second ? truth_value(second.truth()) : second;
}

Evaluation::Value Evaluation::binary(const Node& node)
{
    const auto left = value_of(node.operands[0]);
    if (!left)
        return left;
    const auto right = value_of(node.operands[1]);
    if (!right)
        return right;
    return left.is_integer() && right.is_integer() ? of_integers(node, left.bits, right.bits)
                                                   : of_reals(node, left.real(), right.real());
}

Evaluation::Value Evaluation::of_integers(const Node& node, std::int64_t a, std::int64_t b)
{
    std::int64_t value = 0;
    switch (node.binary) {
    case BinaryOperator::multiply:
        return __builtin_mul_overflow(a, b, &value) ? overflow(node) : Value::of(value);
    case BinaryOperator::add:
        return __builtin_add_overflow(a, b, &value) ? overflow(node) : Value::of(value);
    case BinaryOperator::subtract:
        return __builtin_sub_overflow(a, b, &value) ? overflow(node) : Value::of(value);
    case BinaryOperator::divide:
    case BinaryOperator::remainder:
        if (b == 0)
            return fail(node.position, "division by zero.");
        if (a == std::numeric_limits<std::int64_t>::min() && b == -1)
            return overflow(node);
        return Value::of(node.binary == BinaryOperator::divide ? a / b : a % b);
    case BinaryOperator::shift_left:
    case BinaryOperator::shift_right:
        if (b < 0 || b > 63)
            return fail(node.position, fmt::format("a shift count must be 0 to 63, not {}.", b));
        if (node.binary == BinaryOperator::shift_right)
            return Value::of(a >> b);
        value = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b);
        return value >> b == a ? Value::of(value) : overflow(node);
    case BinaryOperator::less:
    case BinaryOperator::less_equal:
    case BinaryOperator::greater:
    case BinaryOperator::greater_equal:
    case BinaryOperator::equal:
    case BinaryOperator::not_equal:
        return comparison(node.binary, a <=> b);
    case BinaryOperator::bit_and:
        return Value::of(a & b);
    case BinaryOperator::bit_xor:
        return Value::of(a ^ b);
    case BinaryOperator::bit_or:
        return Value::of(a | b);
    case BinaryOperator::minimum:
        return Value::of(std::min(a, b));
    case BinaryOperator::maximum:
        return Value::of(std::max(a, b));
    case BinaryOperator::power:
        return power(node, a, b);
    }
    VERIFY_NOT_REACHED();
}

Evaluation::Value Evaluation::of_reals(const Node& node, double a, double b)
{
    switch (node.binary) {
    case BinaryOperator::multiply:
        return Value::of(a * b);
    case BinaryOperator::add:
        return Value::of(a + b);
    case BinaryOperator::subtract:
        return Value::of(a - b);
    case BinaryOperator::divide:
        return Value::of(a / b);
    case BinaryOperator::remainder:
        return Value::of(std::fmod(a, b));
    case BinaryOperator::less:
    case BinaryOperator::less_equal:
    case BinaryOperator::greater:
    case BinaryOperator::greater_equal:
    case BinaryOperator::equal:
    case BinaryOperator::not_equal:
        return comparison(node.binary, a <=> b);
    case BinaryOperator::minimum:
        return Value::of(std::fmin(a, b));
    case BinaryOperator::maximum:
        return Value::of(std::fmax(a, b));
    case BinaryOperator::power:
        return Value::of(std::pow(a, b));
    case BinaryOperator::bit_xor:
        return fail(node.position, std::string { kNoPower });
    case BinaryOperator::bit_and:
    case BinaryOperator::bit_or:
    case BinaryOperator::shift_left:
    case BinaryOperator::shift_right:
        return fail(node.position, kForIntegers);
    }
    VERIFY_NOT_REACHED();
}

// By squaring, so pow(1, 2^62) terminates.
Evaluation::Value Evaluation::power(const Node& node, std::int64_t base, std::int64_t exponent)
{
    if (exponent < 0)
        return Value::of(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
    std::int64_t value = 1;
    while (true) {
        if (exponent % 2 != 0 && __builtin_mul_overflow(value, base, &value))
            return overflow(node);
        exponent /= 2;
        if (exponent == 0)
            return Value::of(value);
        if (__builtin_mul_overflow(base, base, &base))
            return overflow(node);
    }
}

} // namespace warpstage::problem
