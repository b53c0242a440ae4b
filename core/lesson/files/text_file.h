// The text files of a lesson.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

// "06-nbody/kernels.cu": how messages name a file of a lesson, whatever folder the lessons stand in.
[[nodiscard]] std::string shown_name(const std::filesystem::path& folder, std::string_view file);

// Errors: the file is missing (with `advice` on what to do), empty or cannot be read.
[[nodiscard]] Result<std::string> read_lesson_file(
    const std::filesystem::path& folder, std::string_view file, std::string_view advice);

// Without line ends; a last line end opens no further line.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

} // namespace warpstage::lesson
