// The kernels of a PTX file as text and as JSON.
#pragma once

#include "core/base/result.h"
#include "core/kernel_run/kernel_summary.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <memory>

namespace warpstage::kernel_run {

struct PtxFile {
    std::string name;
    std::unique_ptr<const ptx::Module> module; // summaries point into it
    std::vector<KernelSummary> functions;
};

// Errors: an unreadable file, text that is not PTX.
[[nodiscard]] Result<PtxFile> read_ptx_file(const std::filesystem::path& path);

[[nodiscard]] std::string to_text(const PtxFile& file);
[[nodiscard]] nlohmann::json to_json(const PtxFile& file);

} // namespace warpstage::kernel_run
