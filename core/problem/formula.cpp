#include "core/problem/formula.h"

#include "core/base/text.h"
#include "core/problem/element_type.h"
#include "core/problem/formula_tree.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::problem {

namespace {

using Node = Formula::Node;
using Operator = FormulaOperator;
using Value = std::optional<Number>;
using Whole = std::int64_t;

// After the first problem every function returns nothing, and m_problem says what it was.
class Evaluation {
public:
    explicit Evaluation(const Scope& scope)
        : m_scope(scope)
    {
    }

    Result<Number> run(const Node& root)
    {
        if (auto value = value_of(root))
            return *value;
        return Error { m_problem };
    }

private:
    std::nullopt_t fail(std::string problem)
    {
        if (m_problem.empty())
            m_problem = std::move(problem);
        return std::nullopt;
    }

    std::nullopt_t too_large() { return fail("it does not fit into 64 bits"); }

    Value value_of(const Node& node)
    {
        switch (node.what) {
        case Operator::number:
            return node.value;
        case Operator::name:
            return named(node.name);
        case Operator::element:
            return element(node);
        case Operator::sum:
            return sum(node.name);
        case Operator::choose:
        case Operator::either:
        case Operator::both:
            return chosen(node);
        case Operator::negate:
        case Operator::invert:
        case Operator::absolute:
        case Operator::to_float:
            return unary(node);
        case Operator::function:
            return function(node);
        case Operator::equal:
        case Operator::unequal:
        case Operator::less:
        case Operator::less_equal:
        case Operator::greater:
        case Operator::greater_equal:
        case Operator::bit_or:
        case Operator::bit_and:
        case Operator::shift_left:
        case Operator::shift_right:
        case Operator::add:
        case Operator::subtract:
        case Operator::multiply:
        case Operator::divide:
        case Operator::remainder:
        case Operator::power:
        case Operator::minimum:
        case Operator::maximum:
            break;
        }
        const auto left = value_of(*node.operands[0]);
        const auto right = left ? value_of(*node.operands[1]) : std::nullopt;
        if (!right)
            return std::nullopt;
        if (const auto* a = std::get_if<Whole>(&*left)) {
            if (const auto* b = std::get_if<Whole>(&*right))
                return of_wholes(node.what, *a, *b);
        }
        return of_reals(node.what, real_of(*left), real_of(*right));
    }

    Value named(const std::string& name)
    {
        if (const auto found = m_scope.numbers.find(name); found != m_scope.numbers.end())
            return found->second;
        if (m_scope.numbers.empty())
            return fail(fmt::format("nothing before it is called `{}`", name));
        std::vector<std::string> known;
        for (const auto& [other, number] : m_scope.numbers)
            known.push_back(other);
        return fail(fmt::format("nothing before it is called `{}`, only {}", name, text::alternatives(known)));
    }

    const Scope::Array* array(const std::string& name)
    {
        if (const auto found = m_scope.arrays.find(name); found != m_scope.arrays.end())
            return &found->second;
        std::vector<std::string> known;
        for (const auto& [other, array] : m_scope.arrays)
            known.push_back(other);
        fail(known.empty() ? fmt::format("there is no array `{}` here", name)
                           : fmt::format("there is no array `{}` here, only {}", name, text::alternatives(known)));
        return nullptr;
    }

    static Number element_of(const Scope::Array& array, std::size_t index)
    {
        if (ptx::is_float(array.type))
            return array.bytes.empty() ? 0.0 : number_of(array.bytes, array.type, index);
        return array.bytes.empty() ? Whole { 0 } : whole_number_of(array.bytes, array.type, index);
    }

    Value element(const Node& node)
    {
        const auto* const from = array(node.name);
        const auto index = from == nullptr ? std::nullopt : value_of(*node.operands[0]);
        if (!index)
            return std::nullopt;
        const auto* const whole = std::get_if<Whole>(&*index);
        if (whole == nullptr)
            return fail(fmt::format("an index of `{}` must be whole, not {}", node.name, text_of(*index)));
        if (*whole < 0 || static_cast<std::uint64_t>(*whole) >= from->count)
            return fail(fmt::format("`{}` has elements 0 to {}, not {}", node.name, from->count - 1, *whole));
        return element_of(*from, static_cast<std::size_t>(*whole));
    }

