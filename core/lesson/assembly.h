// A lesson put together from its files, and everything that is wrong with them.
#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::lesson {

struct AssembledLesson {
    Lesson lesson; // good for use where there are no mistakes
    std::vector<std::string> mistakes; // each a sentence that names the file, where possible the line, and what to do
};

// What cannot be looked at because of an earlier mistake is left out.
[[nodiscard]] AssembledLesson assemble_lesson(const std::filesystem::path& folder, const CueFigures& figures = {});

// Every integer as small as it may be, so that trying a plan costs nothing.
[[nodiscard]] problem::Settings smallest_settings(const Lesson& lesson);

} // namespace warpstage::lesson
