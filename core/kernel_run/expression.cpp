#include "core/kernel_run/expression.h"

#include "core/base/text.h"
#include "core/problem/number.h"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <vector>

namespace warpstage::kernel_run {

namespace {

// Nobody types more, and the depth of parentheses stays bounded.
constexpr std::size_t kLongestExpression = 256;

bool is_word(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9') || character == '_' || character == '.';
}

bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

// Recursive descent. After the first problem every function returns nothing, and m_problem says what it was.
class Evaluation {
public:
    Evaluation(std::string_view text, const Names& names)
        : m_text(text)
        , m_rest(text)
        , m_names(names)
    {
    }

    Result<std::int64_t> run()
    {
        const auto value = m_text.size() > kLongestExpression ? std::nullopt : sum();
        skip_blanks();
        if (value && m_rest.empty())
            return *value;
        const auto problem = m_problem.empty() ? std::string { "take a number such as 1024, 2^20 or n*4" } : m_problem;
        return Error { fmt::format("`{}` is no whole number: {}", m_text, problem) };
    }

private:
    using Value = std::optional<std::int64_t>;

    Value fail(std::string problem)
    {
        if (m_problem.empty())
            m_problem = std::move(problem);
        return std::nullopt;
    }

    void skip_blanks()
    {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
    }

    bool take(char character)
    {
        skip_blanks();
        if (!m_rest.starts_with(character))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    Value too_large() { return fail("it does not fit into 64 bits"); }

    Value sum()
    {
        auto left = product();
        while (left) {
            const bool plus = take('+');
            if (!plus && !take('-'))
                return left;
            const auto right = product();
            if (!right)
                return right;
            std::int64_t value = 0;
            const bool overflow =
                plus ? __builtin_add_overflow(*left, *right, &value) : __builtin_sub_overflow(*left, *right, &value);
            left = overflow ? too_large() : Value { value };
        }
        return left;
    }

    Value product()
    {
        auto left = sign();
        while (left) {
            if (take('*')) {
                const auto right = sign();
                if (!right)
                    return right;
                std::int64_t value = 0;
                left = __builtin_mul_overflow(*left, *right, &value) ? too_large() : Value { value };
                continue;
            }
            const bool divide = take('/');
            if (!divide && !take('%'))
                return left;
            const auto right = sign();
            if (!right)
                return right;
            if (*right == 0)
                return fail("it divides by zero");
            if (*left == std::numeric_limits<std::int64_t>::min() && *right == -1)
                return too_large();
            left = divide ? *left / *right : *left % *right;
        }
        return left;
    }

    Value sign()
    {
        bool negative = false;
        while (take('-'))
            negative = !negative;
        const auto value = power();
        std::int64_t negated = 0;
        if (!value || !negative)
            return value;
        return __builtin_sub_overflow(std::int64_t { 0 }, *value, &negated) ? too_large() : Value { negated };
    }

    Value power()
    {
        const auto base = primary();
        if (!base || !take('^'))
            return base;
        const auto exponent = power();
        if (!exponent)
            return exponent;
        if (*exponent < 0 || *exponent > 63)
            return fail("an exponent is 0 to 63");
        std::int64_t value = 1;
        for (std::int64_t i = 0; i < *exponent; ++i) {
            if (__builtin_mul_overflow(value, *base, &value))
                return too_large();
        }
        return value;
    }

    Value primary()
    {
        if (take('(')) {
            const auto value = sum();
            return value && !take(')') ? fail("a closing parenthesis is missing") : value;
        }
        skip_blanks();
        std::size_t length = 0;
        while (length < m_rest.size() && is_word(m_rest[length]))
            ++length;
        const auto word = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        if (word.empty())
            return std::nullopt;
        if (!is_digit(word.front()))
            return named(word);
        if (const auto number = problem::parse_integer(word))
            return *number;
        return std::nullopt;
    }

    Value named(std::string_view word)
    {
        if (const auto found = m_names.find(word); found != m_names.end())
            return found->second;
        if (m_names.empty())
            return fail(fmt::format("nothing before it is called `{}`", word));
        std::vector<std::string> known;
        for (const auto& [name, value] : m_names)
            known.push_back(name);
        return fail(fmt::format("nothing before it is called `{}`, only {}", word, text::alternatives(known)));
    }

    std::string_view m_text;
    std::string_view m_rest;
    const Names& m_names;
    std::string m_problem;
};

} // namespace

Result<std::int64_t> evaluate(std::string_view text, const Names& names)
{
    return Evaluation { text, names }.run();
}

bool is_name(std::string_view text)
{
    if (text.empty() || is_digit(text.front()))
        return false;
    for (const char character : text) {
        if (!is_word(character) || character == '.')
            return false;
    }
    return true;
}

} // namespace warpstage::kernel_run
