#include "core/problem/access_expression_parser.h"

#include "core/base/text.h"
#include "core/problem/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace warpstage::problem {

namespace {

using AccessOperator = AccessExpression::Operator;

struct BinaryOperator {
    std::string_view spelling;
    int level; // what binds more tightly is higher
    AccessOperator operation;
};

// The longer spelling of two comes first.
constexpr std::array kBinaryOperators {
    BinaryOperator { "||", 1, AccessOperator::logical_or },
    BinaryOperator { "&&", 2, AccessOperator::logical_and },
    BinaryOperator { "|", 3, AccessOperator::bit_or },
    BinaryOperator { "^", 4, AccessOperator::bit_xor },
    BinaryOperator { "&", 5, AccessOperator::bit_and },
    BinaryOperator { "==", 6, AccessOperator::equal },
    BinaryOperator { "!=", 6, AccessOperator::not_equal },
    BinaryOperator { "<<", 8, AccessOperator::shift_left },
    BinaryOperator { ">>", 8, AccessOperator::shift_right },
    BinaryOperator { "<=", 7, AccessOperator::less_equal },
    BinaryOperator { ">=", 7, AccessOperator::greater_equal },
    BinaryOperator { "<", 7, AccessOperator::less },
    BinaryOperator { ">", 7, AccessOperator::greater },
    BinaryOperator { "+", 9, AccessOperator::add },
    BinaryOperator { "-", 9, AccessOperator::subtract },
    BinaryOperator { "*", 10, AccessOperator::multiply },
    BinaryOperator { "/", 10, AccessOperator::divide },
    BinaryOperator { "%", 10, AccessOperator::remainder },
};

constexpr std::array<std::pair<std::string_view, AccessOperator>, 4> kThreadNames { { { "tid", AccessOperator::tid },
    { "lane", AccessOperator::lane }, { "warp", AccessOperator::warp }, { "B", AccessOperator::block } } };

} // namespace

AccessExpressionParser::Index AccessExpressionParser::parse()
{
    const auto root = conditional();
    skip_blanks();
    if (root && m_at < m_text.size())
        return fail(m_text[m_at] == ')' ? "this parenthesis was never opened." : "an operator is missing here.", m_at);
    return root;
}

AccessExpressionParser::Index AccessExpressionParser::fail(std::string sentence, std::size_t position)
{
    if (!m_failure)
        m_failure = { std::move(sentence), position };
    return std::nullopt;
}

void AccessExpressionParser::skip_blanks()
{
    while (m_at < m_text.size() && m_text[m_at] == ' ')
        ++m_at;
}

bool AccessExpressionParser::take(std::string_view word)
{
    skip_blanks();
    if (!m_text.substr(m_at).starts_with(word))
        return false;
    m_at += word.size();
    return true;
}

AccessExpressionParser::Index AccessExpressionParser::add(AccessExpression::Node node)
{
    m_nodes.push_back(node);
    return m_nodes.size() - 1;
}

AccessExpressionParser::Index AccessExpressionParser::conditional()
{
    const auto condition = binary(1);
    if (!condition)
        return condition;
    skip_blanks();
    const auto position = m_at;
    if (!take("?"))
        return condition;
    const auto yes = conditional();
    if (!yes)
        return yes;
    if (!take(":"))
        return fail("the `:` of this `?` is missing.", position);
    const auto no = conditional();
    if (!no)
        return no;
    return add({ AccessOperator::conditional, 0, *condition, *yes, *no, position });
}

AccessExpressionParser::Index AccessExpressionParser::binary(int lowest_level)
{
    auto left = unary();
    while (left) {
        skip_blanks();
        const auto position = m_at;
        const auto rest = m_text.substr(m_at);
        const auto* const found = std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(),
            [&](const BinaryOperator& candidate) { return rest.starts_with(candidate.spelling); });
        if (found == kBinaryOperators.end() || found->level < lowest_level)
            return left;
        m_at += found->spelling.size();
        const auto right = binary(found->level + 1);
        if (!right)
            return right;
        left = add({ found->operation, 0, *left, *right, 0, position });
    }
    return left;
}

AccessExpressionParser::Index AccessExpressionParser::unary()
{
    constexpr std::array<std::pair<std::string_view, AccessOperator>, 3> kUnary { { { "-", AccessOperator::negate },
        { "~", AccessOperator::complement }, { "!", AccessOperator::logical_not } } };
    skip_blanks();
    const auto position = m_at;
    for (const auto& [spelling, operation] : kUnary) {
        if (!take(spelling))
            continue;
        const auto operand = unary();
        return operand ? add({ operation, 0, *operand, 0, 0, position }) : operand;
    }
    return primary();
}

AccessExpressionParser::Index AccessExpressionParser::primary()
{
    skip_blanks();
    const auto position = m_at;
    if (take("(")) {
        const auto inner = conditional();
        if (!inner || take(")"))
            return inner;
        return m_at < m_text.size() ? fail("an operator or a closing parenthesis is missing here.", m_at)
                                    : fail("this parenthesis is never closed.", position);
    }
    if (m_at == m_text.size())
        return fail("a value is missing at the end.", m_at);
    if (is_digit(m_text[m_at]))
        return number();
    if (is_word(m_text[m_at]))
        return name();
    return fail("a value is missing here: a number, a name or a parenthesis.", m_at);
}

AccessExpressionParser::Index AccessExpressionParser::number()
{
    const auto position = m_at;
    while (m_at < m_text.size() && is_word(m_text[m_at]))
        ++m_at;
    auto digits = m_text.substr(position, m_at - position);
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (hexadecimal)
        digits.remove_prefix(2);
    std::int64_t value = 0;
    const auto* const end = digits.data() + digits.size();
    const auto [after, error] = std::from_chars(digits.data(), end, value, hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range)
        return fail("this number does not fit into 64 bits.", position);
    if (error != std::errc {} || after != end)
        return fail("this is no whole number, such as 33 or 0x1f.", position);
    return add({ AccessOperator::number, value, 0, 0, 0, position });
}

AccessExpressionParser::Index AccessExpressionParser::name()
{
    const auto position = m_at;
    while (m_at < m_text.size() && is_word(m_text[m_at]))
        ++m_at;
    const auto word = m_text.substr(position, m_at - position);
    std::vector<std::string> known;
    for (const auto& [spelling, operation] : kThreadNames) {
        if (word == spelling)
            return add({ operation, 0, 0, 0, 0, position });
        known.emplace_back(spelling);
    }
    const auto found = std::find(m_constants.begin(), m_constants.end(), word);
    if (found != m_constants.end())
        return add({ AccessOperator::constant, found - m_constants.begin(), 0, 0, 0, position });
    known.insert(known.end(), m_constants.begin(), m_constants.end());
    if (const auto near = text::nearest(word, known); !near.empty())
        return fail(fmt::format("there is no name `{}`: did you mean `{}`?", word, near), position);
    return fail(fmt::format("there is no name `{}`: take {}.", word, text::alternatives(known)), position);
}

} // namespace warpstage::problem
