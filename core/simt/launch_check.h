// What a launch must satisfy before any block runs.
#pragma once

#include "core/base/result.h"
#include "core/simt/machine.h"
#include "core/simt/program.h"

#include <cstddef>
#include <span>

namespace warpstage::simt {

// Whether any GPU launches such a grid, and such blocks; a kernel may permit less.
[[nodiscard]] bool is_valid_grid(const Dim3& grid);
[[nodiscard]] bool is_valid_block(const Dim3& block);

// Errors: an invalid launch shape (empty grid, too many threads, also for the bounds of the kernel, too much shared memory,
// clusters that do not divide the grid), parameters of the wrong size, or options that do not fit. shape.cluster is known if the
// kernel requires clusters.
[[nodiscard]] Result<void> check_launch(
    const Program& program, const LaunchShape& shape, std::span<const std::byte> parameters, const RunOptions& options);

} // namespace warpstage::simt
