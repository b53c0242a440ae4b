#include "core/ptx/parser/lexer.h"

#include <algorithm>
#include <array>

namespace warpstage::ptx {

namespace {

enum CharacterClass : std::uint8_t { kOther = 0, kSpace = 1, kDigit = 2, kNameStart = 4, kPunctuation = 8 };

constexpr auto kClasses = [] {
    std::array<std::uint8_t, 256> classes {};
    const auto assign = [&classes](std::string_view characters, CharacterClass to) {
        for (const char c : characters)
            classes[static_cast<unsigned char>(c)] = to;
    };
    assign(" \t\r\n\v\f", kSpace);
    assign("0123456789", kDigit);
    assign("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$%", kNameStart);
    assign(",;:{}[]()<>@!|+-=", kPunctuation);
    return classes;
}();

constexpr std::uint8_t class_of(char character)
{
    return kClasses[static_cast<unsigned char>(character)];
}

constexpr bool continues_name(char character)
{
    return (class_of(character) & (kNameStart | kDigit)) != 0;
}

// The length of the comment at the start of the text; 0: no comment; npos: an unterminated comment.
std::size_t comment_length(std::string_view text)
{
    if (text.starts_with("//"))
        return std::min(text.find('\n'), text.size());
    if (!text.starts_with("/*"))
        return 0;
    const std::size_t close = text.find("*/", 2);
    return close == std::string_view::npos ? close : close + 2;
}

} // namespace

Lexer::Lexer(std::string_view text)
    : m_rest(text)
{
}

// False for an unterminated comment.
bool Lexer::skip_space_and_comments()
{
    while (!m_rest.empty()) {
        if (class_of(m_rest.front()) == kSpace) {
            m_line += m_rest.front() == '\n' ? 1U : 0U;
            m_rest.remove_prefix(1);
            continue;
        }
        const std::size_t length = comment_length(m_rest);
        if (length == 0)
            return true;
        if (length == std::string_view::npos)
            return false;
        m_line +=
            static_cast<std::uint32_t>(std::count(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
        m_rest.remove_prefix(length);
    }
    return true;
}

Token Lexer::take(Token::Kind kind, std::size_t length)
{
    const Token token { kind, m_rest.substr(0, length), m_line };
    m_rest.remove_prefix(length);
    return token;
}

Token Lexer::broken(std::string_view sentence)
{
    m_rest = {};
    return { Token::Kind::broken, sentence, m_line };
}

// Dots join the parts of an opcode and of a special register; "::" joins the parts of a modifier ("L1::evict_last").
std::size_t Lexer::word_length() const
{
    std::size_t length = 1;
    while (true) {
        if (continues_name(at(length)) || (at(length) == '.' && continues_name(at(length + 1))))
            ++length;
        else if (at(length) == ':' && at(length + 1) == ':' && continues_name(at(length + 2)))
            length += 2;
        else
            return length;
    }
}

std::size_t Lexer::number_length() const
{
    // Only a decimal number has an exponent: in "0x1e-4" the minus sign is an operator.
    const bool decimal = at(0) != '0' || at(1) == '.' || class_of(at(1)) == kDigit;
    std::size_t length = 1;
    while (continues_name(at(length)) || at(length) == '.'
        || (decimal && (at(length) == '-' || at(length) == '+') && (at(length - 1) == 'e' || at(length - 1) == 'E')
            && class_of(at(length + 1)) == kDigit))
        ++length;
    return length;
}

Token Lexer::string_token()
{
    std::size_t length = 1;
    while (at(length) != '"') {
        if (length >= m_rest.size() || at(length) == '\n')
            return broken("unterminated string; add the missing `\"`");
        length += at(length) == '\\' && at(length + 1) != '\n' ? 2U : 1U;
    }
    const Token token { Token::Kind::string, m_rest.substr(1, length - 1), m_line };
    m_rest.remove_prefix(length + 1);
    return token;
}

Token Lexer::next()
{
    if (!skip_space_and_comments())
        return broken("unterminated comment; add the missing `*/`");
    if (m_rest.empty())
        return { Token::Kind::end, {}, m_line };
    const char first = m_rest.front();
    switch (class_of(first)) {
    case kNameStart:
        return take(Token::Kind::word, word_length());
    case kDigit:
        return take(Token::Kind::number, number_length());
    case kPunctuation:
        return take(Token::Kind::punctuation, 1);
    default:
        break;
    }
    if (first == '"')
        return string_token();
    if (first == '.' && continues_name(at(1))) {
        std::size_t length = 1;
        while (continues_name(at(length)))
            ++length;
        return take(Token::Kind::directive, length);
    }
    return broken("invalid character; the text is damaged or is not PTX");
}

std::string collapsed(std::string_view text)
{
    std::string line;
    line.reserve(text.size());
    bool space = false;
    while (!text.empty()) {
        const std::size_t comment = text.front() == '/' ? comment_length(text) : 0;
        if (comment != 0 || class_of(text.front()) == kSpace) {
            space = true;
            text.remove_prefix(std::min(std::max<std::size_t>(comment, 1), text.size()));
            continue;
        }
        if (space && !line.empty())
            line += ' ';
        space = false;
        line += text.front();
        text.remove_prefix(1);
    }
    return line;
}

} // namespace warpstage::ptx
