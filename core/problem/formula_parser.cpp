// Text -> tree, by recursive descent.
#include "core/problem/characters.h"
#include "core/problem/formula_tree.h"
#include "core/problem/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace warpstage::problem {

namespace {

using Node = Formula::Node;
using Tree = std::unique_ptr<const Node>;
using Operator = FormulaOperator;

// Nobody types more, and the depth of parentheses stays bounded.
constexpr std::size_t kLongestFormula = 256;

bool is_dotted_word(char character)
{
    return is_word(character) || character == '.';
}

struct NamedFunction {
    std::string_view name;
    std::size_t arguments;
    Operator what;
    double (*compute)(double, double);
};

constexpr std::array kFunctions {
    NamedFunction { "abs", 1, Operator::absolute, nullptr },
    NamedFunction { "min", 2, Operator::minimum, nullptr },
    NamedFunction { "max", 2, Operator::maximum, nullptr },
    NamedFunction { "float", 1, Operator::to_float, nullptr },
    NamedFunction { "floor", 1, Operator::function,
        [](double a, double) {
            return std::floor(a);
        } },
    NamedFunction { "ceil", 1, Operator::function,
        [](double a, double) {
            return std::ceil(a);
        } },
    NamedFunction { "round", 1, Operator::function,
        [](double a, double) {
            return std::round(a);
        } },
    NamedFunction { "sqrt", 1, Operator::function,
        [](double a, double) {
            return std::sqrt(a);
        } },
    NamedFunction { "rsqrt", 1, Operator::function,
        [](double a, double) {
            return 1.0 / std::sqrt(a);
        } },
    NamedFunction { "exp", 1, Operator::function,
        [](double a, double) {
            return std::exp(a);
        } },
    NamedFunction { "exp2", 1, Operator::function,
        [](double a, double) {
            return std::exp2(a);
        } },
    NamedFunction { "log", 1, Operator::function,
        [](double a, double) {
            return std::log(a);
        } },
    NamedFunction { "log2", 1, Operator::function,
        [](double a, double) {
            return std::log2(a);
        } },
    NamedFunction { "sin", 1, Operator::function,
        [](double a, double) {
            return std::sin(a);
        } },
    NamedFunction { "cos", 1, Operator::function,
        [](double a, double) {
            return std::cos(a);
        } },
    NamedFunction { "tan", 1, Operator::function,
        [](double a, double) {
            return std::tan(a);
        } },
    NamedFunction { "pow", 2, Operator::function,
        [](double a, double b) {
            return std::pow(a, b);
        } },
};

struct Symbol {
    std::string_view text;
    Operator what;
};
// From the loosest to the tightest; within a level, a longer symbol before one that it begins with.
constexpr std::array kOr { Symbol { "||", Operator::either } };
constexpr std::array kAnd { Symbol { "&&", Operator::both } };
constexpr std::array kBitOr { Symbol { "|", Operator::bit_or } };
constexpr std::array kBitAnd { Symbol { "&", Operator::bit_and } };
constexpr std::array kEquality { Symbol { "==", Operator::equal }, Symbol { "!=", Operator::unequal } };
constexpr std::array kOrder { Symbol { "<=", Operator::less_equal }, Symbol { ">=", Operator::greater_equal },
    Symbol { "<", Operator::less }, Symbol { ">", Operator::greater } };
constexpr std::array kShift { Symbol { "<<", Operator::shift_left }, Symbol { ">>", Operator::shift_right } };
constexpr std::array kSum { Symbol { "+", Operator::add }, Symbol { "-", Operator::subtract } };
constexpr std::array kProduct { Symbol { "*", Operator::multiply }, Symbol { "/", Operator::divide },
    Symbol { "%", Operator::remainder } };
constexpr std::array<std::span<const Symbol>, 9> kLevels { kOr, kAnd, kBitOr, kBitAnd, kEquality, kOrder, kShift, kSum,
    kProduct };

Tree make(Operator what, Tree first = nullptr, Tree second = nullptr, Tree third = nullptr)
{
    auto node = std::make_unique<Node>();
    node->what = what;
    for (auto* operand : { &first, &second, &third }) {
        if (*operand != nullptr)
            node->operands.push_back(std::move(*operand));
    }
    return node;
}

// After the first problem every function returns null, and m_problem says what it was.
class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
        , m_rest(text)
    {
    }

    Result<Tree> run()
    {
        Tree tree = m_text.size() > kLongestFormula ? nullptr : choice();
        skip_blanks();
        if (tree != nullptr && m_rest.empty())
            return tree;
        return Error { m_problem.empty() ? std::string { kNoFormula } : m_problem };
    }

private:
    Tree fail(std::string problem)
    {
        if (m_problem.empty())
            m_problem = std::move(problem);
        return nullptr;
    }

    void skip_blanks()
    {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
    }

    bool take(std::string_view symbol)
    {
        skip_blanks();
        if (!m_rest.starts_with(symbol))
            return false;
        m_rest.remove_prefix(symbol.size());
        return true;
    }

    // "|" is no sign of its own where it begins "||", nor "<" where it begins "<<".
    bool take_operator(const Symbol& symbol)
    {
        skip_blanks();
        if (!m_rest.starts_with(symbol.text))
            return false;
        const std::string_view after = m_rest.substr(symbol.text.size());
        if (symbol.text.size() == 1 && std::string_view { "|&<>" }.find(symbol.text) != std::string_view::npos
            && after.starts_with(symbol.text))
            return false;
        m_rest = after;
        return true;
    }

