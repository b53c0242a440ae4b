// Parses the options of `warpstage run`.
#pragma once

#include "app/cli/command_line.h"
#include "core/kernel_run/job_report.h"

namespace warpstage::cli {

using Define = std::pair<std::string, std::string>; // name and value

// "y" or "y:20". Errors: any other text.
[[nodiscard]] Result<kernel_run::PrintedBuffer> parse_print(const std::string& text);
// A buffer to write to a file after the run; the format depends on the file's ending.
struct SavedBuffer {
    std::string name;
    std::filesystem::path file;
};

// "y=result.npy". Errors: any other text.
[[nodiscard]] Result<SavedBuffer> parse_save(const std::string& text);
// "TILE=16"; "FAST", which is 1. Errors: no name.
[[nodiscard]] Result<Define> parse_define(const std::string& text);
// "90a" from "compute_90a", "sm_90a" or "90a". Errors: any other text.
[[nodiscard]] Result<std::string> parse_virtual_architecture(const std::string& text);

} // namespace warpstage::cli
