#include "core/lesson/own_lesson.h"

#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/lesson/files/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace warpstage::lesson {

namespace {

namespace fs = std::filesystem;

bool is_id(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

// Whether the line sets `key` at the top level, before the first table.
bool sets(std::string_view line, std::string_view key)
{
    line = text::trim(line);
    if (!line.starts_with(key))
        return false;
    return text::trim(line.substr(key.size())).starts_with('=');
}

std::string renamed(std::string_view toml, const Lesson& lesson, const std::string& name)
{
    std::string result;
    bool in_table = false;
    for (const auto line : text::split(toml, '\n')) {
        in_table = in_table || text::trim(line).starts_with('[');
        if (!result.empty())
            result += '\n';
        if (!in_table && sets(line, "id"))
            result += fmt::format("id = \"{}\"", name);
        else if (!in_table && sets(line, "title") && lesson.title.find_first_of("\"\\") == std::string::npos)
            result += fmt::format("title = \"{} ({})\"", lesson.title, name);
        else
            result += line;
    }
    return result;
}

Result<void> write_files(const std::vector<std::pair<std::string, std::string>>& files, const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error { fmt::format("Folder {} cannot be created: {}.", folder.string(), failed.message()) };
    for (const auto& [name, text] : files) {
        if (auto written = write_whole_file(folder / name, text); !written)
            return Error { fmt::format("{} cannot be written: {}.", (folder / name).string(), written.error().message) };
    }
    return {};
}

// The contents of buffers and the headers of a capture.
constexpr std::array kFolders { "buffers", "source" };

Result<void> copy_folders(const fs::path& from, const fs::path& to)
{
    std::error_code failed;
    for (const char* name : kFolders) {
        if (fs::is_directory(from / name, failed))
            fs::copy(from / name, to / name, fs::copy_options::recursive, failed);
        if (failed && failed != std::errc::no_such_file_or_directory)
            return Error { fmt::format("{} cannot be written: {}.", (to / name).string(), failed.message()) };
    }
    return {};
}

} // namespace

Result<fs::path> save_own_lesson(
    const Lesson& lesson, const std::string& source, const std::string& name, const fs::path& folder, const std::string& ptx)
{
    if (!is_id(name))
        return Error { fmt::format(
            "A lesson id may contain only lower-case letters, digits, - and _, as in my-{}: `{}` is invalid.", lesson.id, name) };
    if (name == lesson.id)
        return Error { fmt::format("`{}` is the id of the original lesson: choose another name.", name) };
    const fs::path place = folder / name;
    std::error_code ignored;
    if (fs::exists(place, ignored))
        return Error { fmt::format("{} already exists. Choose another name.", place.string()) };
    const auto toml = read_lesson_file(lesson.folder, "lesson.toml", "The lesson was deleted while it was open.");
    if (!toml)
        return toml.error();

    std::vector<std::pair<std::string, std::string>> files { { "lesson.toml", renamed(*toml, lesson, name) },
        { "kernels.cu", source }, { "notes.md", lesson.notes }, { "kernels.ptx", ptx.empty() ? lesson.ptx_text : ptx } };
    for (const auto& build : lesson.builds) {
        if (build.partial)
            continue;
        files.emplace_back("kernels." + build.name + ".ptx", build.ptx_text);
    }
    auto written = write_files(files, place);
    if (written)
        written = copy_folders(lesson.folder, place);
    if (!written) {
        for (const auto& file : files)
            fs::remove(place / file.first, ignored);
        for (const char* part : kFolders)
            fs::remove_all(place / part, ignored);
        fs::remove(place, ignored);
        return written.error();
    }
    return place;
}

} // namespace warpstage::lesson
