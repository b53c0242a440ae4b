// The options that describe a user's kernel and its launch, for the commands that run or estimate one.
#pragma once

#include "app/cli/run/job_options.h"

namespace warpstage::cli {

struct KernelOptions {
    std::filesystem::path file; // .cu or .ptx
    std::string kernel; // empty: the only kernel of the file
    std::string grid = "1"; // "X[,Y[,Z]]"
    std::string block = "1";
    std::string shared = "0"; // bytes
    std::vector<std::string> arguments; // see core/kernel_run/argument_spec.h
    std::vector<Define> defines;
    std::vector<std::string> symbols; // see core/kernel_run/symbols.h
    std::vector<std::string> printed_symbols;
    std::uint32_t architecture = 75; // compute_75
};

// `architecture`: name of the option for KernelOptions::architecture.
void add_kernel_options(CLI::App& app, KernelOptions& options, const std::string& architecture);

struct LoadedJob {
    kernel_run::KernelJob job;
    std::vector<gpu::Diagnostic> diagnostics; // warnings of the compiler
};

// Nothing if the source does not compile: the errors are printed, and `status` is the exit status. Refuses: invalid options.
[[nodiscard]] std::optional<LoadedJob> load_job(const KernelOptions& options, int& status);

void print_diagnostics(const std::vector<gpu::Diagnostic>& diagnostics);

} // namespace warpstage::cli
