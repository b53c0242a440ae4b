#include "core/ptx/parser/token_stream.h"

#include <fmt/format.h>

namespace warpstage::ptx {

TokenStream::TokenStream(std::string_view text, std::string_view name)
    : m_lexer(text)
    , m_name(name)
{
    advance();
}

void TokenStream::advance()
{
    m_next = m_lexer.next();
    if (m_next.kind == Token::Kind::broken)
        fail(m_next.line, m_next.text);
}

Token TokenStream::take()
{
    const Token token = m_next;
    if (!failed())
        advance();
    return token;
}

bool TokenStream::accept(char punctuation)
{
    if (!m_next.is(punctuation))
        return false;
    advance();
    return true;
}

bool TokenStream::accept_directive(std::string_view directive)
{
    if (!m_next.is_directive(directive))
        return false;
    advance();
    return true;
}

bool TokenStream::expect(char punctuation, std::string_view where)
{
    return accept(punctuation) || fail_expected(fmt::format("`{}` {}", punctuation, where));
}

std::optional<Token> TokenStream::expect(Token::Kind kind, std::string_view what)
{
    if (m_next.kind == kind)
        return take();
    fail_expected(what);
    return std::nullopt;
}

bool TokenStream::fail(std::uint32_t line, std::string_view sentence)
{
    if (!failed())
        m_error = Error { fmt::format("{}:{}: {}.", m_name, line, sentence) };
    m_next = { Token::Kind::end, {}, line };
    return false;
}

bool TokenStream::fail_expected(std::string_view what)
{
    return fail(m_next.line, fmt::format("expected {}, found {}", what, described(m_next)));
}

std::string described(const Token& token)
{
    // Hostile text may contain a word of a megabyte.
    constexpr std::size_t kMax = 80;
    if (token.kind == Token::Kind::end)
        return "the end of the text";
    if (token.text.size() > kMax)
        return fmt::format("`{}...`", token.text.substr(0, kMax));
    return fmt::format("`{}`", token.text);
}

} // namespace warpstage::ptx
