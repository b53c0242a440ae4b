// Source lines of a kernel: a single line, and the lines that the previously shown kernel does not have.
#pragma once

#include "core/analysis/kernel_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

// Both kernels are in `lines` (element 0 is line 1), from their first to their last executed line. Returns the lines of `now`
// that have no counterpart in `before`, in order; leading and trailing blanks and empty lines are ignored.
[[nodiscard]] std::vector<std::uint32_t> changed_lines(
    const std::vector<std::string>& lines, const KernelReport& before, const KernelReport& now);

// Line 1 is element 0. Without leading and trailing blanks; empty if the line does not exist.
[[nodiscard]] std::string source_line(const std::vector<std::string>& lines, std::uint32_t line);

} // namespace warpstage::analysis
