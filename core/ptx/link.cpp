#include "core/ptx/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpstage::ptx {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kDebugLabel = "$L__info_string"; // numbered from 0 in each text

bool is_word_character(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '$' || character == '%'
        || character == '.';
}

// The end of the comment, string, word or single character at `at`.
std::size_t end_of_token(std::string_view text, std::size_t at)
{
    if (text.substr(at).starts_with("//"))
        return std::min(text.find('\n', at), text.size());
    if (text[at] == '"') {
        const auto quote = text.find('"', at + 1);
        return quote == kNone ? text.size() : quote + 1;
    }
    const auto first = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = std::find_if_not(first, text.end(), is_word_character);
    return last == first ? at + 1 : static_cast<std::size_t>(last - text.begin());
}

// Tokens without white space and comments.
std::vector<std::string_view> tokens_of(std::string_view text)
{
    std::vector<std::string_view> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_token(text, at);
        const auto token = text.substr(at, end - at);
        if (!token.starts_with("//") && std::isspace(static_cast<unsigned char>(token.front())) == 0)
            tokens.push_back(token);
        at = end;
    }
    return tokens;
}

// A directive at module scope: one line, or up to its semicolon or the end of its body.
std::size_t end_of_statement(std::string_view text, std::size_t begin)
{
    constexpr std::array<std::string_view, 5> kOfOneLine { ".version", ".target", ".address_size", ".file", ".loc" };
    const auto directive = text.substr(begin, end_of_token(text, begin) - begin);
    if (std::ranges::find(kOfOneLine, directive) != kOfOneLine.end())
        return std::min(text.find('\n', begin), text.size());
    int depth = 0;
    for (std::size_t at = begin; at < text.size();) {
        const std::size_t end = end_of_token(text, at);
        const char first = text[at];
        depth += first == '{' ? 1 : first == '}' ? -1 : 0;
        const auto next = text.find_first_not_of(" \t\r\n", end);
        const bool initializer = first == '}' && next != kNone && text[next] == ';';
        if (depth == 0 && (first == ';' || (first == '}' && !initializer)))
            return end;
        at = end;
    }
    return text.size();
}

struct Statement {
    std::string_view text;
    std::string_view directive; // the first word without the linkage: ".func", ".global", ".file"
    std::string_view linkage; // ".visible", ".extern", ".weak", ".common" or nothing
    std::string_view name; // of a function or variable
    bool defines = false; // false: a declaration only

    [[nodiscard]] bool is_function() const { return directive == ".func" || directive == ".entry"; }
};

// The name stands before the parameters, the brackets of an array, the initializer or the end.
std::string_view name_in(std::span<const std::string_view> tokens, bool function)
{
    std::string_view last;
    int depth = 0;
    for (const auto token : tokens) {
        const bool ends = token == "[" || token == "=" || token == ";" || token == "{" || (token == "(" && !last.empty());
        if (depth == 0 && ends && !last.empty())
            return last;
        depth += token == "(" ? 1 : token == ")" ? -1 : 0;
        const bool number = std::isdigit(static_cast<unsigned char>(token.front())) != 0;
        if (depth == 0 && is_word_character(token.front()) && token.front() != '.' && (function || !number))
            last = token;
    }
    return last;
}

Statement statement_of(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kLinkages { ".visible", ".extern", ".weak", ".common" };
    constexpr std::array<std::string_view, 5> kNamed { ".func", ".entry", ".global", ".const", ".shared" };
    const auto tokens = tokens_of(text);
    std::span<const std::string_view> rest = tokens;
    Statement statement;
    statement.text = text;
    if (std::ranges::find(kLinkages, rest.front()) != kLinkages.end() && rest.size() > 1) {
        statement.linkage = rest.front();
        rest = rest.subspan(1);
    }
    statement.directive = rest.front();
    if (std::ranges::find(kNamed, statement.directive) == kNamed.end())
        return statement;
    statement.name = name_in(rest.subspan(1), statement.is_function());
    statement.defines = statement.is_function() ? std::ranges::find(rest, "{") != rest.end() : statement.linkage != ".extern";
    return statement;
}