    Value sum(const std::string& name)
    {
        const auto* const from = array(name);
        if (from == nullptr)
            return std::nullopt;
        if (const auto known = m_scope.sums.find(name); known != m_scope.sums.end())
            return known->second;
        Value total = ptx::is_float(from->type) ? Number { 0.0 } : Number { Whole { 0 } };
        for (std::size_t i = 0; i < from->count && total; ++i) {
            const auto next = element_of(*from, i);
            if (const auto* whole = std::get_if<Whole>(&next))
                total = of_wholes(Operator::add, std::get<Whole>(*total), *whole);
            else
                total = real_of(*total) + real_of(next);
        }
        if (total)
            m_scope.sums.emplace(name, *total);
        return total;
    }

    // What may leave an operand unevaluated.
    Value chosen(const Node& node)
    {
        const auto first = value_of(*node.operands[0]);
        if (!first)
            return first;
        const bool truth = real_of(*first) != 0.0;
        if (node.what == Operator::choose)
            return value_of(*node.operands[truth ? 1 : 2]);
        if (truth == (node.what == Operator::either))
            return Number { Whole { truth ? 1 : 0 } };
        const auto second = value_of(*node.operands[1]);
        if (!second)
            return second;
        return Number { Whole { real_of(*second) != 0.0 ? 1 : 0 } };
    }

    Value unary(const Node& node)
    {
        const auto operand = value_of(*node.operands[0]);
        if (!operand)
            return operand;
        if (node.what == Operator::invert)
            return Number { Whole { real_of(*operand) == 0.0 ? 1 : 0 } };
        if (node.what == Operator::to_float)
            return Number { static_cast<double>(static_cast<float>(real_of(*operand))) };
        const bool negative = node.what == Operator::negate || real_of(*operand) < 0.0;
        if (!negative)
            return operand;
        if (const auto* whole = std::get_if<Whole>(&*operand))
            return of_wholes(Operator::subtract, 0, *whole);
        return Number { -real_of(*operand) };
    }

    Value function(const Node& node)
    {
        const auto first = value_of(*node.operands[0]);
        const auto second = first && node.operands.size() > 1 ? value_of(*node.operands[1]) : Value { Number { 0.0 } };
        if (!first || !second)
            return std::nullopt;
        return Number { node.compute(real_of(*first), real_of(*second)) };
    }

    Value of_wholes(Operator what, Whole a, Whole b)
    {
        Whole value = 0;
        switch (what) {
        case Operator::equal:
            return Number { Whole { a == b ? 1 : 0 } };
        case Operator::unequal:
            return Number { Whole { a != b ? 1 : 0 } };
        case Operator::less:
            return Number { Whole { a < b ? 1 : 0 } };
        case Operator::less_equal:
            return Number { Whole { a <= b ? 1 : 0 } };
        case Operator::greater:
            return Number { Whole { a > b ? 1 : 0 } };
        case Operator::greater_equal:
            return Number { Whole { a >= b ? 1 : 0 } };
        case Operator::bit_or:
            return Number { static_cast<Whole>(static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b)) };
        case Operator::bit_and:
            return Number { static_cast<Whole>(static_cast<std::uint64_t>(a) & static_cast<std::uint64_t>(b)) };
        case Operator::shift_left:
            if (b < 0 || b > 63)
                return fail("a shift is by 0 to 63 bits");
            if (b > 62)
                return a == 0 ? Value { Number { Whole { 0 } } } : too_large();
            return of_wholes(Operator::multiply, a, Whole { 1 } << b);
        case Operator::shift_right:
            if (b < 0 || b > 63)
                return fail("a shift is by 0 to 63 bits");
            return Number { a >> b };
        case Operator::add:
            return __builtin_add_overflow(a, b, &value) ? Value { too_large() } : Value { Number { value } };
        case Operator::subtract:
            return __builtin_sub_overflow(a, b, &value) ? Value { too_large() } : Value { Number { value } };
        case Operator::multiply:
            return __builtin_mul_overflow(a, b, &value) ? Value { too_large() } : Value { Number { value } };
        case Operator::divide:
        case Operator::remainder:
            if (b == 0)
                return fail("it divides by zero");
            if (a == std::numeric_limits<Whole>::min() && b == -1)
                return too_large();
            return Number { what == Operator::divide ? a / b : a % b };
        case Operator::power:
            return power(a, b);
        case Operator::minimum:
            return Number { std::min(a, b) };
        case Operator::maximum:
            return Number { std::max(a, b) };
        case Operator::number:
        case Operator::name:
        case Operator::element:
        case Operator::sum:
        case Operator::choose:
        case Operator::either:
        case Operator::both:
        case Operator::negate:
        case Operator::invert:
        case Operator::function:
        case Operator::absolute:
        case Operator::to_float:
            break;
        }
        VERIFY_NOT_REACHED();
    }

