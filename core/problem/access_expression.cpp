#include "core/problem/access_expression.h"

#include "core/base/lane_mask.h"
#include "core/problem/access_expression_parser.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace warpstage::problem {

namespace {

// Nobody types more, and the depth of parentheses stays bounded.
constexpr std::size_t kLongestExpression = 256;

using AccessNode = AccessExpression::Node;
using AccessOperator = AccessExpression::Operator;

struct Thread {
    std::int64_t tid = 0;
    std::int64_t block = 32; // threads of one
};

// One thread's value of a tree. After the first problem every function returns nothing.
class ThreadEvaluation {
public:
    ThreadEvaluation(const std::vector<AccessNode>& nodes, Thread thread, const std::vector<std::int64_t>& constants)
        : m_nodes(nodes)
        , m_thread(thread)
        , m_constants(constants)
    {
    }

    using Value = std::optional<std::int64_t>;

    Value value_of(std::size_t index)
    {
        const AccessNode& node = m_nodes[index];
        switch (node.operation) {
        case AccessOperator::number:
            return node.value;
        case AccessOperator::tid:
            return m_thread.tid;
        case AccessOperator::lane:
            return m_thread.tid % m_thread.block % kMaxLanes;
        case AccessOperator::warp:
            return m_thread.tid % m_thread.block / kMaxLanes;
        case AccessOperator::block:
            return m_thread.block;
        case AccessOperator::constant:
            return m_constants[static_cast<std::size_t>(node.value)];
        case AccessOperator::negate:
        case AccessOperator::complement:
        case AccessOperator::logical_not:
            return unary(node);
        case AccessOperator::logical_and:
        case AccessOperator::logical_or:
        case AccessOperator::conditional:
            return choice(node);
        case AccessOperator::multiply:
        case AccessOperator::divide:
        case AccessOperator::remainder:
        case AccessOperator::add:
        case AccessOperator::subtract:
        case AccessOperator::shift_left:
        case AccessOperator::shift_right:
        case AccessOperator::less:
        case AccessOperator::less_equal:
        case AccessOperator::greater:
        case AccessOperator::greater_equal:
        case AccessOperator::equal:
        case AccessOperator::not_equal:
        case AccessOperator::bit_and:
        case AccessOperator::bit_xor:
        case AccessOperator::bit_or: {
            const auto left = value_of(node.first);
            const auto right = left ? value_of(node.second) : left;
            return right ? binary(node, *left, *right) : right;
        }
        }
        VERIFY_NOT_REACHED();
    }

    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] std::size_t position() const { return m_position; }

private:
    Value fail(const AccessNode& node, std::string problem)
    {
        m_problem = std::move(problem);
        m_position = node.position;
        return std::nullopt;
    }

    Value too_large(const AccessNode& node) { return fail(node, "is beyond 64 bits"); }

    Value unary(const AccessNode& node)
    {
        const auto operand = value_of(node.first);
        if (!operand)
            return operand;
        if (node.operation == AccessOperator::complement)
            return ~*operand;
        if (node.operation == AccessOperator::logical_not)
            return *operand == 0 ? 1 : 0;
        std::int64_t negated = 0;
        return __builtin_sub_overflow(std::int64_t { 0 }, *operand, &negated) ? too_large(node) : Value { negated };
    }

    Value choice(const AccessNode& node)
    {
        const auto condition = value_of(node.first);
        if (!condition)
            return condition;
        if (node.operation == AccessOperator::conditional)
            return value_of(*condition != 0 ? node.second : node.third);
        if ((*condition != 0) == (node.operation == AccessOperator::logical_or))
            return *condition != 0 ? 1 : 0;
        const auto second = value_of(node.second);
        return second ? Value { *second != 0 ? 1 : 0 } : second;
    }

