#include "core/problem/expressions/expression.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void expression(std::string_view text)
{
    const auto parsed = problem::Expression::parse(text);
    if (!parsed)
        return;
    problem::Scope scope;
    scope.numbers.emplace("n", std::int64_t { 1024 });
    scope.numbers.emplace("i", std::int64_t { -3 });
    scope.numbers.emplace("h", 0.25);
    problem::Scope::Array zeros;
    zeros.count = 16;
    scope.arrays.emplace("x", zeros);
    static_cast<void>(parsed->evaluate(scope));
    static_cast<void>(parsed->integer(scope));
}

} // namespace warpstage::fuzz
