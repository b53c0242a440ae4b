// The module variables that a kernel uses.
#pragma once

#include "core/ptx/ast.h"

#include <vector>

namespace warpstage::runtime {

// Variables in global and constant memory that the kernel, or a function that it may call, names.
[[nodiscard]] std::vector<const ptx::Variable*> used_variables(const ptx::Module& module, const ptx::Function& kernel);

} // namespace warpstage::runtime
