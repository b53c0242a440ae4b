// PTX text -> tokens. Tokens are views into the text; nothing is copied.
// Source: PTX ISA, section 4 (source format, comments, identifiers, constants).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpstage::ptx {

struct Token {
    enum class Kind : std::uint8_t {
        word, // an identifier with its dotted parts: "ld.param.u64", "%tid.x", "%r1", "$L__BB0_2"
        directive, // ".reg", ".b32": the text includes the dot
        number, // "41", "0x1F", "0f3F800000", "9.0": a sign is punctuation
        string, // the text is without the quotes
        punctuation, // one character
        broken, // the text is the error sentence
        end,
    };
    Kind kind = Kind::end;
    std::string_view text;
    std::uint32_t line = 0; // 1-based

    [[nodiscard]] bool is(char character) const { return kind == Kind::punctuation && text.front() == character; }
    [[nodiscard]] bool is_directive(std::string_view directive) const { return kind == Kind::directive && text == directive; }
};

class Lexer {
public:
    explicit Lexer(std::string_view text);

    // After the last token, or after an invalid one, only `end` follows.
    [[nodiscard]] Token next();

private:
    [[nodiscard]] bool skip_space_and_comments();
    [[nodiscard]] Token take(Token::Kind kind, std::size_t length);
    [[nodiscard]] Token broken(std::string_view sentence);
    [[nodiscard]] Token string_token();
    [[nodiscard]] std::size_t word_length() const;
    [[nodiscard]] std::size_t number_length() const;
    [[nodiscard]] char at(std::size_t offset) const { return offset < m_rest.size() ? m_rest[offset] : '\0'; }

    std::string_view m_rest;
    std::uint32_t m_line = 1;
};

// The text on one line, without comments and with single spaces, for messages and figures.
[[nodiscard]] std::string collapsed(std::string_view text);

} // namespace warpstage::ptx
