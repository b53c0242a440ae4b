// The answers of forms as a lesson that describes itself: sizes, blocks and numbers become parameters of the lesson.
#pragma once

#include "core/kernel_run/form/launch_form.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::kernel_run {

struct LessonHead {
    std::string id; // "saxpy"
    std::string title; // "saxpy.cu"
    std::string kernel; // shown first
};

// The text of lesson.toml, with one variant per form. Equal names with equal values are one parameter or buffer for all kernels;
// otherwise the name of the kernel precedes them. The expected results are unknown. All forms must have passed check_form().
// `folder`: of relative paths in contents.
[[nodiscard]] std::string lesson_text(
    const std::vector<LaunchForm>& forms, const LessonHead& head, const std::filesystem::path& folder);

// A lesson id from a name: "My Kernel" -> "my_kernel".
[[nodiscard]] std::string id_of(std::string_view name);

} // namespace warpstage::kernel_run
