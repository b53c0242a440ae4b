#include "core/lesson/kernel_lines.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace warpstage::lesson {

namespace {

constexpr std::string_view kQualifier = "__global__";

bool in_word(char c)
{
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// The text with comments replaced by blanks, so positions do not change.
std::string without_comments(std::string_view source)
{
    std::string code { source };
    for (std::size_t i = 0; i + 1 < code.size(); ++i) {
        if (code[i] != '/' || (code[i + 1] != '/' && code[i + 1] != '*'))
            continue;
        const bool line = code[i + 1] == '/';
        auto end = code.find(line ? "\n" : "*/", i + 2);
        end = end == std::string::npos ? code.size() : end + (line ? 0 : 2);
        for (; i < end; ++i)
            if (code[i] != '\n')
                code[i] = ' ';
    }
    return code;
}

// The position of the last word before the parameters of the function whose qualifier ends at `at`; launch bounds also have
// parentheses.
std::string_view name_behind(std::string_view code, std::size_t at)
{
    for (;;) {
        const auto open = code.find('(', at);
        if (open == std::string_view::npos)
            return {};
        auto end = open;
        while (end > at && std::isspace(static_cast<unsigned char>(code[end - 1])) != 0)
            --end;
        auto begin = end;
        while (begin > at && in_word(code[begin - 1]))
            --begin;
        const auto word = code.substr(begin, end - begin);
        if (word != "__launch_bounds__")
            return word;
        at = code.find(')', open);
        if (at == std::string_view::npos)
            return {};
    }
}

std::uint32_t line_at(std::string_view text, std::size_t at)
{
    return 1 + static_cast<std::uint32_t>(std::ranges::count(text.substr(0, at), '\n'));
}

std::size_t closing_brace(std::string_view code, std::size_t at)
{
    int depth = 0;
    for (auto i = code.find('{', at); i < code.size(); ++i) {
        depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return code.size();
}

} // namespace

std::optional<KernelLines> kernel_lines(std::string_view source, std::string_view kernel)
{
    const auto name = kernel.substr(0, kernel.find_first_of("<@("));
    const auto code = without_comments(source);
    const std::string_view view { code };
    for (auto at = view.find(kQualifier); at != std::string_view::npos; at = view.find(kQualifier, at + 1)) {
        if (name_behind(view, at + kQualifier.size()) != name)
            continue;
        const auto lines = text::split(source, '\n');
        KernelLines found { 0, line_at(view, at), line_at(view, std::min(closing_brace(view, at), view.size())) };
        const auto line_begins = [&](std::uint32_t line, std::string_view word) {
            return line >= 1 && text::trim(lines[line - 1]).starts_with(word);
        };
        while (line_begins(found.first - 1, "template"))
            --found.first;
        found.comment = found.first;
        while (line_begins(found.comment - 1, "//"))
            --found.comment;
        return found;
    }
    return std::nullopt;
}

} // namespace warpstage::lesson
