// The kernels of a PTX or CUDA file as text and as JSON.
#pragma once

#include "core/base/result.h"
#include "core/kernel_run/cuda_source.h"
#include "core/kernel_run/kernel_summary.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

struct PtxFile {
    std::string name;
    std::unique_ptr<const ptx::Module> module; // summaries point into it
    std::vector<KernelSummary> functions;
};

struct ReadFile {
    Result<PtxFile> file;
    std::vector<gpu::Diagnostic> diagnostics {}; // of the CUDA compiler
};

// Reads PTX, or compiles any other file as CUDA C++. Errors: an unreadable file, text that is not PTX, invalid CUDA, no compiler.
[[nodiscard]] ReadFile read_kernels(const std::filesystem::path& path, const CudaOptions& options);

[[nodiscard]] std::string to_text(const PtxFile& file);
[[nodiscard]] nlohmann::json to_json(const PtxFile& file);

} // namespace warpstage::kernel_run
