// The parameter block of a launch: a plan's arguments laid out as the kernel's PTX declares its parameters.
#pragma once

#include "core/base/result.h"
#include "core/problem/plan.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::engine {

// `addresses`: the device address of each buffer of the plan. Errors: the kernel takes another number of parameters, or one of
// another size.
[[nodiscard]] Result<std::vector<std::byte>> parameter_block(
    const ptx::Function& kernel, const problem::KernelLaunch& launch, std::span<const std::uint64_t> addresses);

} // namespace warpstage::engine
