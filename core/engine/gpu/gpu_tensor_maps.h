// Tensor maps among the arguments of a launch on the GPU.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/problem/plan.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <vector>

namespace warpstage::engine {

// Replaces the tensor maps in a parameter block of the launch, which have the form of the virtual machine, by those of the
// driver. Errors: as gpu::driver_form().
[[nodiscard]] Result<void> use_driver_form(
    gpu::Context& context, const ptx::Function& kernel, const problem::KernelLaunch& launch, std::vector<std::byte>& block);

} // namespace warpstage::engine