    Value binary(const AccessNode& node, std::int64_t left, std::int64_t right)
    {
        std::int64_t value = 0;
        switch (node.operation) {
        case AccessOperator::multiply:
            return __builtin_mul_overflow(left, right, &value) ? too_large(node) : Value { value };
        case AccessOperator::add:
            return __builtin_add_overflow(left, right, &value) ? too_large(node) : Value { value };
        case AccessOperator::subtract:
            return __builtin_sub_overflow(left, right, &value) ? too_large(node) : Value { value };
        case AccessOperator::divide:
        case AccessOperator::remainder:
            if (right == 0)
                return fail(node, "divides by zero");
            if (left == std::numeric_limits<std::int64_t>::min() && right == -1)
                return too_large(node);
            return node.operation == AccessOperator::divide ? left / right : left % right;
        case AccessOperator::shift_left:
        case AccessOperator::shift_right:
            if (right < 0 || right > 63)
                return fail(node, fmt::format("shifts by {} bits, but 0 to 63 can be", right));
            if (node.operation == AccessOperator::shift_right)
                return left >> right;
            value = static_cast<std::int64_t>(static_cast<std::uint64_t>(left) << right);
            return value >> right == left ? Value { value } : too_large(node);
        case AccessOperator::less:
            return left < right ? 1 : 0;
        case AccessOperator::less_equal:
            return left <= right ? 1 : 0;
        case AccessOperator::greater:
            return left > right ? 1 : 0;
        case AccessOperator::greater_equal:
            return left >= right ? 1 : 0;
        case AccessOperator::equal:
            return left == right ? 1 : 0;
        case AccessOperator::not_equal:
            return left != right ? 1 : 0;
        case AccessOperator::bit_and:
            return left & right;
        case AccessOperator::bit_xor:
            return left ^ right;
        case AccessOperator::bit_or:
            return left | right;
        case AccessOperator::number:
        case AccessOperator::tid:
        case AccessOperator::lane:
        case AccessOperator::warp:
        case AccessOperator::block:
        case AccessOperator::constant:
        case AccessOperator::negate:
        case AccessOperator::complement:
        case AccessOperator::logical_not:
        case AccessOperator::logical_and:
        case AccessOperator::logical_or:
        case AccessOperator::conditional:
            break;
        }
        VERIFY_NOT_REACHED();
    }

    const std::vector<AccessNode>& m_nodes;
    Thread m_thread;
    const std::vector<std::int64_t>& m_constants;
    std::string m_problem;
    std::size_t m_position = 0;
};

std::vector<std::int64_t> values_of(const std::vector<std::string>& names, const AccessConstants& constants)
{
    std::vector<std::int64_t> values;
    for (const auto& name : names) {
        const auto found = constants.find(name);
        VERIFY(found != constants.end());
        values.push_back(found->second);
    }
    return values;
}

} // namespace

std::string pointed_at(std::string_view text, std::size_t position)
{
    std::string shown;
    for (const char character : text)
        shown += character >= ' ' && character <= '~' ? character : '?';
    return fmt::format("\n    {}\n    {:>{}}", shown, '^', position + 1);
}

Result<AccessExpression> AccessExpression::parse(std::string_view text, std::span<const std::string_view> constants)
{
    if (text.size() > kLongestExpression)
        return Error { fmt::format("a pattern has up to {} characters; this one has {}.", kLongestExpression, text.size()) };
    AccessExpression expression;
    expression.m_text = std::string { text };
    expression.m_names.assign(constants.begin(), constants.end());
    AccessExpressionParser parser { text, expression.m_names };
    const auto root = parser.parse();
    if (!root)
        return Error { parser.failure().sentence + pointed_at(text, parser.failure().position) };
    expression.m_root = *root;
    expression.m_nodes = std::move(parser.nodes());
    return expression;
}

Result<std::vector<std::int64_t>> AccessExpression::evaluate(
    std::size_t count, std::int64_t block, const AccessConstants& constants) const
{
    const auto values = values_of(m_names, constants);
    std::vector<std::int64_t> results(count);
    for (std::size_t i = 0; i < count; ++i) {
        ThreadEvaluation evaluation { m_nodes, { static_cast<std::int64_t>(i), block }, values };
        const auto value = evaluation.value_of(m_root);
        if (!value)
            return Error { fmt::format(
                "thread {}: this {}.{}", i, evaluation.problem(), pointed_at(m_text, evaluation.position())) };
        results[i] = *value;
    }
    return results;
}

} // namespace warpstage::problem
