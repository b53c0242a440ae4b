#include "core/timing/advice/source_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <regex>
#include <vector>

namespace warpstage::timing {

namespace {

std::vector<std::string> lines_of(std::string_view source)
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin <= source.size()) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        lines.emplace_back(source.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string rejoined(const std::vector<std::string>& lines)
{
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? "" : "\n") + lines[i];
    return text;
}

// Without comments of one line and texts.
std::string code_of(const std::string& line)
{
    static const std::regex text(R"("([^"\\]|\\.)*")");
    const std::string code = line.substr(0, line.find("//"));
    return std::regex_replace(code, text, "\"\"");
}

struct Declaration {
    SharedArray array;
    std::size_t end_of_columns = 0; // position of the last ']' in its line
};

// `__shared__ float tile[32][32];`, with one declarator.
std::vector<Declaration> declarations(const std::vector<std::string>& lines)
{
    static const std::regex shape(R"(__shared__[^;=\[,]*\b([A-Za-z_]\w*)\s*(\[[^\]]+\])\s*(\[[^\]]+\])\s*;)");
    std::vector<Declaration> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        const std::string code = lines[i].substr(0, lines[i].find("//"));
        if (std::regex_search(code, match, shape))
            found.push_back({ { match[1].str(), static_cast<std::uint32_t>(i + 1) },
                static_cast<std::size_t>(match.position(3) + match.length(3) - 1) });
    }
    return found;
}

// The brackets after the name: at least two pairs.
bool has_two_indices(const std::string& code, std::size_t after)
{
    for (int pair = 0; pair < 2; ++pair) {
        after = code.find_first_not_of(' ', after);
        if (after == std::string::npos || code[after] != '[')
            return false;
        int depth = 0;
        do {
            depth += code[after] == '[' ? 1 : code[after] == ']' ? -1 : 0;
            ++after;
        } while (after < code.size() && depth > 0);
        if (depth != 0)
            return false;
    }
    return true;
}

// "threadIdx.x": the name of a member.
bool is_member(const std::string& code, std::size_t begin)
{
    return begin > 0 && (code[begin - 1] == '.' || (begin > 1 && code.compare(begin - 2, 2, "->") == 0));
}

// `&tile[0][0]`: a pointer, which may be used for rows or for wider words; not that of an atomic operation.
bool is_address(const std::string& code, std::size_t begin)
{
    static const std::regex atomic(R"(\batomic\w+\s*\(\s*$)");
    std::size_t end = begin;
    while (end > 0 && code[end - 1] == ' ')
        --end;
    if (end == 0 || code[end - 1] != '&' || (end > 1 && code[end - 2] == '&'))
        return false;
    return !std::regex_search(code.substr(0, end - 1), atomic);
}

// Calls `use` with the positions before and after each use of the name.
template <typename Use> void for_each_use(const std::string& code, const std::string& name, const Use& use)
{
    const std::regex word("\\b" + name + "\\b");
    for (auto at = std::sregex_iterator(code.begin(), code.end(), word); at != std::sregex_iterator(); ++at)
        if (const auto begin = static_cast<std::size_t>(at->position()); !is_member(code, begin))
            use(begin, begin + static_cast<std::size_t>(at->length()));
}

std::optional<Declaration> declaration_at(const std::vector<std::string>& lines, std::uint32_t line)
{
    if (line == 0 || line > lines.size())
        return {};
    const std::string code = code_of(lines[line - 1]);
    std::optional<Declaration> found;
    for (Declaration& declaration : declarations(lines)) {
        if (declaration.array.line >= line)
            break;
        bool used = false;
        for_each_use(
            code, declaration.array.name, [&](std::size_t, std::size_t after) { used = used || has_two_indices(code, after); });
        // Kernels may use the same name: the declaration before the line counts.
        if (used && found && found->array.name != declaration.array.name)
            return {};
        if (used)
            found = std::move(declaration);
    }
    return found;
}

// The kernel's body ends with the brace in the first column.
std::size_t end_of_function(const std::vector<std::string>& lines, std::size_t from)
{
    while (from < lines.size() && !lines[from].starts_with('}'))
        ++from;
    return from;
}

// Positions of a kernel in the text.
struct KernelSpan {
    std::size_t parameters = 0; // behind '('
    std::size_t body = 0; // its ')'
    std::size_t end = 0; // the closing brace
};

// The bracket that closes the one before `at`, outside of comments.
std::optional<std::size_t> closing(std::string_view text, std::size_t at, char open, char close)
{
    int depth = 1;
    for (; at < text.size(); ++at) {
        if (text.substr(at, 2) == "//")
            at = std::min(text.find('\n', at), text.size());
        else if (text.substr(at, 2) == "/*")
            at = std::min(text.find("*/", at), text.size());
        else if (text[at] == open)
            ++depth;
        else if (text[at] == close && --depth == 0)
            return at;
    }
    return {};
}

std::optional<KernelSpan> kernel_span(std::string_view source, std::string_view kernel)
{
    const std::string name { kernel.substr(0, kernel.find_first_of("<(")) };
    if (name.empty())
        return {};
    const std::regex definition(R"(__global__[^;{}]*?\b)" + name + R"(\s*\()");
    std::match_results<std::string_view::const_iterator> match;
    if (!std::regex_search(source.begin(), source.end(), match, definition))
        return {};
    KernelSpan span;
    span.parameters = static_cast<std::size_t>(match.position() + match.length());
    const auto body = closing(source, span.parameters, '(', ')');
    const std::size_t brace = body ? source.find_first_of("{;", *body) : std::string_view::npos;
    if (brace == std::string_view::npos || source[brace] == ';')
        return {};
    const auto end = closing(source, brace + 1, '{', '}');
    if (!end)
        return {};
    span.body = *body;
    span.end = *end;
    return span;
}

} // namespace

std::optional<std::string> restrict_pointers(std::string_view source, std::string_view kernel)
{
    const auto span = kernel_span(source, kernel);
    if (!span)
        return {};
    static const std::regex pointer(R"(\*\s*(__restrict__\s*)?([A-Za-z_]\w*)(?=\s*(,|$)))");
    const std::string parameters { source.substr(span->parameters, span->body - span->parameters) };
    int pointers = 0;
    bool changes = false;
    for (auto at = std::sregex_iterator(parameters.begin(), parameters.end(), pointer); at != std::sregex_iterator(); ++at) {
        ++pointers;
        changes = changes || !(*at)[1].matched;
    }
    if (pointers < 2 || !changes)
        return {};
    return std::string { source.substr(0, span->parameters) } + std::regex_replace(parameters, pointer, "* __restrict__ $2")
        + std::string { source.substr(span->body) };
}

bool loads_and_stores_in_loop(std::string_view source, std::string_view kernel)
{
    const auto span = kernel_span(source, kernel);
    if (!span)
        return false;
    static const std::regex pointer(R"(\*\s*(?:__restrict__\s*)?([A-Za-z_]\w*)\s*(?=,|$))");
    static const std::regex loop(R"(\b(?:for|while)\s*\()");
    const std::string parameters { source.substr(span->parameters, span->body - span->parameters) };
    const std::string body { source.substr(span->body, span->end - span->body) };
    std::string names;
    for (auto at = std::sregex_iterator(parameters.begin(), parameters.end(), pointer); at != std::sregex_iterator(); ++at)
        names += (names.empty() ? "" : "|") + (*at)[1].str();
    if (names.empty())
        return false;
    const std::regex access("\\b(?:" + names + R"()\s*\[)");
    const std::regex store("\\b(?:" + names + R"()\s*\[[^;]*\]\s*[-+*/|&^]?=[^=])");
    for (auto at = std::sregex_iterator(body.begin(), body.end(), loop); at != std::sregex_iterator(); ++at) {
        const auto condition = closing(body, static_cast<std::size_t>(at->position() + at->length()), '(', ')');
        const std::size_t first = condition ? body.find_first_not_of(" \t\n", *condition + 1) : std::string::npos;
        if (first == std::string::npos)
            continue;
        const std::size_t end = body[first] == '{' ? closing(body, first + 1, '{', '}').value_or(body.size())
                                                   : std::min(body.find(';', first), body.size());
        // Each store is also an access; what remains are loads, which would wait for the stores.
        const std::string code = body.substr(first, end - first);
        const auto count = [&](const std::regex& what) {
            return std::distance(std::sregex_iterator(code.begin(), code.end(), what), std::sregex_iterator());
        };
        const auto stores = count(store);
        if (stores > 0 && count(access) > stores)
            return true;
    }
    return false;
}

std::optional<std::string> swap_indices(std::string_view source, std::string_view kernel)
{
    const auto span = kernel_span(source, kernel);
    if (!span)
        return {};
    static const std::regex index(R"(\b(threadIdx|blockIdx|blockDim|gridDim)\.([xy])\b)");
    const std::string body { source.substr(span->body, span->end - span->body) };
    if (body.find("threadIdx.x") == std::string::npos || body.find("threadIdx.y") == std::string::npos)
        return {};
    std::string text { source.substr(0, span->body) };
    std::size_t done = 0;
    for (auto at = std::sregex_iterator(body.begin(), body.end(), index); at != std::sregex_iterator(); ++at) {
        const auto letter = static_cast<std::size_t>(at->position(2));
        text += body.substr(done, letter - done) + (body[letter] == 'x' ? 'y' : 'x');
        done = letter + 1;
    }
    return text + body.substr(done) + std::string { source.substr(span->end) };
}

bool is_shared_atomic(std::string_view source, std::uint32_t line)
{
    const auto lines = lines_of(source);
    if (line == 0 || line > lines.size())
        return false;
    static const std::regex update(R"(\batomic\w+\s*\(\s*(?:&\s*)?([A-Za-z_]\w*))");
    std::smatch match;
    const std::string code = code_of(lines[line - 1]);
    if (!std::regex_search(code, match, update))
        return false;
    const std::regex declaration(R"(__shared__[^;]*\b)" + match[1].str() + R"(\b)");
    return std::ranges::any_of(lines, [&](const std::string& other) { return std::regex_search(code_of(other), declaration); });
}

std::optional<SharedArray> shared_array_at(std::string_view source, std::uint32_t line)
{
    const auto found = declaration_at(lines_of(source), line);
    return found ? std::optional { found->array } : std::nullopt;
}

std::optional<std::string> pad_shared_array(std::string_view source, std::uint32_t line)
{
    auto lines = lines_of(source);
    const auto found = declaration_at(lines, line);
    if (!found)
        return {};
    bool safe = true;
    const std::size_t end = end_of_function(lines, found->array.line);
    for (std::size_t i = found->array.line; i < end; ++i) {
        const std::string code = code_of(lines[i]);
        for_each_use(code, found->array.name, [&](std::size_t begin, std::size_t after) {
            safe = safe && has_two_indices(code, after) && !is_address(code, begin);
        });
    }
    if (!safe)
        return {};
    lines[found->array.line - 1].insert(found->end_of_columns, " + 1");
    return rejoined(lines);
}

std::optional<std::string> unroll_loop(std::string_view source, std::uint32_t line, std::uint32_t count)
{
    auto lines = lines_of(source);
    if (line == 0 || line > lines.size())
        return {};
    static const std::regex loop(R"(^\s*for\s*\()");
    const std::string& text = lines[line - 1];
    if (!std::regex_search(text, loop) || (line > 1 && lines[line - 2].find("#pragma") != std::string::npos))
        return {};
    const std::string indent = text.substr(0, text.find_first_not_of(" \t"));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line - 1), fmt::format("{}#pragma unroll {}", indent, count));
    return rejoined(lines);
}

std::optional<std::string> remove_barrier_at(std::string_view source, std::uint32_t line)
{
    constexpr std::string_view kBarrier = "__syncthreads();";
    auto lines = lines_of(source);
    if (line == 0 || line > lines.size())
        return {};
    std::string& text = lines[line - 1];
    const auto found = text.find(kBarrier);
    if (found == std::string::npos || text.find(kBarrier, found + 1) != std::string::npos)
        return {};
    text.replace(found, kBarrier.size(), ";"); // it may be the statement of an `if`
    return rejoined(lines);
}

} // namespace warpstage::timing
