#include "app/cli/options.h"

#include "app/cli/commands.h"
#include "app/cli/help_formatter.h"
#include "app/cli/version.h"
#include "core/live/worker_side.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string_view>

namespace warpstage::cli {

namespace {

struct Raw {
    std::string engine = "auto";
    std::optional<int> gpu;
    std::vector<std::string> settings;
    RawStage stage;
    RawVm vm;
    RawKernel kernel;
    RawReport report;
    std::string swept;
};

void add_common(CLI::App& app, Common& common, Raw& raw)
{
    app.add_option("--assets", common.assets, "Folder with lessons and shaders, instead of the one beside the program")
        ->check(CLI::ExistingDirectory);
    app.add_option("--lessons", common.lessons, "Folder with further lessons; may be given more than once")
        ->check(CLI::ExistingDirectory);
    app.add_option("--engine", raw.engine, "Which machine computes: auto, gpu or vm")
        ->check(CLI::IsMember({ "auto", "gpu", "vm" }))
        ->capture_default_str();
    app.add_option("--gpu", raw.gpu, "Which GPU computes, where there are several: see `warpstage doctor`")
        ->check(CLI::Range(0, 255));
    app.add_option("--set", raw.settings, "A parameter of the lesson, NAME=VALUE; may be given more than once")
        ->allow_extra_args(false);
}

} // namespace

std::variant<Options, int> parse_options(int argc, const char* const* argv)
{
    Options options;
    Raw raw;
    RunCommand run;
    CheckCommand check;
    TraceCommand trace;
    CountersCommand counters;
    RunKernelCommand run_kernel;
    PtxCommand ptx;
    BenchCommand bench;
    CompareCommand compare;
    RulesCommand rules;
    SweepCommand sweep;
    RawFigure figure;

    CLI::App app {
        "warpstage runs real CUDA kernels live, on an NVIDIA GPU or on its own PTX virtual machine, and shows what warps, banks "
        "and memory sectors do.",
        "warpstage"
    };
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", version_text, "Version, commit and libraries");
    app.require_subcommand(0, 1);
    app.fallthrough();
    add_common(app, options.common, raw);
    add_stage(app, run, raw.stage);

    auto* list_command = app.add_subcommand("list", "Lessons, their variants and parameters; broken lessons with the reason");
    auto* check_command = app.add_subcommand("check", "Runs every variant against its reference; status 1 if one differs");
    check_command->add_option("LESSON", check.lessons, "Lessons to check; all where none is named");
    add_vm_settings(*check_command, raw.vm);
    auto* trace_command =
        app.add_subcommand("trace", "What warps, banks and sectors did in one block, per kernel and source line");
    add_trace(*trace_command, trace, raw.report, raw.vm);
    auto* counters_command = app.add_subcommand("counters",
        "A variant's kernels under the GPU's hardware counters, beside what the virtual machine predicts; status 1 if a figure "
        "differs without a reason");
    add_counters(*counters_command, counters, raw.report);
    auto* figure_command = app.add_subcommand("figure", "Draws a figure of a lesson into a PNG, SVG or PDF file");
    add_figure(*figure_command, figure);
    ReportCommand report;
    auto* report_command = app.add_subcommand(
        "report", "A handout of a lesson, PDF or HTML: timings, differences, figures and source, as it ran on this computer");
    add_report_command(*report_command, report);
    auto* run_command = app.add_subcommand("run", "Runs a kernel of your own, on a GPU or on the virtual machine");
    add_run_kernel(*run_command, run_kernel, raw.kernel);
    add_vm_settings(*run_command, raw.vm);
    auto* ptx_command = app.add_subcommand("ptx",
        "The kernels of PTX files: parameters, registers, memory, instructions, and what the virtual machine would not run; "
        "status 1 if there is such an instruction");
    ptx_command->add_option("FILE", ptx.files)->required();
    ptx_command->add_flag("--json", ptx.json, "JSON instead of text");
    auto* bench_command = app.add_subcommand("bench", "How long each variant takes, with spread, rate and speed-up");
    add_bench(*bench_command, bench, raw.vm);
    auto* compare_command = app.add_subcommand("compare", "How two results of `warpstage bench --json` differ");
    add_compare(*compare_command, compare);
    auto* rules_command = app.add_subcommand("rules",
        "What the rules of an architecture predict for the memory accesses of a CSV file, beside what hardware counted; status 1 "
        "if "
        "a row differs");
    rules_command
        ->add_option("FILE", rules.file,
            "Columns op (ld, st, ldp), bytes_per_lane, active_mask, byte_offset_per_lane; also name, wavefronts, bank_conflicts, "
            "sectors, transactions, requests")
        ->required();
    rules_command->add_option("--arch", rules.architecture,
        "As in 1.3, 3.5:8byte, 2.0:l2, sm_90 or GTX280: see `warpstage gpus`; usually 9.0, with --measure the GPU's");
    rules_command->add_flag("--measure", rules.measure, "Make these accesses on the GPU and compare with what it counts");
    auto* sweep_command = app.add_subcommand("sweep",
        "A variant with one value of a parameter after the other: time, rate, and how much of what memory moved was wanted");
    add_sweep(*sweep_command, sweep, raw.report, raw.swept);
    TrajectoryCommand trajectory;
    auto* trajectory_command = app.add_subcommand("trajectory", "Where bodies are after so many steps, as CSV");
    add_trajectory(*trajectory_command, trajectory);
    NewLessonCommand new_lesson;
    auto* new_lesson_command = app.add_subcommand("new-lesson", "Writes the folder of a lesson that works, to be changed");
    new_lesson_command->add_option("NAME", new_lesson.name, "Its id and the name of its folder: small letters, digits, - and _")
        ->required();
    new_lesson_command->add_option("--in", new_lesson.folder, "Folder that holds it")->capture_default_str();
    LimitsCommand limits;
    auto* limits_command =
        app.add_subcommand("limits", "What the GPU can do at the most: bandwidths and rates, measured once and kept");
    add_limits(*limits_command, limits);
    TuneCommand tune;
    auto* tune_command = app.add_subcommand(
        "tune", "Searches a variant's tunable parameters and keeps the fastest in the user's settings, for later runs");
    add_tune(*tune_command, tune);
    LintLessonCommand lint;
    auto* lint_command =
        app.add_subcommand("lint-lesson", "Names everything that is wrong with a lesson, with file and line; then status 1");
    lint_command->add_option("DIR", lint.folders, "Folder of a lesson")->required();
    auto* gpus_command = app.add_subcommand("gpus", "Compute capabilities and GPUs whose rules warpstage knows");
    auto* try_kernels_command = app.add_subcommand(live::kWorkerCommand, "The worker process of a trial on the GPU")->group("");
    auto* doctor_command = app.add_subcommand("doctor", "What this machine has for warpstage, what is missing and what to do");

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        return refuse(fmt::format("{} (`warpstage --help` shows the options.)", error.what()));
    }

