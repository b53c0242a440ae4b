#include "core/lesson/host_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpstage::lesson {

namespace {

using HostLines = std::vector<std::string>;

bool is_comment(const std::string& line)
{
    return line.starts_with("//");
}

// The comment block that contains the line, and the first line after it.
HostPlace place_of_comment(const HostLines& lines, std::size_t at)
{
    std::size_t first = at;
    while (first > 0 && is_comment(lines[first - 1]))
        --first;
    std::size_t code = at;
    while (code + 1 < lines.size() && is_comment(lines[code]))
        ++code;
    return { static_cast<std::uint32_t>(first + 1), static_cast<std::uint32_t>(code + 1) };
}

} // namespace

HostPlace host_place(const Lesson& lesson, std::size_t variant)
{
    const HostLines& lines = lesson.host_lines;
    if (variant >= lesson.variants.size())
        return {};
    const std::string name = fmt::format("`{}`", lesson.variants[variant].id);
    const auto named = std::ranges::find_if(
        lines, [&](const std::string& line) { return is_comment(line) && line.find(name) != std::string::npos; });
    if (named != lines.end())
        return place_of_comment(lines, static_cast<std::size_t>(named - lines.begin()));
    const auto main = std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("int main("); });
    if (main == lines.end())
        return {};
    const auto at = static_cast<std::size_t>(main - lines.begin());
    HostPlace place { static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(at + 1) };
    if (at > 0 && is_comment(lines[at - 1]))
        place.first = place_of_comment(lines, at - 1).first;
    return place;
}

} // namespace warpstage::lesson
