// Reports as CSV (RFC 4180) for spreadsheets: one header, one row for each kernel, line, instruction, access or iteration.
#pragma once

#include "core/analysis/access_report.h"
#include "core/analysis/branch_iterations.h"
#include "core/analysis/kernel_report.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

// Level of detail of a report.
enum class Level : std::uint8_t { kernel, line, instruction, access, iteration };

// A field, quoted if necessary.
[[nodiscard]] std::string csv_field(std::string_view text);

// Columns are named by Metric::id.
[[nodiscard]] std::string csv_header(Level level);
[[nodiscard]] std::string csv_kernel(const KernelReport& report);
// The last column has the source text; see to_text().
[[nodiscard]] std::string csv_lines(const KernelReport& report, const std::vector<std::string>& source_lines);
[[nodiscard]] std::string csv_instructions(const KernelReport& report, const ptx::Listing& listing);
[[nodiscard]] std::string csv_accesses(const KernelReport& report, const std::vector<AccessReport>& accesses);
[[nodiscard]] std::string csv_iterations(
    const KernelReport& report, const std::vector<BranchIteration>& iterations, std::uint32_t line);

} // namespace warpstage::analysis
