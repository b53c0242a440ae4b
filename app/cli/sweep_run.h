// The run of `warpstage sweep`, for whoever draws it.
#pragma once

#include "app/cli/options.h"
#include "app/cli/sweep_table.h"
#include "core/base/result.h"

namespace warpstage::cli {

// Errors: unknown names and values, all before any run; an engine that is unusable, a kernel that the virtual machine cannot run.
[[nodiscard]] Result<Sweep> sweep_over(const Common& common, const SweepCommand& command);

} // namespace warpstage::cli
