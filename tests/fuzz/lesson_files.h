// The files of a lesson in one text, each after a line "=== name".
#pragma once

#include "core/base/text.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace warpstage::fuzz {

inline void write_lesson_files(const std::filesystem::path& folder, std::string_view text)
{
    constexpr std::string_view kMark = "=== ";
    std::ofstream file(folder / "lesson.toml", std::ios::binary);
    for (const std::string_view line : text::split(text, '\n')) {
        const std::string name(line.starts_with(kMark) ? line.substr(kMark.size()) : std::string_view {});
        const bool plain =
            !name.empty() && name.size() < 100 && name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
        if (plain && name != "." && name != "..")
            file = std::ofstream(folder / name, std::ios::binary);
        else
            file << line << '\n';
    }
}

} // namespace warpstage::fuzz