    if (raw.engine != "auto")
        options.common.engine = raw.engine == "gpu" ? engine::EngineKind::gpu : engine::EngineKind::vm;
    if (raw.gpu && options.common.engine == engine::EngineKind::vm)
        return refuse("--gpu chooses a GPU, but with --engine vm none computes.");
    if (raw.gpu) { // who names one wants it
        options.common.gpu = *raw.gpu;
        options.common.engine = engine::EngineKind::gpu;
    }
    for (const auto& setting : raw.settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return refuse(fmt::format("--set wants NAME=VALUE, as in --set n=4096, not `{}`.", setting));
        options.common.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    trace.format = counters.format = format_of(raw.report);
    trace.level = level_of(raw.report);
    const auto vm = finish_vm_settings(raw.vm);
    if (!vm)
        return refuse(vm.error().message);
    run_kernel.vm = bench.vm = check.vm = *vm;
    trace.checks = vm->checks;
    if (*vm != engine::VmSettings {} && options.common.engine == engine::EngineKind::gpu)
        return refuse("--checks and --schedule are for the virtual machine, not for --engine gpu.");
    if (auto wrong = finish_stage(run, raw.stage); !wrong.empty())
        return refuse(wrong);
    if (auto wrong = finish_run_kernel(run_kernel, raw.kernel); !wrong.empty())
        return refuse(wrong);

    if (*list_command)
        options.command = ListCommand {};
    else if (*check_command)
        options.command = check;
    else if (*trace_command)
        options.command = trace;
    else if (*figure_command) {
        auto finished = finish_figure(figure);
        if (!finished)
            return refuse(finished.error().message);
        options.command = std::move(*finished);
    } else if (*report_command)
        options.command = report;
    else if (*counters_command)
        options.command = counters;
    else if (*run_command)
        options.command = run_kernel;
    else if (*ptx_command)
        options.command = ptx;
    else if (*bench_command)
        options.command = bench;
    else if (*compare_command)
        options.command = compare;
    else if (*rules_command)
        options.command = rules;
    else if (*sweep_command) {
        auto swept = parse_swept(raw.swept);
        if (!swept)
            return refuse(swept.error().message);
        sweep.parameter = std::move(*swept);
        sweep.format = format_of(raw.report);
        options.command = std::move(sweep);
    } else if (*trajectory_command)
        options.command = trajectory;
    else if (*new_lesson_command)
        options.command = new_lesson;
    else if (*limits_command)
        options.command = limits;
    else if (*tune_command)
        options.command = tune;
    else if (*lint_command)
        options.command = lint;
    else if (*gpus_command)
        options.command = GpusCommand {};
    else if (*try_kernels_command)
        options.command = TryKernelsCommand {};
    else if (*doctor_command)
        options.command = DoctorCommand {};
    else
        options.command = run;
    return options;
}

} // namespace warpstage::cli
