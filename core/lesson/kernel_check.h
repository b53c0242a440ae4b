// Checks that the kernels of a lesson exist and have the parameters that the problem passes.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/problem/problem.h"

namespace warpstage::lesson {

// `settings` should be small, because a plan is made from them. Errors: a missing kernel (with the existing ones), or a number or
// size of parameters other than the problem passes.
[[nodiscard]] Result<void> check_kernels(
    const Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

} // namespace warpstage::lesson
