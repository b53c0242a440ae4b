#include "core/live/kernel_subset.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace warpstage::live {

namespace {

// A C++ token: word, string or character; comments and white space are skipped.
struct Token {
    std::size_t begin = 0;
    std::size_t end = 0;
};

bool begins_word(char character)
{
    return std::isalpha(static_cast<unsigned char>(character)) != 0 || character == '_';
}

bool in_word(char character)
{
    return begins_word(character) || std::isdigit(static_cast<unsigned char>(character)) != 0;
}

// End of the string or character literal whose quote is at `at`; the end of the text if it is not closed.
std::size_t behind_literal(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
        if (text[at] == '\\')
            ++at;
    }
    return std::min(at + 1, text.size());
}

// End of R"mark(...)mark" whose quote is at `at`.
std::size_t behind_raw_string(std::string_view text, std::size_t at)
{
    const auto open = text.find('(', at);
    if (open == std::string_view::npos)
        return text.size();
    const auto close = text.find(")" + std::string { text.substr(at + 1, open - at - 1) } + "\"", open);
    return close == std::string_view::npos ? text.size() : close + (open - at) + 1;
}

std::vector<Token> tokens_of(std::string_view text)
{
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const auto rest = text.substr(at);
        const auto begin = at;
        if (rest.starts_with("//")) {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (rest.starts_with("/*")) {
            const auto end = text.find("*/", at + 2);
            at = end == std::string_view::npos ? text.size() : end + 2;
            continue;
        }
        if (rest.starts_with("R\"")) {
            at = behind_raw_string(text, at + 1);
        } else if (text[at] == '"' || text[at] == '\'') {
            at = behind_literal(text, at);
        } else if (in_word(text[at])) { // digit separators (1'000) would look like character quotes
            const bool number = !begins_word(text[at]);
            while (at < text.size() && (in_word(text[at]) || (number && text[at] == '\'')))
                ++at;
        } else if (std::isspace(static_cast<unsigned char>(text[at])) != 0 || text[at] == '\\') {
            ++at;
            continue;
        } else {
            ++at;
        }
        tokens.push_back({ begin, at });
    }
    return tokens;
}

class Subset {
public:
    Subset(std::string_view source, const KernelNames& kernels)
        : m_source(source)
        , m_kernels(kernels)
        , m_tokens(tokens_of(source))
        , m_result(source)
    {
    }

    std::optional<std::string> make()
    {
        // From the end, so that positions before a change stay valid.
        for (std::size_t i = m_tokens.size(); i-- > 0;) {
            if (word(i) == "__global__" && !leave_out_unless_wanted(i))
                return std::nullopt;
        }
        return m_left_out ? std::optional { std::move(m_result) } : std::nullopt;
    }

private:
    [[nodiscard]] std::string_view word(std::size_t token) const
    {
        if (token >= m_tokens.size())
            return {};
        return m_source.substr(m_tokens[token].begin, m_tokens[token].end - m_tokens[token].begin);
    }

    // End of the bracket pair that opens at `open`.
    [[nodiscard]] std::size_t behind_brackets(std::size_t open, std::string_view closing) const
    {
        const auto opening = word(open);
        std::size_t depth = 0;
        for (std::size_t i = open; i < m_tokens.size(); ++i) {
            if (word(i) == opening)
                ++depth;
            else if (word(i) == closing && --depth == 0)
                return i + 1;
            else if (word(i) == "(" && opening != "(") // f<(4 > 2)>
                i = behind_brackets(i, ")") - 1;
        }
        return m_tokens.size();
    }

    void blank(std::size_t first, std::size_t end)
    {
        for (auto at = m_tokens[first].begin; at < m_tokens[end - 1].end; ++at) {
            if (m_result[at] != '\n' && m_result[at] != '\\')
                m_result[at] = ' ';
        }
    }

    // False if no name is found.
    bool leave_out_unless_wanted(std::size_t global)
    {
        struct Attribute {
            std::size_t first;
            std::size_t end;
        };
        std::vector<Attribute> attributes; // that only kernels may have
        for (std::size_t i = global + 1; i < m_tokens.size(); ++i) {
            const auto name = word(i);
            if (!begins_word(name.front()) && name != "*" && name != "&" && name != "[" && name != "]")
                return false;
            const auto next = word(i + 1);
            if (name.starts_with("__") && next == "(") {
                const auto end = behind_brackets(i + 1, ")");
                attributes.push_back({ i, end });
                i = end - 1;
                continue;
            }
            const bool instance = next == "<" && word(behind_brackets(i + 1, ">")) == "(";
            if (next != "(" && !instance)
                continue;
            if (m_kernels.contains(name))
                return true;
            m_left_out = true;
            for (const auto& attribute : attributes)
                blank(attribute.first, attribute.end);
            const bool only_names_an_instance = global > 0 && word(global - 1) == "template";
            if (global > 1 && word(global - 1) == "\"C\"" && word(global - 2) == "extern")
                blank(global - 2, global); // static functions have no external linkage
            const auto& place = m_tokens[global];
            m_result.replace(place.begin, place.end - place.begin,
                only_names_an_instance ? "__device__" : "[[maybe_unused]] static __device__");
            return true;
        }
        return false;
    }

    std::string_view m_source;
    const KernelNames& m_kernels;
    std::vector<Token> m_tokens;
    std::string m_result;
    bool m_left_out = false;
};

} // namespace

std::optional<std::string> with_only(std::string_view source, const KernelNames& kernels)
{
    return Subset { source, kernels }.make();
}

} // namespace warpstage::live
