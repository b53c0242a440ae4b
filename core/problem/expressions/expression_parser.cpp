// Parses text into a tree by precedence climbing.
#include "core/problem/expressions/expression_tree.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace warpstage::problem {

namespace {

using Operator = ExpressionOperator;

// Limits the nesting of parentheses.
constexpr std::size_t kMaxCharacters = 256;

struct InfixOperator {
    std::string_view spelling;
    int level; // higher binds more tightly
    Operator operation;
    BinaryOperator binary = BinaryOperator::multiply;
};

// The longer of two spellings comes first.
constexpr std::array kInfixOperators {
    InfixOperator { "||", 1, Operator::logical_or },
    InfixOperator { "&&", 2, Operator::logical_and },
    InfixOperator { "|", 3, Operator::binary, BinaryOperator::bit_or },
    InfixOperator { "^", 4, Operator::binary, BinaryOperator::bit_xor },
    InfixOperator { "&", 5, Operator::binary, BinaryOperator::bit_and },
    InfixOperator { "==", 6, Operator::binary, BinaryOperator::equal },
    InfixOperator { "!=", 6, Operator::binary, BinaryOperator::not_equal },
    InfixOperator { "<<", 8, Operator::binary, BinaryOperator::shift_left },
    InfixOperator { ">>", 8, Operator::binary, BinaryOperator::shift_right },
    InfixOperator { "<=", 7, Operator::binary, BinaryOperator::less_equal },
    InfixOperator { ">=", 7, Operator::binary, BinaryOperator::greater_equal },
    InfixOperator { "<", 7, Operator::binary, BinaryOperator::less },
    InfixOperator { ">", 7, Operator::binary, BinaryOperator::greater },
    InfixOperator { "+", 9, Operator::binary, BinaryOperator::add },
    InfixOperator { "-", 9, Operator::binary, BinaryOperator::subtract },
    InfixOperator { "*", 10, Operator::binary, BinaryOperator::multiply },
    InfixOperator { "/", 10, Operator::binary, BinaryOperator::divide },
    InfixOperator { "%", 10, Operator::binary, BinaryOperator::remainder },
};

constexpr std::array<std::pair<std::string_view, Operator>, 3> kUnaryOperators { { { "-", Operator::negate },
    { "~", Operator::complement }, { "!", Operator::logical_not } } };

double reciprocal_root(double a)
{
    return 1.0 / std::sqrt(a);
}

struct Function {
    std::string_view name;
    std::size_t operands;
    Operator operation;
    double (*compute)(double) = nullptr;
    BinaryOperator binary = BinaryOperator::multiply;
};

constexpr std::array kFunctions {
    Function { "abs", 1, Operator::absolute },
    Function { "min", 2, Operator::binary, nullptr, BinaryOperator::minimum },
    Function { "max", 2, Operator::binary, nullptr, BinaryOperator::maximum },
    Function { "pow", 2, Operator::binary, nullptr, BinaryOperator::power },
    Function { "float", 1, Operator::to_float },
    Function { "floor", 1, Operator::function, std::floor },
    Function { "ceil", 1, Operator::function, std::ceil },
    Function { "round", 1, Operator::function, std::round },
    Function { "sqrt", 1, Operator::function, std::sqrt },
    Function { "rsqrt", 1, Operator::function, reciprocal_root },
    Function { "exp", 1, Operator::function, std::exp },
    Function { "exp2", 1, Operator::function, std::exp2 },
    Function { "log", 1, Operator::function, std::log },
    Function { "log2", 1, Operator::function, std::log2 },
    Function { "sin", 1, Operator::function, std::sin },
    Function { "cos", 1, Operator::function, std::cos },
    Function { "tan", 1, Operator::function, std::tan },
};

bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

bool is_word(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character)
        || character == '_';
}

// After the first error every function returns an empty result.
class Parser {
public:
    Parser(std::string_view text, Expression::Caret caret)
        : m_text(text)
        , m_caret(caret)
    {
    }

