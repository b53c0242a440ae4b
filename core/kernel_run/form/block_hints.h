// The size of a block that the source of a kernel suggests.
#pragma once

#include "core/kernel_run/form/source_text.h"

#include <cstdint>
#include <vector>

namespace warpstage::kernel_run {

// The sides of the block: those of the first launch in the host code, else of an array in shared memory, else of
// __launch_bounds__, else 256, 16x16 or 8x8x4 threads. `kernel`: null if its source is unknown. `dimensions`: of the grid, 1
// to 3.
[[nodiscard]] std::vector<std::int64_t> default_block(const SourceText& source, const SourceKernel* kernel, unsigned dimensions);

} // namespace warpstage::kernel_run
