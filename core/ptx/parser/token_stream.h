// The tokens of one text with one token of look-ahead, and the first error of the parser. After an error only `end` follows, so
// every loop of the parser ends and the first error is the one that is reported.
#pragma once

#include "core/base/result.h"
#include "core/ptx/parser/lexer.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpstage::ptx {

class TokenStream {
public:
    // `name` identifies the text in messages.
    TokenStream(std::string_view text, std::string_view name);

    [[nodiscard]] const Token& peek() const { return m_next; }
    Token take();

    // Takes the next token if it is this one.
    bool accept(char punctuation);
    bool accept_directive(std::string_view directive);

    // As accept(), but a different token is an error: "expected `;` after the operands, found `foo`".
    bool expect(char punctuation, std::string_view where);
    // The next token, which must be of this kind; `what` is its name in messages: "a register name".
    [[nodiscard]] std::optional<Token> expect(Token::Kind kind, std::string_view what);

    // Keeps the first error. Always returns false, for `return fail(...)`.
    bool fail(std::uint32_t line, std::string_view sentence);
    bool fail_expected(std::string_view what);

    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    [[nodiscard]] const Error& error() const { return *m_error; }

private:
    void advance();

    Lexer m_lexer;
    std::string_view m_name;
    Token m_next;
    std::optional<Error> m_error;
};

// "`foo`" or "the end of the text".
[[nodiscard]] std::string described(const Token& token);

} // namespace warpstage::ptx
