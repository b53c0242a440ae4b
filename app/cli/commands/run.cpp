// `warpstage run`: runs the user's kernel on a GPU or on the virtual machine.
#include "app/cli/command.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/run/job_capture.h"
#include "app/cli/run/job_figures.h"
#include "app/cli/run/job_times.h"
#include "app/cli/run/job_trial.h"
#include "app/cli/run/kernel_options.h"
#include "app/cli/run/run_watch.h"
#include "app/cli/run/step_counters.h"
#include "app/cli/standard_streams.h"
#include "core/analysis/recording/traced_kernel.h"
#include "core/arch/traits.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/kernel_run/job_report.h"
#include "core/kernel_run/thread_limit.h"
#include "core/problem/buffers/array_file.h"
#include "core/simt/hang/hang.h"
#include "core/timing/advice/why_report.h"

#include <algorithm>
#include <iterator>

namespace warpstage::cli {

namespace {

struct RunOptions {
    KernelOptions launch;
    std::vector<kernel_run::PrintedBuffer> prints;
    std::vector<SavedBuffer> saves;
    std::vector<arch::Architecture> estimates; // empty: that of the default GPU, on the virtual machine only
    bool why = false;
    bool tries = false; // the advice
    bool counters = false;
    std::size_t threads = 0; // 0: all of the processor
    bool trace = false;
    std::size_t traced_launch = 1;
    std::uint64_t traced_block = 0;
    JobFigureOptions figures;
    std::filesystem::path capture; // file; empty: none
    bool json = false;
    std::uint64_t budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    std::optional<double> limit; // seconds
    std::uint32_t warp_width = 32;
};

Result<kernel_run::JobOutcome> run_job(
    const Common& common, const RunOptions& options, const kernel_run::KernelJob& job, RunWatch& watch)
{
    constexpr std::uint32_t kRepetitions = 5;
    constexpr std::uint32_t kGpuWarp = 32;
    if (common.engine == engine::EngineKind::gpu && options.warp_width != kGpuWarp)
        return Error { fmt::format(
            "`--warp-width {}` requires `--engine vm`: the warps of a GPU have {} lanes.", options.warp_width, kGpuWarp) };
    if (common.engine == engine::EngineKind::gpu && options.limit)
        return Error { "`--limit` requires `--engine vm`: a launch on a GPU cannot be stopped." };
    const bool uses_symbols = !options.launch.symbols.empty() || !options.launch.printed_symbols.empty();
    if (common.engine == engine::EngineKind::gpu && uses_symbols)
        return Error { "`--set-symbol` and `--print-symbol` require `--engine vm`." };
    if (common.engine != engine::EngineKind::vm && options.warp_width == kGpuWarp && common.vm == engine::VmSettings {}
        && !uses_symbols && !options.limit) {
        const auto gpu = engine::make_gpu_engine(common.gpu);
        if (gpu)
            return kernel_run::run_on_gpu(job, **gpu, kRepetitions);
        if (common.engine == engine::EngineKind::gpu)
            return gpu.error();
    }
    return kernel_run::run_on_vm(job, { options.budget, options.warp_width, common.vm, watch.stop(), &watch.progress() });
}

void check_traced_launch(const RunOptions& options, const kernel_run::KernelJob& job)
{
    if (options.traced_launch == 0 || options.traced_launch > job.launches())
        refuse(fmt::format("`--trace-launch {}` is not a launch of this run. Use {}.", options.traced_launch,
            job.launches() == 1 ? "1" : fmt::format("a number from 1 to {}", job.launches())));
}

// Nothing if it was stopped.
std::optional<analysis::TracedKernel> record_job(
    const Common& common, const RunOptions& options, const kernel_run::KernelJob& job, const std::stop_token& stop)
{
    auto plan = std::make_shared<problem::Plan>(*job.plan);
    plan->recorded_work = options.traced_launch - 1;
    auto request = analysis::recording_request(job.source.lesson, {}, std::move(plan), arch::traits_of({ 9, 0 }));
    request.block = options.traced_block;
    request.warp_width = options.warp_width;
    request.instruction_budget = options.budget;
    request.checks = common.vm.checks;
    const auto& launch = job.launch(options.traced_launch - 1);
    auto recording = analysis::record(request, stop);
    if (stop.stop_requested())
        return std::nullopt;
    return analysis::TracedKernel { or_refuse(std::move(recording)), launch.grid, launch.block, request.traits };
}

JobTimes times_of_job(
    const RunOptions& options, engine::EngineKind machine, const kernel_run::KernelJob& job, const std::stop_token& stop)
{
    constexpr std::uint32_t kGpuWarp = 32;
    JobTimeOrder order { options.estimates, options.why || options.tries ? Causes::wanted : Causes::unwanted };
    // On the virtual machine by default for the usual GPU.
    if (order.architectures.empty() && (machine == engine::EngineKind::vm || order.causes == Causes::wanted))
        order.architectures.push_back(usual_architecture({}));
    if (options.warp_width != kGpuWarp)
        order.impossible = fmt::format("no GPU has warps of {} lanes", options.warp_width);
    return estimate_times(job, order, stop);
}

analysis::CounterReport count_job(const Common& common, const RunOptions& options, const kernel_run::KernelJob& job)
{
    if (common.engine == engine::EngineKind::vm)
        refuse("`--counters` requires a GPU. Remove `--engine vm`.");
    if (!options.launch.symbols.empty())
        refuse("`--counters` cannot be combined with `--set-symbol`: variables are set on the virtual machine only.");
    const auto parameters = job.launches() == 1
        ? fmt::format("grid {}, block {}", text::extent(job.launch().grid), text::extent(job.launch().block))
        : fmt::format("{} launches", job.launches());
    return counted_report(common, job.source.lesson, job.plan, job.kernel_name(), parameters);
}

void save_buffers(const RunOptions& options, const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome)
{
    for (const auto& save : options.saves) {
        const auto shown = or_refuse(kernel_run::shown_buffers(job, { { save.name } }, "--save")).front();
        or_refuse(problem::write_array(save.file, job.buffers[shown.index].type, outcome.contents[shown.index]));
    }
}

FigureRequest figure_request(const Common& common, const RunOptions& options, const std::stop_token& stop)
{
    FigureRequest request;
    request.run.warp_width = options.warp_width;
    request.run.checks = common.vm.checks;
    request.run.stop = stop;
    return request;
}

int run_kernel(const Common& common, const RunOptions& options)
{
    std::optional<kernel_run::ThreadLimit> threads;
    if (options.threads != 0)
        threads.emplace(options.threads);
    int status = kSuccess;
    const auto loaded = load_job(options.launch, options.json, status);
    if (!loaded)
        return status;
    const auto& job = loaded->job;
    for (const auto& symbol : job.unset_symbols)
        warn(fmt::format("warning: kernel `{0}` reads the variable `{1}`, which has no initial value and is zero. If a program "
                         "sets it with cudaMemcpyToSymbol, use --set-symbol {1}:TYPE[COUNT]=CONTENTS.",
            job.kernel_name(), symbol));
    const auto shown = or_refuse(kernel_run::shown_buffers(job, options.prints));
    for (const auto& save : options.saves)
        static_cast<void>(or_refuse(kernel_run::shown_buffers(job, { { save.name } }, "--save")));
    check_traced_launch(options, job);
    if (!options.capture.empty())
        check_job_capture(job);
    RunWatch watch(options.limit ? std::optional { std::chrono::duration<double>(*options.limit) } : std::nullopt);
    auto outcome = or_refuse(run_job(common, options, job, watch));
    if (outcome.stopped) {
        watch.end();
        fmt::print("{}", outcome.output);
        return watch.report_stop(*outcome.stopped);
    }
    std::optional<analysis::TracedKernel> traced;
    if (options.trace)
        traced = record_job(common, options, job, watch.stop());
    std::optional<analysis::CounterReport> counters;
    JobTimes times;
    if (!outcome.fault) {
        times = times_of_job(options, outcome.machine.kind, job, watch.stop());
        outcome.estimates = times.estimates;
        save_buffers(options, job, outcome);
        if (options.counters)
            counters = count_job(common, options, job);
    }
    std::vector<timing::WhyReport> causes;
    std::vector<JobTrial> trials;
    for (const Explained& explained : times.causes) {
        causes.push_back(timing::report_of(explained.why, &job.source.lesson->source_lines));
        if (options.tries)
            std::ranges::move(try_advice({ common, options.launch, job, outcome, options.budget }, explained.why,
                                  explained.architecture, watch.stop()),
                std::back_inserter(trials));
    }
    if (!options.capture.empty())
        write_job_capture(job, outcome, options.capture);
    const auto figures = write_job_figures(job, options.figures, figure_request(common, options, watch.stop()));

    watch.end();
    print_diagnostics(loaded->diagnostics);
    if (options.json) {
        auto json = to_json(job, outcome, shown);
        if (!loaded->diagnostics.empty())
            json["diagnostics"] = diagnostics_json(loaded->diagnostics);
        if (!figures.empty())
            json["figures"] = figures_json(figures);
        for (const auto& report : causes)
            json["why"].push_back(timing::to_json(report));
        for (const auto& trial : trials)
            json["tried"].push_back(to_json(trial));
        if (traced)
            json["trace"] = to_json(*traced);
        if (counters)
            json["counters"] = to_json(*counters);
        print_json(json);
    } else {
        // The output of a kernel before a fault helps to find the cause.
        fmt::print("{}", outcome.fault ? outcome.output : to_text(job, outcome, shown));
        for (const auto& report : causes)
            fmt::print("\n{}", timing::to_text(report));
        if (options.tries)
            fmt::print("\n{}", to_text(trials));
        if (traced)
            fmt::print("\n{}", to_text(*traced, job.source.lesson->id, *job.source.lesson));
        if (counters)
            fmt::print("\n{}", to_text(*counters));
        for (const auto& figure : figures)
            if (figure.refusal.empty())
                fmt::print("{}\n", figure.file.string());
    }
    for (const auto& figure : figures)
        if (!figure.refusal.empty())
            status = report_refusal(figure.refusal);
    if (watch.stop().stop_requested())
        return watch.report_stop("the kernel has ended, its trace or its estimate has not");
    if (outcome.fault) {
        warn(*outcome.fault);
        if (outcome.trap && outcome.trap->hang != nullptr)
            fmt::print(stderr, "{}\n", simt::to_text(*outcome.trap->hang));
        return kDiffers;
    }
    return counters && !counters->explained() ? kDiffers : status;
}

int run(const Common& common, const RunOptions& options)
{
    return with_json_refusal(options.json, [&] { return run_kernel(common, options); });
}

} // namespace

void add_run(CommandLine& line)
{
    auto& app = line.add("run", "Run your own kernels on a GPU or on the virtual machine");
    auto& options = line.options_of(
        app, run,
        [](const RunOptions& run) {
            check_job_figures(run.figures);
            check_job_capture(run.capture);
        },
        [](const RunOptions& run) { return desktop_of(run.figures); });
    add_kernel_options(app, options.launch, "--arch");
    add_parsed_list(app, "--print", options.prints, parse_print,
        "Print the first elements of a buffer, NAME[:COUNT]; buffers with contents `out` are always printed");
    app.add_option("--print-symbol", options.launch.printed_symbols,
           "Print a __constant__ or __device__ variable after the run, NAME:TYPE[COUNT] (default: its first 8 elements)")
        ->allow_extra_args(false);
    add_parsed_list(app, "--save", options.saves, parse_save,
        "Write a buffer to a file after the run, NAME=FILE; .npy: NumPy array, .csv or .txt: text, any other ending: raw bytes");
    add_parsed_list(app, "--estimate", options.estimates, parse_estimated_architecture,
        "Estimate the time by the SM model for this GPU or compute capability, for example GTX280 or 8.0; may be repeated "
        "(default: H200 on the virtual machine, none on a GPU)");
    app.add_flag("--why", options.why,
        "List the causes of the estimated time of the longest launch, each with the time without it, and what to change");
    app.add_flag("--try", options.tries,
        "As --why; in addition apply each piece of advice that has an edit to a copy of the file, check that its results are "
        "equal, and compare the times");
    app.add_flag("--counters", options.counters,
        "Compare the GPU's hardware counters with the prediction of the virtual machine; exit status 1 on an unexplained "
        "mismatch");
    app.add_option("--threads", options.threads, "Number of CPU threads that the virtual machine uses (default: all)")
        ->check(CLI::Range(std::size_t { 1 }, std::size_t { 1024 }));
    app.add_flag("--trace", options.trace, "Report warps, banks and sectors of one block, as `warpstage trace` does");
    app.add_option("--trace-launch", options.traced_launch, "Launch that --trace reports, counted from 1")->capture_default_str();
    add_recorded_block(app, options.traced_block, "--trace-block");
    add_job_figures(app, options.figures);
    add_job_capture(app, options.capture);
    add_json(app, options.json);
    app.add_option(
           "--budget", options.budget, "Instruction budget per block: a block that executes more warp instructions is stopped")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 50))
        ->default_str("2^40");
    app.add_option("--limit", options.limit,
           "Time limit of the run on the virtual machine in seconds; then the run ends with a message and exit status 1 "
           "(default: none)")
        ->check(CLI::Range(0.01, 1e6));
    add_warp_width(app, options.warp_width, "Lanes per warp on the virtual machine");
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli
