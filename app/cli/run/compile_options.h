// The options of the CUDA compilers, for the commands that compile a .cu file.
#pragma once

#include "app/cli/run/job_options.h"
#include "core/kernel_run/cuda_source.h"

#include <nlohmann/json_fwd.hpp>

namespace warpstage::cli {

struct CompileOptions {
    kernel_run::CudaOptions cuda;
    std::string standard; // of --std; empty: the default
    std::vector<std::string> words; // after `--`

    // Whether an option for a .cu file was given.
    [[nodiscard]] bool given() const;
    // With the standard and the words after `--`. Refuses: words that are not options.
    [[nodiscard]] kernel_run::CudaOptions resolved() const;
};

// `architecture`: name of the option for the virtual architecture.
void add_compile_options(CLI::App& app, CompileOptions& options, const std::string& architecture);
// The words after `--`, for a command with a fixed number of files.
void add_compiler_words(CLI::App& app, CompileOptions& options);

void print_diagnostics(const std::vector<gpu::Diagnostic>& diagnostics);
[[nodiscard]] nlohmann::json diagnostics_json(const std::vector<gpu::Diagnostic>& diagnostics);

} // namespace warpstage::cli
