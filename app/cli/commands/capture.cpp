// `warpstage capture`: runs a CUDA program on the virtual device and stores launches with the memory that they can reach.
#include "app/cli/command.h"
#include "app/cli/exec/program_run.h"
#include "app/cli/standard_streams.h"
#include "app/shell/files/captures.h"
#include "core/base/temporary_folder.h"
#include "core/capture_file/archive.h"
#include "core/capture_file/capture_lesson.h"
#include "core/session_file/session_file.h"

#include <map>
#include <utility>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct CaptureOptions {
    const CLI::App* app = nullptr; // its remaining words: PROGRAM and its arguments
    engine::EngineKind engine = engine::EngineKind::vm;
    std::string architecture = "H200";
    engine::VmSettings vm;
    std::vector<std::vector<std::uint64_t>> launches;
    std::vector<runtime::KernelChoice> kernels;
    fs::path output;
    std::uint64_t limit = 256; // MiB
};

// "12 launches: 10 of scale, 2 of sum".
std::string launches_of(const std::vector<runtime::LaunchRecord>& records)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& record : records)
        ++counts[record.kernel];
    std::vector<std::string> kernels;
    for (const auto& [kernel, count] : counts)
        kernels.push_back(fmt::format("{} of `{}`", count, kernel));
    return fmt::format("{} launch{}: {}", records.size(), records.size() == 1 ? "" : "es", fmt::join(kernels, ", "));
}

// The launches that the temporary folder has no room for.
void name_unstored(const std::vector<std::uint64_t>& unstored, bool nothing_else)
{
    if (unstored.empty())
        return;
    auto sentence =
        fmt::format("Launch {} was not captured: `{}`, the folder of temporary files, is full or cannot be written. Set "
                    "TMPDIR to another folder.",
            fmt::join(unstored, ", "), fs::temp_directory_path().string());
    if (nothing_else)
        refuse(std::move(sentence));
    warn(sentence);
}

void refuse_if_missing(const CaptureOptions& options, const std::vector<capture::CapturedLaunch>& launches,
    const std::vector<std::uint64_t>& unstored, const std::vector<runtime::LaunchRecord>& records)
{
    name_unstored(unstored, launches.empty());
    // On a GPU, only the chosen launches are recorded.
    if (launches.empty() && records.empty())
        refuse("Nothing was captured: the program has no such launch.");
    if (launches.empty())
        refuse(fmt::format("Nothing was captured: the program has no such launch, but {}.", launches_of(records)));
    for (const auto& numbers : options.launches)
        for (const std::uint64_t number : numbers)
            if (std::ranges::find(launches, number, &capture::CapturedLaunch::number) == launches.end()
                && std::ranges::find(unstored, number) == unstored.end())
                warn(fmt::format("Launch {} was not captured{}.", number,
                    records.empty() ? "" : fmt::format(": the program has {}", launches_of(records))));
}

int capture_program(const Common& /*common*/, const CaptureOptions& options)
{
    const auto words = options.app->remaining();
    const TemporaryFolder folder;
    const fs::path captured = folder.path() / "captured";
    const fs::path lesson = folder.path() / "lesson";
    std::error_code failed;
    fs::create_directories(captured, failed);
    if (folder.path().empty() || failed)
        refuse(fmt::format("Cannot create a temporary folder in `{}`.", fs::temp_directory_path().string()));
    runtime::CaptureSettings chosen { captured.string(), options.limit << 20, {}, options.kernels };
    for (const auto& numbers : options.launches)
        chosen.launches.insert(chosen.launches.end(), numbers.begin(), numbers.end());
    if (chosen.launches.empty() && chosen.kernels.empty())
        chosen.launches.push_back(1);
    ProgramOutcome outcome;
    if (options.engine == engine::EngineKind::gpu)
        outcome.status = run_interposed("capture", words, options.architecture, chosen);
    else
        outcome = run_on_virtual_device("capture", words,
            { options.architecture, options.vm.checks, options.vm.scheduling, runtime::Observation::none, {}, {},
                std::move(chosen) });

    auto launches = or_refuse(capture::load_all(captured));
    refuse_if_missing(options, launches, capture::unstored_launches(captured), outcome.records);
    const std::string program = fs::path { words.front() }.stem().string();
    const fs::path file = options.output.empty() ? fs::path { program + std::string { session_file::kEnding } } : options.output;
    const auto written = or_refuse(capture_file::write_lesson(
        { std::move(launches), captured, capture_file::lesson_id(file.stem().string()), program }, lesson));
    or_refuse(capture_file::pack(lesson, file));
    for (const auto& sentence : written.left_out)
        warn(sentence);
    fmt::print("{}: {} launch{}, {:.1f} MiB\n", file.string(), written.launches, written.launches == 1 ? "" : "es",
        static_cast<double>(fs::file_size(file, failed)) / (1 << 20));
    return kSuccess;
}

void check_capture(const CaptureOptions& options)
{
    if (!options.output.empty() && options.output.extension() != session_file::kEnding)
        refuse(fmt::format("`--output` must end with `{}`, not `{}`.", session_file::kEnding, options.output.string()));
}

} // namespace

void add_capture(CommandLine& line)
{
    auto& app = line.add("capture",
        "Run a CUDA program, on the virtual device by default, and store a launch with the memory that it can reach, as a file "
        "that opens like a lesson. After the options: PROGRAM [ARGUMENTS] or FILE.cu, as for `warpstage exec`");
    app.fallthrough(false);
    app.prefix_command();
    auto& options = line.options_of(app, capture_program, check_capture);
    options.app = &app;
    add_choice<engine::EngineKind>(app, "--engine", options.engine,
        { { "vm", engine::EngineKind::vm }, { "gpu", engine::EngineKind::gpu } },
        "Device on which the program runs: vm (virtual device) or gpu")
        ->default_str("vm");
    add_architecture(app, options.architecture, "; on the virtual device, the program sees this device");
    add_vm_settings(app, options.vm);
    add_parsed_list(app, "--launch", options.launches, runtime::parse_launches,
        "Numbers of the launches to capture, counted from 1, for example 3 or 3,5 (default: 1); may be repeated");
    add_parsed_list(app, "--kernel", options.kernels, runtime::parse_kernel_choice,
        "Kernel to capture, NAME for its first launch or NAME:K for its launch number K; may be repeated");
    app.add_option("-o,--output", options.output, "Capture file to write, *.warpstage (default: the name of the program)");
    app.add_option("--limit", options.limit, "MiB of memory that the capture may contain, uncompressed (1 to 1000, default: 256)")
        ->check(CLI::Range(1U, 1000U));
}

} // namespace warpstage::cli