    Result<ExpressionTree> run()
    {
        const auto root = conditional();
        skip_blanks();
        if (root && m_at < m_text.size())
            fail(m_text[m_at] == ')' ? "unmatched closing parenthesis." : "an operator is missing here.", m_at);
        if (!m_problem.empty())
            return error_at(m_problem, m_text, m_position);
        m_tree.root = *root;
        return std::move(m_tree);
    }

private:
    using Index = std::optional<std::uint32_t>;

    std::nullopt_t fail(std::string sentence, std::size_t position)
    {
        if (m_problem.empty()) {
            m_problem = std::move(sentence);
            m_position = position;
        }
        return std::nullopt;
    }

    void skip_blanks()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }

    bool take(std::string_view symbol)
    {
        skip_blanks();
        if (!m_text.substr(m_at).starts_with(symbol))
            return false;
        m_at += symbol.size();
        return true;
    }

    Index add(ExpressionNode node, std::size_t position)
    {
        node.position = static_cast<std::uint32_t>(position);
        m_tree.nodes.push_back(node);
        return static_cast<std::uint32_t>(m_tree.nodes.size() - 1);
    }

    static std::uint32_t index_of(std::vector<ExpressionTree::Name>& names, std::string_view name, std::size_t position)
    {
        const auto found = std::ranges::find(names, name, &ExpressionTree::Name::text);
        const auto index = static_cast<std::uint32_t>(found - names.begin());
        if (found == names.end())
            names.push_back({ std::string { name }, static_cast<std::uint32_t>(position) });
        return index;
    }

    Index conditional()
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
        return no ? add({ .operation = Operator::conditional, .operands = { *condition, *yes, *no } }, position) : no;
    }

    Index binary(int lowest_level)
    {
        auto left = unary();
        while (left) {
            skip_blanks();
            const auto position = m_at;
            const auto rest = m_text.substr(m_at);
            const auto* const found = std::ranges::find_if(
                kInfixOperators, [&](const InfixOperator& candidate) { return rest.starts_with(candidate.spelling); });
            if (found == kInfixOperators.end() || found->level < lowest_level)
                return left;
            m_at += found->spelling.size();
            const auto right = binary(found->level + 1);
            if (!right)
                return right;
            if (found->operation == Operator::binary && found->binary == BinaryOperator::bit_xor
                && m_caret == Expression::Caret::may_mean_power && (is_decimal(*left) || is_decimal(*right)))
                return fail(fmt::format("{} For an exclusive or, write the constant in hexadecimal.", kNoPower), position);
            left = add({ .operation = found->operation, .binary = found->binary, .operands = { *left, *right } }, position);
        }
        return left;
    }

    [[nodiscard]] bool is_decimal(std::uint32_t index) const
    {
        const auto& node = m_tree.nodes[index];
        if (node.operation == Operator::negate)
            return is_decimal(node.operands[0]);
        return node.operation == Operator::number && !is_hexadecimal(m_text.substr(node.position));
    }

    static bool is_hexadecimal(std::string_view text) { return text.starts_with("0x") || text.starts_with("0X"); }

    Index unary()
    {
        skip_blanks();
        const auto position = m_at;
        for (const auto& [spelling, operation] : kUnaryOperators) {
            if (!take(spelling))
                continue;
            const auto operand = unary();
            return operand ? add({ .operation = operation, .operands = { *operand } }, position) : operand;
        }
        return primary();
    }

    Index primary()
    {
        skip_blanks();
        const auto position = m_at;
        if (take("(")) {
            const auto inner = conditional();
            return inner ? closed(inner, ")", position) : inner;
        }
        if (m_at == m_text.size())
            return fail("a value is missing at the end.", m_at);
        if (is_digit(m_text[m_at]) || m_text[m_at] == '.')
            return number();
        if (is_word(m_text[m_at]))
            return named();
        return fail("a value is missing here: a number, a name or a parenthesis.", m_at);
    }

    // `inner`, with the parenthesis or bracket after it that closes the one at `position`.
    Index closed(Index inner, std::string_view symbol, std::size_t position)
    {
        const std::string_view what = symbol == ")" ? "parenthesis" : "bracket";
        if (take(symbol))
            return inner;
        return m_at < m_text.size() ? fail(fmt::format("an operator or a closing {} is missing here.", what), m_at)
                                    : fail(fmt::format("this {} is not closed.", what), position);
    }

    // Including the sign in "1e-6".
    std::string_view number_word()
    {
        const auto begin = m_at;
        const auto digit_at = [&](std::size_t at) {
            return at < m_text.size() && is_digit(m_text[at]);
        };
        while (m_at < m_text.size() && (is_word(m_text[m_at]) || m_text[m_at] == '.')) {
            const bool exponent = (m_text[m_at] == 'e' || m_text[m_at] == 'E') && !is_hexadecimal(m_text.substr(begin));
            ++m_at;
            if (exponent && m_at < m_text.size() && (m_text[m_at] == '-' || m_text[m_at] == '+') && digit_at(m_at + 1))
                ++m_at;
        }
        return m_text.substr(begin, m_at - begin);
    }

    Index number()
    {
        const auto position = m_at;
        const auto word = number_word();
        ExpressionNode node;
        const auto digits = is_hexadecimal(word) ? word.substr(2) : word;
        std::int64_t value = 0;
        const auto [after, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal(word) ? 16 : 10);
        const bool all = after == digits.data() + digits.size();
        if (all && error == std::errc::result_out_of_range)
            return fail("this number does not fit into 64 bits.", position);
        // "2.0" is real, as in C: 7 / 2.0 is 3.5.
        const bool pointed = word.find('.') != std::string_view::npos;
        if (all && error == std::errc {})
            node.value = ExpressionValue::of(value);
        else if (const auto integer = pointed ? std::nullopt : parse_integer(word))
            node.value = ExpressionValue::of(*integer);
        else if (const auto real = parse_real(word))
            node.value = ExpressionValue::of(*real);
        else
            return fail("expected a number, for example 33, 0x1f or 0.5.", position);
        return add(node, position);
    }

    std::string_view word()
    {
        skip_blanks();
        const auto begin = m_at;
        while (m_at < m_text.size() && is_word(m_text[m_at]))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    Index named()
    {
        const auto position = m_at;
        const auto name = word();
        skip_blanks();
        const auto bracket = m_at;
        if (take("[")) {
            const auto index = conditional();
            if (!index || !closed(index, "]", bracket))
                return std::nullopt;
            return add(
                { .operation = Operator::element, .name = index_of(m_tree.arrays, name, position), .operands = { *index } },
                position);
        }
        if (take("("))
            return name == "sum" ? sum(position) : call(name, position, bracket);
        return add({ .operation = Operator::name, .name = index_of(m_tree.numbers, name, position) }, position);
    }

    Index sum(std::size_t position)
    {
        const auto array = word();
        if (!is_name(array) || !take(")"))
            return fail("the operand of `sum` must be the name of an array, as in sum(x).", position);
        return add({ .operation = Operator::sum, .name = index_of(m_tree.arrays, array, position) }, position);
    }

    Index call(std::string_view name, std::size_t position, std::size_t parenthesis)
    {
        const auto* const found = std::ranges::find(kFunctions, name, &Function::name);
        if (found == kFunctions.end())
            return fail(fmt::format("unknown function `{}`.", name), position);
        ExpressionNode node { .operation = found->operation, .binary = found->binary, .compute = found->compute };
        std::size_t count = 0;
        Index operand;
        do {
            operand = conditional();
            if (!operand)
                return operand;
            if (count < found->operands)
                node.operands.at(count) = *operand;
            ++count;
        } while (take(","));
        if (!closed(operand, ")", parenthesis))
            return std::nullopt;
        if (count != found->operands)
            return fail(
                fmt::format("`{}` has {} operand{}, not {}.", name, found->operands, found->operands == 1 ? "" : "s", count),
                position);
        return add(node, position);
    }

    std::string_view m_text;
    Expression::Caret m_caret;
    std::size_t m_at = 0;
    ExpressionTree m_tree;
    std::string m_problem;
    std::size_t m_position = 0;
};

} // namespace

Result<ExpressionTree> parse_expression(std::string_view text, Expression::Caret caret)
{
    if (text.size() > kMaxCharacters)
        return Error { fmt::format("an expression can have at most {} characters, not {}.", kMaxCharacters, text.size()) };
    return Parser { text, caret }.run();
}

bool is_name(std::string_view text)
{
    return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word);
}

} // namespace warpstage::problem