    Tree choice()
    {
        Tree condition = binary(0);
        if (condition == nullptr || !take("?"))
            return condition;
        Tree yes = choice();
        if (yes == nullptr)
            return nullptr;
        if (!take(":"))
            return fail("a `:` is missing behind the `?`");
        Tree no = choice();
        if (no == nullptr)
            return nullptr;
        return make(Operator::choose, std::move(condition), std::move(yes), std::move(no));
    }

    Tree binary(std::size_t level)
    {
        if (level == kLevels.size())
            return sign();
        Tree left = binary(level + 1);
        while (left != nullptr) {
            const auto symbols = kLevels.at(level);
            const auto found = std::ranges::find_if(symbols, [this](const Symbol& symbol) { return take_operator(symbol); });
            if (found == symbols.end())
                return left;
            Tree right = binary(level + 1);
            if (right == nullptr)
                return nullptr;
            left = make(found->what, std::move(left), std::move(right));
        }
        return nullptr;
    }

    Tree sign()
    {
        bool negative = false;
        while (take("-"))
            negative = !negative;
        skip_blanks();
        if (m_rest.starts_with('!') && !m_rest.starts_with("!=")) {
            m_rest.remove_prefix(1);
            Tree operand = sign();
            if (operand == nullptr)
                return nullptr;
            operand = make(Operator::invert, std::move(operand));
            return negative ? make(Operator::negate, std::move(operand)) : std::move(operand);
        }
        Tree value = power();
        return value != nullptr && negative ? make(Operator::negate, std::move(value)) : std::move(value);
    }

    Tree power()
    {
        Tree base = primary();
        if (base == nullptr || !take("^"))
            return base;
        Tree exponent = power();
        if (exponent == nullptr)
            return nullptr;
        return make(Operator::power, std::move(base), std::move(exponent));
    }

    std::string_view word()
    {
        std::size_t length = 0;
        while (length < m_rest.size() && is_dotted_word(m_rest[length]))
            ++length;
        // The sign of "1e-6".
        if (length > 1 && is_digit(m_rest.front()) && (m_rest[length - 1] == 'e' || m_rest[length - 1] == 'E')
            && length + 1 < m_rest.size() && (m_rest[length] == '-' || m_rest[length] == '+') && is_digit(m_rest[length + 1])) {
            ++length;
            while (length < m_rest.size() && is_digit(m_rest[length]))
                ++length;
        }
        const auto taken = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return taken;
    }

    Tree primary()
    {
        if (take("(")) {
            Tree value = choice();
            if (value != nullptr && !take(")"))
                return fail("a closing parenthesis is missing");
            return value;
        }
        skip_blanks();
        const auto taken = word();
        if (taken.empty())
            return nullptr;
        if (!is_digit(taken.front()) && taken.front() != '.')
            return named(taken);
        auto node = std::make_unique<Node>();
        // "2.0" is real, as in C: whoever writes the point means 7 / 2.0 to be 3.5.
        const auto whole = taken.find('.') == std::string_view::npos ? parse_integer(taken) : std::nullopt;
        if (whole)
            node->value = *whole;
        else if (const auto real = parse_real(taken))
            node->value = *real;
        else
            return nullptr;
        return node;
    }

    Tree named(std::string_view taken)
    {
        if (!is_name(taken))
            return nullptr;
        if (take("["))
            return element(taken);
        if (take("("))
            return call(taken);
        auto node = std::make_unique<Node>();
        node->what = Operator::name;
        node->name = std::string { taken };
        return node;
    }

    Tree element(std::string_view array)
    {
        Tree index = choice();
        if (index == nullptr)
            return nullptr;
        if (!take("]"))
            return fail("a closing bracket is missing");
        auto node = std::make_unique<Node>();
        node->what = Operator::element;
        node->name = std::string { array };
        node->operands.push_back(std::move(index));
        return node;
    }

    Tree call(std::string_view name)
    {
        auto node = std::make_unique<Node>();
        node->name = std::string { name };
        if (name == "sum") {
            skip_blanks();
            node->what = Operator::sum;
            node->name = std::string { word() };
            if (!is_name(node->name))
                return fail("sum wants the name of an array, as in sum(x)");
            return take(")") ? Tree { std::move(node) } : fail("a closing parenthesis is missing");
        }
        const auto* const found = std::ranges::find(kFunctions, name, &NamedFunction::name);
        if (found == kFunctions.end())
            return fail(fmt::format("there is no function `{}`", name));
        node->what = found->what;
        node->compute = found->compute;
        do {
            Tree argument = choice();
            if (argument == nullptr)
                return nullptr;
            node->operands.push_back(std::move(argument));
        } while (take(","));
        if (!take(")"))
            return fail("a closing parenthesis is missing");
        if (node->operands.size() != found->arguments)
            return fail(fmt::format(
                "{} wants {}, not {}", name, found->arguments == 1 ? "one number" : "two numbers", node->operands.size()));
        return node;
    }

    std::string_view m_text;
    std::string_view m_rest;
    std::string m_problem;
};

} // namespace

Result<std::unique_ptr<const Formula::Node>> parse_formula(std::string_view text)
{
    return Parser { text }.run();
}

bool is_name(std::string_view text)
{
    return !text.empty() && !is_digit(text.front())
        && std::ranges::all_of(text, [](char character) { return is_dotted_word(character) && character != '.'; });
}

} // namespace warpstage::problem
