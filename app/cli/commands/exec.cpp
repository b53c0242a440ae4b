// `warpstage exec`: runs a CUDA program on the virtual device, without a GPU.
#include "app/cli/command.h"
#include "app/cli/exec/program_run.h"
#include "app/cli/standard_streams.h"
#include "core/arch/architecture.h"
#include "core/base/json_text.h"
#include "core/base/whole_file.h"

#include <optional>
#include <utility>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct ExecOptions {
    const CLI::App* app = nullptr; // its remaining words: PROGRAM and its arguments
    std::string architecture = "H200";
    engine::VmSettings vm;
    bool late = false;
    std::uint64_t late_seed = 0;
    std::optional<double> explain_after;
    bool report = false;
    bool sample = false;
    bool no_estimates = false;
    bool flush = false;
    fs::path json;
    fs::path csv;
};

void write_report(const fs::path& file, const std::string& text)
{
    if (const auto written = write_whole_file(file, text); !written)
        refuse(fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message));
}

void report(const ExecOptions& options, const std::vector<runtime::LaunchRecord>& records, std::string_view gpu)
{
    if (options.report)
        print_error(
            fmt::format("\n{}", runtime::to_text(records, gpu))); // after the last line of the program, which may be unfinished
    if (!options.json.empty()) {
        nlohmann::json json { { "gpu", gpu }, { "launches", nlohmann::json::array() } };
        for (const auto& record : records)
            json["launches"].push_back(to_json(record));
        write_report(options.json, json_text(json, 2) + '\n');
    }
    if (!options.csv.empty())
        write_report(options.csv, runtime::to_csv(records));
}

int exec(const Common& /*common*/, const ExecOptions& options)
{
    const auto architecture = or_refuse(arch::parse_architecture(options.architecture));
    const bool observed = options.report || !options.json.empty() || !options.csv.empty();
    runtime::Settings settings { options.architecture, options.vm.checks, options.vm.scheduling,
        observed ? (options.sample ? runtime::Observation::sampled : runtime::Observation::complete) : runtime::Observation::none,
        {}, {}, {} };
    settings.estimates = !options.no_estimates;
    settings.flushes_caches = options.flush;
    if (options.late || options.late_seed != 0)
        settings.late_seed = options.late_seed;
    settings.explain_after = options.explain_after;
    const auto [status, records] = run_on_virtual_device("exec", options.app->remaining(), std::move(settings));
    report(options, records, architecture.assumed_gpu().name);
    const bool faulted = std::ranges::any_of(records, [](const auto& record) { return record.fault.has_value(); });
    return faulted ? kDiffers : status;
}

} // namespace

void add_exec(CommandLine& line)
{
    auto& app = line.add("exec",
        "Run a CUDA program on the virtual device, without a GPU. After the options: PROGRAM [ARGUMENTS] for a program with PTX, "
        "or FILE.cu [FILE ...] [-I FOLDER] [-D NAME] [ARGUMENTS] [-- NVCC-OPTIONS]. Exit status: "
        "that of the program, or 1 if a kernel has a fault or cannot run");
    app.fallthrough(false);
    app.prefix_command();
    auto& options = line.options_of(app, exec);
    options.app = &app;
    add_architecture(app, options.architecture, "; the program sees this device");
    add_vm_settings(app, options.vm);
    app.add_flag("--late", options.late,
        "Run copies, kernels and callbacks only when the program waits for them, as late as CUDA permits: shows missing "
        "synchronization between host and device and between streams");
    app.add_option("--late-seed", options.late_seed, "Like --late, but in the random order of this seed");
    app.add_option("--explain-after", options.explain_after,
           "Seconds after which a launch that still runs is explained on standard error: which threads wait where, and for what. "
           "Ctrl+C explains a launch that waits, too, and ends the program")
        ->check(CLI::Range(0.0, 1e6));
    app.add_flag("--report", options.report,
        "Print each launch to standard error: instructions, lanes, wavefronts, sectors, estimated time and limiter");
    app.add_flag("--report-sample", options.sample,
        "Count lanes, wavefronts and sectors in a sample of the blocks of large grids: faster, and said in the report");
    app.add_flag("--no-estimates", options.no_estimates,
        "Report counters without estimated times: faster where a program has many short kernels");
    app.add_flag(
        "--flush-caches", options.flush, "Estimate each launch with empty caches, as Nsight Compute measures it by default");
    app.add_option("--report-json", options.json, "Write the report to this file as JSON");
    app.add_option("--report-csv", options.csv, "Write the report to this file as CSV");
}

} // namespace warpstage::cli
