#include "core/base/plural_rule.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace warpstage::words {

namespace {

struct Operator {
    std::string_view sign;
    int level; // 0: lowest precedence
    std::uint64_t (*apply)(std::uint64_t a, std::uint64_t b);
};

// Longer operators before their prefixes.
constexpr std::array kOperators {
    Operator { "||", 0,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a != 0 || b != 0;
        } },
    Operator { "&&", 1,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a != 0 && b != 0;
        } },
    Operator { "==", 2,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a == b;
        } },
    Operator { "!=", 2,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a != b;
        } },
    Operator { "<=", 3,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a <= b;
        } },
    Operator { ">=", 3,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a >= b;
        } },
    Operator { "<", 3,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a < b;
        } },
    Operator { ">", 3,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return a > b;
        } },
    Operator { "%", 4,
        [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
            return b == 0 ? 0 : a % b;
        } },
};
constexpr int kTightest = 4;

// Parses and evaluates in one pass.
class Evaluation {
public:
    Evaluation(std::string_view expression, std::uint64_t n)
        : m_left(expression)
        , m_n(n)
    {
    }

    std::optional<std::uint64_t> run()
    {
        const std::uint64_t value = choice();
        return m_good && m_left.empty() ? std::optional(value) : std::nullopt;
    }

private:
    bool take(std::string_view sign)
    {
        if (!m_left.starts_with(sign))
            return false;
        m_left.remove_prefix(sign.size());
        return true;
    }

    std::uint64_t choice()
    {
        constexpr int kMaxDepth = 50;
        if (++m_depth > kMaxDepth) {
            m_good = false;
            return 0;
        }
        const std::uint64_t condition = binary(0);
        if (!take("?")) {
            --m_depth;
            return condition;
        }
        const std::uint64_t then = choice();
        m_good = m_good && take(":");
        const std::uint64_t otherwise = choice();
        --m_depth;
        return condition != 0 ? then : otherwise;
    }

    std::uint64_t binary(int level)
    {
        if (level > kTightest)
            return operand();
        std::uint64_t value = binary(level + 1);
        for (;;) {
            const auto* const found = std::ranges::find_if(
                kOperators, [&](const Operator& one) { return one.level == level && m_left.starts_with(one.sign); });
            if (found == kOperators.end())
                return value;
            m_left.remove_prefix(found->sign.size());
            value = found->apply(value, binary(level + 1));
        }
    }

    std::uint64_t operand()
    {
        if (take("n"))
            return m_n;
        if (take("!"))
            return operand() == 0 ? 1 : 0;
        if (take("(")) {
            const std::uint64_t value = choice();
            m_good = m_good && take(")");
            return value;
        }
        std::uint64_t number = 0;
        const auto [after, error] = std::from_chars(m_left.data(), m_left.data() + m_left.size(), number);
        m_good = m_good && error == std::errc {};
        m_left.remove_prefix(static_cast<std::size_t>(after - m_left.data()));
        return number;
    }

    std::string_view m_left;
    std::uint64_t m_n;
    int m_depth = 0;
    bool m_good = true;
};

} // namespace

std::optional<PluralRule> PluralRule::parse(std::string_view header)
{
    constexpr std::string_view kForms = "nplurals=";
    constexpr std::string_view kPlural = "plural=";
    PluralRule rule;
    std::string packed { header };
    std::erase_if(packed, [](unsigned char c) { return std::isspace(c) != 0; });
    const std::string_view text = packed;
    const auto forms = text.find(kForms);
    const auto plural = text.find(kPlural, forms == std::string_view::npos ? 0 : forms + kForms.size());
    if (forms == std::string_view::npos || plural == std::string_view::npos)
        return std::nullopt;
    const auto digits = text.substr(forms + kForms.size());
    if (std::from_chars(digits.data(), digits.data() + digits.size(), rule.m_forms).ec != std::errc {} || rule.m_forms == 0)
        return std::nullopt;
    const auto begin = plural + kPlural.size();
    rule.m_expression = std::string { text.substr(begin, text.find(';', begin) - begin) };
    if (!Evaluation(rule.m_expression, 1).run())
        return std::nullopt;
    return rule;
}

std::uint32_t PluralRule::form_of(std::uint64_t count) const
{
    const std::uint64_t form = Evaluation(m_expression, count).run().value_or(0);
    return form < m_forms ? static_cast<std::uint32_t>(form) : 0;
}

} // namespace warpstage::words
