#include "app/cli/paragraph.h"

#include "core/base/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace warpstage::cli {

namespace {

void add_words(std::vector<std::string>& lines, std::string_view paragraph, std::size_t columns)
{
    std::string line;
    for (const auto word : text::split(paragraph, ' ')) {
        if (word.empty())
            continue;
        if (!line.empty() && text::columns_of(line) + 1 + text::columns_of(word) > columns) {
            lines.push_back(line);
            line.clear();
        }
        line += (line.empty() ? "" : " ") + std::string { word };
    }
    if (!line.empty())
        lines.push_back(std::move(line));
}

} // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t columns)
{
    std::vector<std::string> lines;
    for (const auto paragraph : text::split(text, '\n'))
        add_words(lines, paragraph, columns);
    return lines;
}

std::string hanging(std::string_view first, std::string_view text, std::size_t indent, std::size_t columns)
{
    const auto lines = wrapped(text, columns > indent ? columns - indent : 1);
    std::string written { first };
    bool begun = !first.empty() && text::columns_of(first) >= indent; // no space left on the line
    for (const auto& line : lines) {
        if (begun)
            written = text::without_trailing_spaces(std::move(written)) + "\n" + std::string(indent, ' ');
        else
            written = text::left_aligned(written, indent);
        written += line;
        begun = true;
    }
    return text::without_trailing_spaces(std::move(written)) + "\n";
}

std::size_t output_columns()
{
    constexpr std::size_t kFewest = 50;
    constexpr std::size_t kMax = 110; // longer lines are hard to read
    winsize size {};
    if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return kUsualColumns;
    return std::clamp<std::size_t>(size.ws_col, kFewest, kMax);
}

} // namespace warpstage::cli
