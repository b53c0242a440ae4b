#include "core/layout/expression.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/layout/functions.h"
#include "core/layout/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace warpstage::layout {

namespace {

constexpr int kMaxNesting = 64;

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Value whole()
    {
        Value value = expression();
        if (!at_end())
            wrong("the end of the expression");
        return value;
    }

private:
    [[noreturn]] void wrong(const std::string& expected) const
    {
        const auto found =
            m_at < m_text.size() ? fmt::format("`{}` was found", m_text.substr(m_at, 1)) : std::string { "the text ends" };
        throw LayoutRefusal { fmt::format("Column {} of `{}`: {} is expected, but {}.", m_at + 1, m_text, expected, found) };
    }

    void skip_spaces()
    {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
            ++m_at;
    }

    bool at_end()
    {
        skip_spaces();
        return m_at == m_text.size();
    }

    char peek() { return at_end() ? '\0' : m_text[m_at]; }

    bool take(char c)
    {
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }

    void need(char c)
    {
        if (!take(c))
            wrong(fmt::format("`{}`", c));
    }

    // The sign of a composition: `o`, or the character U+2218.
    bool take_composition()
    {
        constexpr std::string_view kRing = "\xe2\x88\x98";
        skip_spaces();
        const auto rest = m_text.substr(m_at);
        if (rest.starts_with(kRing)) {
            m_at += kRing.size();
            return true;
        }
        if (!rest.starts_with('o') || (rest.size() > 1 && std::isalnum(static_cast<unsigned char>(rest[1])) != 0))
            return false;
        ++m_at;
        return true;
    }

    std::string_view word()
    {
        skip_spaces();
        const std::size_t first = m_at;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 || m_text[m_at] == '_'))
            ++m_at;
        return m_text.substr(first, m_at - first);
    }

    std::int64_t number()
    {
        skip_spaces();
        if (m_at < m_text.size() && m_text[m_at] == '_')
            ++m_at;
        const std::size_t first = m_at;
        if (m_at < m_text.size() && m_text[m_at] == '-')
            ++m_at;
        while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0)
            ++m_at;
        const auto digits = m_text.substr(first, m_at - first);
        const auto value = number_in<std::int32_t>(digits);
        if (!value) {
            m_at = first;
            wrong(digits.empty() || digits == "-" ? "a number" : "a number with at most 31 bits");
        }
        return *value;
    }

    bool at_number()
    {
        const char c = peek();
        if (c == '_')
            return m_at + 1 < m_text.size()
                && (std::isdigit(static_cast<unsigned char>(m_text[m_at + 1])) != 0 || m_text[m_at + 1] == '-');
        return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-';
    }

    Value expression()
    {
        if (++m_nesting > kMaxNesting)
            throw LayoutRefusal { fmt::format("The expression is nested more than {} times.", kMaxNesting) };
        Value value = std::isalpha(static_cast<unsigned char>(peek())) != 0 ? named() : literal();
        --m_nesting;
        return value;
    }

    // A number, a tuple or `_`, and after a colon its stride.
    Value literal()
    {
        Tile tile = tile_literal();
        if (!take(':'))
            return tile;
        const IntTuple shape = int_tuple_in(tile);
        const IntTuple stride = int_tuple_in(tile_literal());
        const Layout layout { shape, stride };
        if (!congruent(shape, stride))
            throw LayoutRefusal { fmt::format(
                "The shape `{}` and the stride `{}` must be nested in the same way.", text_of(shape), text_of(stride)) };
        check_range(layout);
        return ComposedLayout { .swizzle = {}, .offset = 0, .layout = layout };
    }

    Tile tile_literal()
    {
        if (at_number())
            return Tile { number() };
        if (take('_'))
            return Tile { Tile::Underscore {} };
        if (!take('('))
            wrong("a number, `_` or `(`");
        Tile::Modes modes;
        do {
            Value mode = expression();
            if (auto* tile = std::get_if<Tile>(&mode))
                modes.push_back(std::move(*tile));
            else if (const auto* layout = std::get_if<ComposedLayout>(&mode); layout != nullptr && layout->swizzle.is_identity())
                modes.push_back(Tile { layout->layout });
            else
                throw LayoutRefusal { fmt::format("`{}` cannot be a part of a tuple.", text_of(mode)) };
        } while (take(','));
        need(')');
        return Tile { std::move(modes) };
    }

    Value named()
    {
        const std::size_t first = m_at;
        const std::string name { word() };
        if (name == "Sw" || name == "Swizzle" || name == "S")
            return swizzle_and_rest();
        const auto known = all_functions();
        const auto found = std::ranges::find(known, name, [](const Function& it) { return it.help.name; });
        if (found == known.end()) {
            std::vector<std::string> names;
            for (const Function& it : known)
                names.emplace_back(it.help.name);
            const auto near = text::nearest(name, names);
            m_at = first;
            throw LayoutRefusal { near.empty()
                    ? fmt::format("Unknown function `{}`. Functions: {}.", name, fmt::join(names, ", "))
                    : fmt::format("Unknown function `{}`. Did you mean `{}`?", name, near) };
        }
        need('(');
        std::vector<Value> arguments;
        if (peek() != ')') {
            do
                arguments.push_back(expression());
            while (take(','));
        }
        need(')');
        if (arguments.size() < found->min_arguments || arguments.size() > found->max_arguments)
            throw LayoutRefusal { fmt::format(
                "`{}` takes ({}), not {} operands.", name, found->help.parameters, arguments.size()) };
        Value value = found->call(arguments);
        if (const auto* composed = std::get_if<ComposedLayout>(&value))
            check_range(composed->layout);
        return value;
    }

    Value swizzle_and_rest()
    {
        need('<');
        const auto bits = number();
        need(',');
        const auto base = number();
        need(',');
        const auto shift = number();
        need('>');
        Swizzle swizzle = checked_swizzle({ static_cast<int>(bits), static_cast<int>(base), static_cast<int>(shift) });
        if (!take_composition())
            return swizzle;
        std::int64_t offset = 0;
        if (peek() == 's') { // smem_ptr[16b](unset): the swizzle is one of bytes
            const auto element_bits = pointer_bits();
            if (element_bits > 8)
                swizzle = upcast(swizzle, element_bits / 8);
            else
                swizzle = downcast(swizzle, 8 / element_bits);
            if (!take_composition())
                wrong("`o`");
            return composed(swizzle, 0, expression());
        }
        Value next = expression();
        if (take_composition()) {
            const IntTuple tuple = int_tuple_in(next);
            if (tuple.is_tuple() || tuple.value() < 0)
                throw LayoutRefusal { fmt::format("The offset `{}` must be a number of elements.", text_of(tuple)) };
            offset = tuple.value();
            next = expression();
        }
        return composed(swizzle, offset, next);
    }

    static Value composed(const Swizzle& swizzle, std::int64_t offset, const Value& layout)
    {
        ComposedLayout result = composed_in(layout);
        if (!result.swizzle.is_identity() || result.offset != 0)
            throw LayoutRefusal { "A swizzle can be composed with a layout, but not with a layout that already has one." };
        result.swizzle = swizzle;
        result.offset = offset;
        return result;
    }

    std::int64_t pointer_bits()
    {
        if (word() != "smem_ptr")
            wrong("`smem_ptr`");
        need('[');
        const auto bits = number();
        if (bits < 1 || bits > 128 || (bits & (bits - 1)) != 0)
            throw LayoutRefusal { fmt::format("Elements have 1, 2, 4, 8, 16, 32, 64 or 128 bits, not {}.", bits) };
        need('b');
        need(']');
        need('(');
        word();
        need(')');
        return bits;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_nesting = 0;
};

} // namespace

