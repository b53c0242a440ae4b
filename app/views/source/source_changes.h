// Which lines of a kernel are not in the kernel that was shown before it.
#pragma once

#include "core/analysis/kernel_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::views {

// Both kernels stand in `lines` (element 0 is line 1), from their first executed line to their last. Lines of `now` that have no
// counterpart in `before` in the same order; blanks around a line do not matter, nor do empty lines.
[[nodiscard]] std::vector<std::uint32_t> changed_lines(
    const std::vector<std::string>& lines, const analysis::KernelReport& before, const analysis::KernelReport& now);

} // namespace warpstage::views
