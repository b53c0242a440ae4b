// All problems of a lesson, for its author.
#pragma once

#include "core/lesson/cues/cue.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::lesson {

// Empty: no problems found. In addition to the errors that prevent loading: PTX that is more than 5 seconds older than its
// source, a parameter whose bounds or choices do not yield a plan, a kernel that the virtual machine does not support. Not
// translations: see translation_mistakes().
[[nodiscard]] std::vector<std::string> lint_lesson(const std::filesystem::path& folder, const CueFigures& figures = {});

} // namespace warpstage::lesson
