// Assembles a lesson from its files and collects all mistakes in them.
#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::lesson {

struct AssembledLesson {
    Lesson lesson; // valid only without mistakes
    std::vector<std::string> mistakes; // each a sentence with the file, the line if possible, and what to do
};

// Parts that depend on an earlier mistake are skipped.
[[nodiscard]] AssembledLesson assemble_lesson(const std::filesystem::path& folder, const CueFigures& figures = {});

// Every integer at its minimum, so that trying a plan costs nothing.
[[nodiscard]] problem::Settings smallest_settings(const Lesson& lesson);

} // namespace warpstage::lesson
