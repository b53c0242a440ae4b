#include "core/problem/expressions/expression.h"

#include "core/base/text.h"
#include "core/problem/expressions/evaluation.h"
#include "core/problem/expressions/expression_tree.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::problem {

double real_of(const Number& number)
{
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

std::string text_of(const Number& number)
{
    return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

Result<Expression> Expression::parse(std::string_view text, Caret caret)
{
    auto tree = parse_expression(text, caret);
    if (!tree)
        return tree.error();
    Expression expression;
    expression.m_text = std::string { text };
    expression.m_tree = std::make_shared<const ExpressionTree>(*std::move(tree));
    return expression;
}

Result<void> Expression::check_names(const std::vector<std::string>& known) const
{
    for (const auto& name : m_tree->numbers) {
        if (std::ranges::find(known, name.text) != known.end())
            continue;
        std::string hint;
        if (const auto near = text::nearest(name.text, known); !near.empty())
            hint = fmt::format(" Did you mean `{}`?", near);
        else if (!known.empty())
            hint = fmt::format(" Known names: {}.", fmt::join(known, ", "));
        return error_at(fmt::format("unknown name `{}`.{}", name.text, hint), m_text, name.position);
    }
    return {};
}

Result<Number> Expression::evaluate(const Scope& scope) const
{
    Evaluation evaluation { *this, scope };
    if (const auto value = evaluation.number())
        return *value;
    return evaluation.error();
}

Result<std::int64_t> Expression::integer(const Scope& scope) const
{
    Evaluation evaluation { *this, scope };
    if (const auto value = evaluation.integer())
        return *value;
    return evaluation.error();
}

Names integers_of(const Scope& scope)
{
    Names names;
    for (const auto& [name, number] : scope.numbers) {
        if (const auto* integer = std::get_if<std::int64_t>(&number))
            names.emplace(name, *integer);
    }
    return names;
}

Result<std::int64_t> evaluate(std::string_view text, const Names& names)
{
    if (const auto number = parse_integer(text))
        return *number;
    const auto expression = Expression::parse(text);
    if (!expression)
        return expression.error();
    Scope scope;
    for (const auto& [name, value] : names)
        scope.numbers.emplace(name, value);
    return expression->integer(scope);
}

Error error_at(std::string_view sentence, std::string_view text, std::size_t position)
{
    std::string shown;
    for (const char character : text)
        shown += character >= ' ' && character <= '~' ? character : '?';
    return { fmt::format("{}\n    {}\n    {:>{}}", sentence, shown, '^', position + 1) };
}

} // namespace warpstage::problem
