// Everything that is wrong with a lesson, for whoever writes it.
#pragma once

#include "core/lesson/cues/cue.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::lesson {

// Empty where nothing is wrong. Beyond what a lesson is refused for: PTX that is older than its source, a parameter whose bounds
// or choices make no plan, a kernel that the virtual machine does not run.
[[nodiscard]] std::vector<std::string> lint_lesson(const std::filesystem::path& folder, const CueFigures& figures = {});

} // namespace warpstage::lesson
