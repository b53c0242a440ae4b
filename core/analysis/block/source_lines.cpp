#include "core/analysis/block/source_lines.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>

namespace warpstage::analysis {

namespace {

struct CodeLine {
    std::uint32_t number = 0;
    std::string_view text;
    std::size_t hash = 0; // lines of text: the comparison is quadratic and runs in every frame after a switch
};

bool alike(const CodeLine& a, const CodeLine& b)
{
    return a.hash == b.hash && a.text == b.text;
}

// The lines of the executed functions. Between them, after a brace without indentation, may be other kernels and comments.
std::vector<CodeLine> body_of(const std::vector<std::string>& lines, const KernelReport& report)
{
    std::vector<CodeLine> body;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    for (const LineReport& line : report.lines) {
        if (line.line == 0 || line.line > lines.size())
            continue;
        first = first == 0 ? line.line : std::min(first, line.line);
        last = std::max(last, line.line);
    }
    bool inside = true;
    for (std::uint32_t number = first; number != 0 && number <= last; ++number) {
        const std::string& line = lines[number - 1];
        const std::string_view text = text::trim(line);
        inside = inside || std::ranges::find(report.lines, number, &LineReport::line) != report.lines.end();
        if (inside && !text.empty())
            body.push_back({ number, text, std::hash<std::string_view> {}(text) });
        inside = inside && !line.starts_with('}');
    }
    return body;
}

} // namespace

std::vector<std::uint32_t> changed_lines(
    const std::vector<std::string>& lines, const KernelReport& before, const KernelReport& now)
{
    const std::vector<CodeLine> old = body_of(lines, before);
    const std::vector<CodeLine> present = body_of(lines, now);
    // Longest common subsequence of the text from line i of the old and line k of the new kernel on.
    const std::size_t width = present.size() + 1;
    std::vector<std::uint32_t> lengths((old.size() + 1) * width);
    const auto common = [&](std::size_t i, std::size_t k) -> std::uint32_t& {
        return lengths[i * width + k];
    };
    for (std::size_t i = old.size(); i-- > 0;)
        for (std::size_t k = present.size(); k-- > 0;)
            common(i, k) = alike(old[i], present[k]) ? common(i + 1, k + 1) + 1 : std::max(common(i + 1, k), common(i, k + 1));
    std::vector<std::uint32_t> changed;
    std::size_t i = 0;
    std::size_t k = 0;
    while (k < present.size()) {
        if (i < old.size() && alike(old[i], present[k])) {
            ++i;
            ++k;
        } else if (i < old.size() && common(i + 1, k) >= common(i, k + 1)) {
            ++i;
        } else {
            changed.push_back(present[k].number);
            ++k;
        }
    }
    return changed;
}

std::string source_line(const std::vector<std::string>& lines, std::uint32_t line)
{
    return line == 0 || line > lines.size() ? std::string {} : std::string { text::trim(lines[line - 1]) };
}

} // namespace warpstage::analysis