std::vector<Statement> statements_of(std::string_view text)
{
    std::vector<Statement> statements;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t token_end = end_of_token(text, at);
        const bool between = text.substr(at).starts_with("//") || std::isspace(static_cast<unsigned char>(text[at])) != 0;
        const std::size_t end = between ? token_end : end_of_statement(text, at);
        if (!between)
            statements.push_back(statement_of(text.substr(at, end - at)));
        at = end;
    }
    return statements;
}

std::uint32_t number_of(std::string_view word)
{
    std::uint32_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

// "9.0", "sm_90a": the order of versions and targets.
auto order_of(std::string_view word)
{
    const auto digits = word.substr(std::min(word.size(), word.find_first_of("0123456789")));
    const auto dot = digits.find('.');
    return std::tuple { number_of(digits), dot == kNone ? 0 : number_of(digits.substr(dot + 1)), word.size() };
}

class Linker {
public:
    void add(std::string_view text, std::size_t number)
    {
        const auto statements = statements_of(text);
        m_names.clear();
        for (const Statement& statement : statements) {
            const bool local = !statement.name.empty() && statement.linkage.empty();
            if (local && m_known.contains(std::string { statement.name }))
                m_names.emplace(statement.name, fmt::format("{}$unit{}", statement.name, number));
        }
        m_label_suffix = fmt::format("_{}", number);
        m_first_file = m_files;
        for (const Statement& statement : statements)
            add(statement);
        for (const Statement& statement : statements)
            m_known.insert(std::string { statement.name });
    }

    [[nodiscard]] std::string text() const
    {
        return fmt::format(".version {}\n.target {}\n.address_size 64\n{}", m_version, m_target, m_text);
    }

private:
    void add(const Statement& statement)
    {
        if (statement.directive == ".version")
            return keep_newest(m_version, statement);
        if (statement.directive == ".target")
            return keep_newest(m_target, statement);
        if (statement.directive == ".address_size")
            return;
        if (!statement.name.empty() && is_repeated(statement))
            return;
        append(statement.text);
        m_text += '\n';
    }

    static void keep_newest(std::string& newest, const Statement& statement)
    {
        const auto words = tokens_of(statement.text);
        if (words.size() > 1 && (newest.empty() || order_of(newest) < order_of(words[1])))
            newest = words[1];
    }

    // Parameters of a repeated declaration would be declared twice.
    bool is_repeated(const Statement& statement)
    {
        const auto renamed = m_names.find(statement.name);
        const std::string name { renamed == m_names.end() ? statement.name : renamed->second };
        const bool mergeable = statement.linkage == ".weak" || statement.linkage == ".common";
        if (statement.defines)
            return !m_defined.insert(name).second && mergeable;
        return m_defined.contains(name) || !m_declared.insert(name).second;
    }

    void append(std::string_view text)
    {
        bool file = false; // the next word is the number of a file
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = end_of_token(text, at);
            const auto word = text.substr(at, end - at);
            at = end;
            if (std::isspace(static_cast<unsigned char>(word.front())) != 0) {
                m_text += word;
                continue;
            }
            const auto renamed = m_names.find(word);
            if (file) {
                m_files = std::max(m_files, m_first_file + number_of(word));
                m_text += std::to_string(m_first_file + number_of(word));
            } else if (renamed != m_names.end()) {
                m_text += renamed->second;
            } else {
                m_text += word;
                m_text += word.starts_with(kDebugLabel) ? m_label_suffix : std::string {};
            }
            file = word == ".file" || word == ".loc" || word == "inlined_at";
        }
    }

    std::string m_text;
    std::string m_version;
    std::string m_target;
    std::set<std::string, std::less<>> m_known; // names of all texts before this one
    std::set<std::string, std::less<>> m_defined;
    std::set<std::string, std::less<>> m_declared;
    std::uint32_t m_files = 0; // the largest number of a file
    std::map<std::string, std::string, std::less<>> m_names; // new names of this text
    std::string m_label_suffix;
    std::uint32_t m_first_file = 0; // added to this text's numbers
};

} // namespace

std::string link(std::span<const std::string> texts)
{
    if (texts.size() == 1)
        return texts.front();
    Linker linker;
    for (std::size_t i = 0; i < texts.size(); ++i)
        linker.add(texts[i], i + 1);
    return linker.text();
}

} // namespace warpstage::ptx
