#include "core/lesson/files/text_file.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace warpstage::lesson {

std::string shown_name(const std::filesystem::path& folder, std::string_view file)
{
    // "lessons/06-nbody/" has an empty last part.
    const auto& named = folder.has_filename() ? folder : folder.parent_path();
    return (named.filename() / file).generic_string();
}

Result<std::string> read_lesson_file(const std::filesystem::path& folder, std::string_view file, std::string_view advice)
{
    const auto path = folder / file;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error { fmt::format("{} is missing: {}.", shown_name(folder, file), advice) };
    std::ifstream stream { path, std::ios::binary };
    std::string text { std::istreambuf_iterator<char> { stream }, {} };
    if (stream.bad() || !stream.is_open())
        return Error { fmt::format("{} cannot be read: check its permissions.", shown_name(folder, file)) };
    if (text::trim(text).empty())
        return Error { fmt::format("{} is empty.", shown_name(folder, file)) };
    return text;
}

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    for (auto line : text::split(text, '\n')) {
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.emplace_back(line);
    }
    if (lines.back().empty())
        lines.pop_back();
    return lines;
}

} // namespace warpstage::lesson
