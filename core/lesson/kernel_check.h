// Whether the kernels of a lesson are there and take what the problem will pass.
#pragma once

#include "core/base/result.h"
#include "core/problem/problem.h"
#include "core/ptx/ast.h"

namespace warpstage::lesson {

// `settings` should be small: a plan is made of them. Errors: a kernel that the module lacks (with those that it holds), another
// number of parameters or a parameter of another size than the problem passes.
[[nodiscard]] Result<void> check_kernels(const problem::Problem& problem, const problem::Variant& variant,
    const problem::Settings& settings, const ptx::Module& module);

} // namespace warpstage::lesson
