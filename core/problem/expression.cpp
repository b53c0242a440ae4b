#include "core/problem/expression.h"

#include <fmt/format.h>

namespace warpstage::problem {

Result<std::int64_t> evaluate(std::string_view text, const Names& names)
{
    const auto wrong = [text](const Error& error) {
        return Error { fmt::format("`{}` is no whole number: {}", text, error.message) };
    };
    const auto formula = Formula::parse(text);
    if (!formula)
        return wrong(formula.error());
    Scope scope;
    for (const auto& [name, value] : names)
        scope.numbers.emplace(name, value);
    auto value = formula->whole(scope);
    if (!value)
        return wrong(value.error());
    return value;
}

} // namespace warpstage::problem