Result<Value> evaluate(std::string_view text)
{
    if (text.size() > kMaxExpressionCharacters)
        return Error { fmt::format(
            "The expression has {} characters; at most {} are permitted.", text.size(), kMaxExpressionCharacters) };
    return refusal_as_error<Value>([&] { return Parser(text).whole(); });
}

Result<ComposedLayout> as_layout(const Value& value)
{
    return refusal_as_error<ComposedLayout>([&] { return composed_in(value); });
}

Result<ComposedLayout> evaluate_layout(std::string_view text)
{
    const auto value = evaluate(text);
    if (!value)
        return value.error();
    return as_layout(*value);
}

Result<Swizzle> parse_swizzle(std::string_view text)
{
    const bool has_name = text.find('<') != std::string_view::npos;
    const auto value = evaluate(has_name ? std::string { text } : fmt::format("Sw<{}>", text));
    if (!value)
        return value.error();
    const auto* swizzle = std::get_if<Swizzle>(&*value);
    return swizzle != nullptr ? Result<Swizzle> { *swizzle }
                              : Error { fmt::format("`{}` must be a swizzle, for example `3,3,3`.", text) };
}

std::string text_of(const Tile& tile)
{
    if (const auto* number = std::get_if<std::int64_t>(&tile.value))
        return std::to_string(*number);
    if (const auto* layout = std::get_if<Layout>(&tile.value))
        return text_of(*layout);
    if (!tile.is_tuple())
        return "_";
    std::string text = "(";
    for (const Tile& mode : tile.modes())
        text += (text.size() > 1 ? "," : "") + text_of(mode);
    return text + ")";
}

std::string text_of(const Value& value)
{
    return std::visit([](const auto& it) { return text_of(it); }, value);
}

std::vector<FunctionHelp> functions()
{
    std::vector<FunctionHelp> result;
    for (const Function& it : all_functions())
        result.push_back(it.help);
    return result;
}

} // namespace warpstage::layout
