// Whether the kernels of a lesson are there and take what the problem will pass.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/problem/problem.h"

namespace warpstage::lesson {

// `settings` should be small: a plan is made of them. Errors: a kernel that the module lacks (with those that it holds), another
// number of parameters or a parameter of another size than the problem passes.
[[nodiscard]] Result<void> check_kernels(
    const Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

} // namespace warpstage::lesson
