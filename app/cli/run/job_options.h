// Parses the options of `warpstage run`.
#pragma once

#include "app/cli/command_line.h"
#include "core/kernel_run/job_report.h"

namespace warpstage::cli {

using Define = std::pair<std::string, std::string>; // name and value

// "y" or "y:20". Errors: any other text.
[[nodiscard]] Result<kernel_run::PrintedBuffer> parse_print(const std::string& text);
// "TILE=16"; "FAST", which is 1. Errors: no name.
[[nodiscard]] Result<Define> parse_define(const std::string& text);
// "compute_90", "sm_90" or "90". Errors: any other text.
[[nodiscard]] Result<std::uint32_t> parse_virtual_architecture(const std::string& text);

} // namespace warpstage::cli
