#include "core/base/verify.h"
#include "core/memory_model/litmus_test.h"

#include <algorithm>
#include <limits>

namespace warpstage::memory_model {

namespace {

std::int64_t value_of(const Term& term, const FinalState& state)
{
    switch (term.of) {
    case Term::Of::constant:
        return term.constant;
    case Term::Of::reg:
        return state.registers[term.thread][term.index];
    case Term::Of::location:
        return state.locations[term.index];
    }
    VERIFY_NOT_REACHED();
}

template <typename T> void sort_each_once(std::vector<T>& values)
{
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end()); // clang 14 does not read std::ranges::unique
}

void collect(const Condition& condition, Observed& observed)
{
    if (condition.op != Condition::Operator::compare) {
        for (const Condition& part : condition.parts)
            collect(part, observed);
        return;
    }
    for (const Term& term : { condition.left, condition.right }) {
        if (term.of == Term::Of::reg)
            observed.registers.emplace_back(term.thread, term.index);
        else if (term.of == Term::Of::location)
            observed.locations.push_back(term.index);
    }
}

} // namespace

// Registers wrap around, as those of the machine do.
std::int64_t calculate(Arithmetic operation, std::int64_t left, std::int64_t right)
{
    const auto a = static_cast<std::uint64_t>(left);
    const auto b = static_cast<std::uint64_t>(right);
    switch (operation) {
    case Arithmetic::add:
        return static_cast<std::int64_t>(a + b);
    case Arithmetic::sub:
        return static_cast<std::int64_t>(a - b);
    case Arithmetic::mul:
        return static_cast<std::int64_t>(a * b);
    case Arithmetic::div:
        if (right == 0)
            return 0;
        return right == -1 ? static_cast<std::int64_t>(0 - a) : left / right;
    case Arithmetic::bit_and:
        return static_cast<std::int64_t>(a & b);
    case Arithmetic::bit_or:
        return static_cast<std::int64_t>(a | b);
    case Arithmetic::bit_xor:
        return static_cast<std::int64_t>(a ^ b);
    case Arithmetic::exchange:
        return right;
    }
    VERIFY_NOT_REACHED();
}

bool holds(Comparison comparison, std::int64_t left, std::int64_t right)
{
    switch (comparison) {
    case Comparison::equal:
        return left == right;
    case Comparison::unequal:
        return left != right;
    case Comparison::less:
        return left < right;
    case Comparison::less_equal:
        return left <= right;
    case Comparison::greater:
        return left > right;
    case Comparison::greater_equal:
        return left >= right;
    }
    VERIFY_NOT_REACHED();
}

bool holds(const Condition& condition, const FinalState& state)
{
    const auto part_holds = [&](const Condition& part) {
        return holds(part, state);
    };
    switch (condition.op) {
    case Condition::Operator::compare:
        return holds(condition.comparison, value_of(condition.left, state), value_of(condition.right, state));
    case Condition::Operator::conjunction:
        return std::ranges::all_of(condition.parts, part_holds);
    case Condition::Operator::disjunction:
        return std::ranges::any_of(condition.parts, part_holds);
    case Condition::Operator::negation:
        return !part_holds(condition.parts.front());
    }
    VERIFY_NOT_REACHED();
}

Observed observed_by(const Condition& condition)
{
    Observed observed;
    collect(condition, observed);
    sort_each_once(observed.registers);
    sort_each_once(observed.locations);
    return observed;
}

} // namespace warpstage::memory_model
