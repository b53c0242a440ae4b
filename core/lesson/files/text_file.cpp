#include "core/lesson/files/text_file.h"

#include "core/base/text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace warpstage::lesson {

namespace {

TextFormat format_of(std::string_view file)
{
    return file.ends_with(".toml") ? TextFormat::toml
        : file.ends_with(".ptx")   ? TextFormat::ptx
        : file.ends_with(".md")    ? TextFormat::notes
                                   : TextFormat::source;
}

} // namespace

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
    if (!std::filesystem::exists(path, error))
        return Error { fmt::format("{} is missing: {}.", shown_name(folder, file), advice) };
    // The program itself links kernels.cu to a user's file, so that saving the file is seen.
    if (!is_below(path, folder) && std::filesystem::weakly_canonical(path, error).extension() != ".cu")
        return Error { fmt::format(
            "{} is a link that leaves the folder of the lesson. Copy the file.", shown_name(folder, file)) };
    const TextFormat format = format_of(file);
    auto text = read_whole_file(path, limits_of(format).bytes);
    if (!text)
        return Error { fmt::format("{} cannot be read: {}.", shown_name(folder, file), text.error().message) };
    if (const auto excess = excess_of(*text, format))
        return Error { fmt::format(
            "{}:{}: {}.", shown_name(folder, file), std::max<std::uint64_t>(excess->line, 1), excess->reason) };
    if (text::trim(*text).empty())
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
