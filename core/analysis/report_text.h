// Reports as text for a terminal and as JSON for a script.
#pragma once

#include "core/analysis/access_report.h"
#include "core/analysis/branch_iterations.h"
#include "core/analysis/kernel_report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

// A table by source line with the source text beside it (`source_lines` 0-based: element 0 is line 1; may be empty).
[[nodiscard]] std::string to_text(const KernelReport& report, const std::vector<std::string>& source_lines);
[[nodiscard]] std::string to_text(const std::vector<BranchIteration>& iterations, std::uint32_t line);

// A table of the kernel's metrics with Nsight Compute's names.
[[nodiscard]] std::string metrics_text(const KernelReport& report);
// A table by instruction, with the PTX beside it.
[[nodiscard]] std::string instructions_text(
    const KernelReport& report, const ptx::Listing& listing, const std::vector<std::string>& files = {});
// A table of the distinct requests to shared and global memory.
[[nodiscard]] std::string to_text(const std::vector<AccessReport>& accesses);

[[nodiscard]] nlohmann::json to_json(const KernelReport& report);
[[nodiscard]] nlohmann::json to_json(const std::vector<AccessReport>& accesses);
[[nodiscard]] nlohmann::json to_json(const std::vector<BranchIteration>& iterations);

} // namespace warpstage::analysis