    Value power(Whole base, Whole exponent)
    {
        if (exponent < 0 || exponent > 63)
            return fail("an exponent is 0 to 63");
        Whole value = 1;
        for (Whole i = 0; i < exponent; ++i) {
            if (__builtin_mul_overflow(value, base, &value))
                return too_large();
        }
        return Number { value };
    }

    Value of_reals(Operator what, double a, double b)
    {
        switch (what) {
        case Operator::equal:
            return Number { Whole { a == b ? 1 : 0 } };
        case Operator::unequal:
            return Number { Whole { a != b ? 1 : 0 } };
        case Operator::less:
            return Number { Whole { a < b ? 1 : 0 } };
        case Operator::less_equal:
            return Number { Whole { a <= b ? 1 : 0 } };
        case Operator::greater:
            return Number { Whole { a > b ? 1 : 0 } };
        case Operator::greater_equal:
            return Number { Whole { a >= b ? 1 : 0 } };
        case Operator::add:
            return Number { a + b };
        case Operator::subtract:
            return Number { a - b };
        case Operator::multiply:
            return Number { a * b };
        case Operator::divide:
            return Number { a / b };
        case Operator::remainder:
            return Number { std::fmod(a, b) };
        case Operator::power:
            return Number { std::pow(a, b) };
        case Operator::minimum:
            return Number { std::fmin(a, b) };
        case Operator::maximum:
            return Number { std::fmax(a, b) };
        case Operator::bit_or:
        case Operator::bit_and:
        case Operator::shift_left:
        case Operator::shift_right:
            return fail("bits and shifts are for whole numbers");
        case Operator::number:
        case Operator::name:
        case Operator::element:
        case Operator::sum:
        case Operator::choose:
        case Operator::either:
        case Operator::both:
        case Operator::negate:
        case Operator::invert:
        case Operator::function:
        case Operator::absolute:
        case Operator::to_float:
            break;
        }
        VERIFY_NOT_REACHED();
    }

    const Scope& m_scope;
    std::string m_problem;
};

} // namespace

double real_of(const Number& number)
{
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

std::string text_of(const Number& number)
{
    return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

Result<Formula> Formula::parse(std::string_view text)
{
    auto root = parse_formula(text);
    if (!root)
        return root.error();
    Formula formula;
    formula.m_text = std::string { text };
    formula.m_root = std::move(*root);
    return formula;
}

Result<Number> Formula::evaluate(const Scope& scope) const
{
    return Evaluation { scope }.run(*m_root);
}

Result<std::int64_t> Formula::whole(const Scope& scope) const
{
    const auto value = evaluate(scope);
    if (!value)
        return value.error();
    if (const auto* whole = std::get_if<std::int64_t>(&*value))
        return *whole;
    return Error { kNoFormula };
}

} // namespace warpstage::problem
