// The options that describe a user's kernels and their launches, for the commands that run or estimate them.
#pragma once

#include "app/cli/option_groups.h"
#include "app/cli/run/compile_options.h"

namespace warpstage::cli {

// The options between two `--then`; nothing: not given.
struct LaunchOptions {
    std::optional<std::string> kernel; // nothing: the only kernel of the file
    std::optional<std::string> grid; // "X[,Y[,Z]]"
    std::optional<std::string> block;
    std::optional<std::string> shared; // bytes
    std::vector<std::string> arguments {}; // see core/kernel_run/argument_spec.h
};

struct KernelOptions {
    std::filesystem::path file; // .cu or .ptx
    std::vector<LaunchOptions> launches { LaunchOptions {} }; // in order; at least one
    std::vector<std::string> symbols; // see core/kernel_run/symbols.h
    std::vector<std::string> printed_symbols;
    CompileOptions compilation;
    std::vector<std::string> buffers {}; // that no parameter is
};

// `architecture`: name of the option for the virtual architecture.
void add_kernel_options(CLI::App& app, KernelOptions& options, const std::string& architecture);

struct LoadedJob {
    kernel_run::KernelJob job;
    std::vector<gpu::Diagnostic> diagnostics; // warnings of the compiler
};

// Nothing if the source does not compile: the errors are printed, with `json` also as JSON to standard output, and `status` is
// the exit status. Refuses: invalid options.
[[nodiscard]] std::optional<LoadedJob> load_job(const KernelOptions& options, bool json, int& status);

// The same job for a copy of its file, in another folder.
[[nodiscard]] Result<kernel_run::KernelJob> job_of_copy(const KernelOptions& options, const std::filesystem::path& copy);

// Runs the action of a command with --json: a refusal is also written as JSON, {"error": {"sentence": …}}.
template <typename Action> int with_json_refusal(bool json, Action action)
{
    try {
        return action();
    } catch (const Refusal& refusal) {
        if (json)
            print_json({ { "error", { { "sentence", refusal.sentence } } } });
        throw;
    }
}

} // namespace warpstage::cli
