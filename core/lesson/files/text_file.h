// The text files of a lesson.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

// "06-nbody/kernels.cu": the name of a lesson's file in messages, without the parent folders.
[[nodiscard]] std::string shown_name(const std::filesystem::path& folder, std::string_view file);

// Errors: the file is missing (with `advice`), empty or unreadable.
[[nodiscard]] Result<std::string> read_lesson_file(
    const std::filesystem::path& folder, std::string_view file, std::string_view advice);

// Without line ends; a final line end does not start another line.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

} // namespace warpstage::lesson
