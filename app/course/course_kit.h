// The folder that students of a course get, and the lecturer's copy of the exercises.
#pragma once

#include "app/course/course_pages.h"
#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace warpstage::course {

// Creates the folders. `lecturer`: empty, none. Errors: one lies in the other, so that students would get the solutions.
[[nodiscard]] Result<void> prepare_kit(const std::filesystem::path& folder, const std::filesystem::path& lecturer);

// Pages and exercises: without solutions for students, complete for the lecturer. Errors: a file cannot be read or written.
[[nodiscard]] Result<void> write_kit(
    const std::filesystem::path& folder, const std::filesystem::path& lecturer, const Course& course);

// Errors: a sentence that names the path. The second one creates a folder with those above it.
[[nodiscard]] Result<void> write_course_file(const std::filesystem::path& file, std::string_view text);
[[nodiscard]] Result<void> create_course_folder(const std::filesystem::path& folder);

} // namespace warpstage::course
