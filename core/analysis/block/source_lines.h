// Lines of a kernel's source: one of them, and those that are not in the kernel that was shown before it.
#pragma once

#include "core/analysis/kernel_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

// Both kernels stand in `lines` (element 0 is line 1), from their first executed line to their last. Lines of `now` that have no
// counterpart in `before` in the same order; blanks around a line do not matter, nor do empty lines.
[[nodiscard]] std::vector<std::uint32_t> changed_lines(
    const std::vector<std::string>& lines, const KernelReport& before, const KernelReport& now);

// Line 1 is element 0; without the blanks around it; empty where there is none.
[[nodiscard]] std::string source_line(const std::vector<std::string>& lines, std::uint32_t line);

} // namespace warpstage::analysis
