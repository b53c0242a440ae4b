#include "app/cli/options.h"

#include "app/cli/commands.h"
#include "app/cli/drawing_option.h"
#include "app/cli/help_formatter.h"
#include "app/cli/sides.h"
#include "app/cli/version.h"
#include "core/live/worker_side.h"
#include "core/problem/formula.h"
#include "core/session_file/session_file.h"
#include "core/simt/fault_names.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string_view>
#include <tuple>

namespace warpstage::cli {

namespace {

constexpr std::uint32_t kSmallestPicture = 64;
constexpr std::uint32_t kLargestPicture = 16384;

// "1920x1080"; false where it is none or no size that OpenGL would draw.
bool parse_size(std::string_view text, std::uint32_t& width, std::uint32_t& height)
{
    const auto sides = parse_sides(text);
    if (!sides)
        return false;
    std::tie(width, height) = *sides;
    return width >= kSmallestPicture && height >= kSmallestPicture && width <= kLargestPicture && height <= kLargestPicture;
}

// "60:Tab"; nothing where it is none.
std::optional<ScriptedKey> parse_press(std::string_view text)
{
    ScriptedKey press;
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, press.frame);
    if (error != std::errc {} || after == end || *after != ':' || after + 1 == end)
        return std::nullopt;
    press.key = std::string(after + 1, end);
    return press;
}

std::vector<std::string> names_of_checks()
{
    std::vector<std::string> names;
    for (const simt::NamedChecks& known : simt::kNamedChecks)
        names.emplace_back(known.name);
    return names;
}

// "y" or "y:20"; nothing where it is neither.
std::optional<PrintedBuffer> parse_print(std::string_view text)
{
    PrintedBuffer print;
    const auto colon = text.find(':');
    print.name = std::string { text.substr(0, colon) };
    if (colon != std::string_view::npos) {
        const auto* const end = text.data() + text.size();
        const auto [after, error] = std::from_chars(text.data() + colon + 1, end, print.count);
        if (error != std::errc {} || after != end || print.count == 0)
            return std::nullopt;
    }
    return print.name.empty() ? std::nullopt : std::optional { print };
}

// "compute_90", "sm_90" or "90".
std::optional<std::uint32_t> parse_architecture(std::string_view text)
{
    for (const std::string_view prefix : { "compute_", "sm_" }) {
        if (text.starts_with(prefix))
            text.remove_prefix(prefix.size());
    }
    std::uint32_t architecture = 0;
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, architecture);
    return error == std::errc {} && after == end ? std::optional { architecture } : std::nullopt;
}

// What CLI11 collects before it becomes Options.
struct RawVm {
    std::string checks = "off";
    std::string schedule = "lock-step";
};

void add_vm_settings(CLI::App& command, RawVm& raw)
{
    command
        .add_option("--checks", raw.checks,
            "Faults that the virtual machine also looks for: memory that nobody has written, races, all; all-in-step takes the "
            "lanes of a warp to run in step")
        ->check(CLI::IsMember(names_of_checks()))
        ->capture_default_str();
    command
        .add_option("--schedule", raw.schedule,
            "How the virtual machine runs the lanes of a warp: lock-step, or independent:SEED, where they drift apart")
        ->capture_default_str();
}

struct RawKernel {
    std::vector<std::string> defines;
    std::vector<std::string> prints;
    std::string architecture = "compute_75";
};

void add_run_kernel(CLI::App& command, RunKernelCommand& run, RawKernel& raw)
{
    command.add_option("FILE", run.file, "A .cu file, which NVRTC compiles, or a .ptx file")->required();
    command.add_option("--kernel", run.kernel, "Kernel to run, as in saxpy or 'reduce<256>'; needed where there are several");
    command.add_option("--grid", run.grid, "Blocks, X[,Y[,Z]]; as all sizes here, an expression of names, as in (n+255)/256")
        ->capture_default_str();
    command.add_option("--block", run.block, "Threads of a block, X[,Y[,Z]]")->capture_default_str();
    command.add_option("--shared", run.shared, "Bytes of dynamic shared memory")->capture_default_str();
    command
        .add_option("--arg", run.arguments,
            "An argument, in the order of the source: [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, as in n:s32=1024, "
            "x:f32[n]=random:7, y:f32[n]=out; a structure is {MEMBER,...}, a texture "
            "KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT]]=CONTENTS, as in "
            "tex2d,linear:u8x4[64,64]=random:7; contents: zero, ones, iota, value:V, list:V,V,..., random:SEED[:LOW:HIGH], "
            "each:FORMULA, file:PATH, out")
        ->allow_extra_args(false);
    command.add_option("--define", raw.defines, "NAME=VALUE, as #define; of a .cu file")->allow_extra_args(false);
    command.add_option("--arch", raw.architecture, "Virtual architecture that a .cu file is compiled for")->capture_default_str();
    command
        .add_option(
            "--print", raw.prints, "NAME[:COUNT]: print the first elements of a buffer; those of `out` are printed anyway")
        ->allow_extra_args(false);
    command.add_flag("--trace", run.trace, "What warps, banks and sectors did in one block, as `warpstage trace` tells it");
    command.add_option("--trace-block", run.traced_block, "Block to record, by its linear index")->capture_default_str();
    command.add_flag("--json", run.json, "JSON instead of text");
    command.add_option("--budget", run.budget, "Warp instructions of a block after which a kernel counts as endless")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 50));
    command.add_option("--warp-width", run.warp_width, "Lanes of a warp on the virtual machine")
        ->check(CLI::IsMember({ 2, 4, 8, 16, 32 }))
        ->capture_default_str();
}

// The sentence about what is wrong; empty where nothing is.
std::string finish_run_kernel(RunKernelCommand& run, const RawKernel& raw)
{
    for (const auto& define : raw.defines) {
        const auto equals = define.find('=');
        const auto name = define.substr(0, equals);
        if (!problem::is_name(name))
            return fmt::format("--define wants NAME=VALUE, as in --define TILE=16, not `{}`.", define);
        run.defines.emplace_back(name, equals == std::string::npos ? "1" : define.substr(equals + 1));
    }
    for (const auto& text : raw.prints) {
        auto print = parse_print(text);
        if (!print)
            return fmt::format("--print wants NAME or NAME:COUNT, as in y or y:20, not `{}`.", text);
        run.prints.push_back(std::move(*print));
    }
    const auto architecture = parse_architecture(raw.architecture);
    if (!architecture)
        return fmt::format("--arch wants a virtual architecture such as compute_75, not `{}`.", raw.architecture);
    run.architecture = *architecture;
    return {};
}

// --json, --csv and --markdown exclude each other; without one, a text for the terminal.
void add_format(CLI::App& command, bench::Format& format)
{
    auto* const group = command.add_option_group("format");
    group->add_flag_callback(
        "--json", [&format] { format = bench::Format::json; }, "As JSON, which `warpstage compare` reads");
    group->add_flag_callback(
        "--csv", [&format] { format = bench::Format::csv; }, "As CSV, for a spreadsheet");
    group->add_flag_callback(
        "--markdown", [&format] { format = bench::Format::markdown; }, "As a Markdown table");
    group->require_option(0, 1);
}

void add_bench(CLI::App& command, BenchCommand& bench, RawVm& vm)
{
    command.add_option("LESSON", bench.lessons, "Lessons to measure; all where none is named");
    command
        .add_option("--variant", bench.variants,
            "This variant alone, or library for the line of cuBLAS or CUB; may be given more than once")
        ->allow_extra_args(false);
    command.add_option("--repeat", bench.repeat, "Samples of each variant, of which median, minimum and maximum are shown")
        ->check(CLI::Range(1U, 100000U))
        ->capture_default_str();
    command.add_flag("!--no-check", bench.check, "Measure alone, without comparing the result with the reference");
    command.add_flag("--published", bench.published, "What the lectures printed beside it");
    command.add_option("--output", bench.output, "File to write, instead of the terminal");
    add_format(command, bench.format);
    add_vm_settings(command, vm);
}

void add_compare(CLI::App& command, CompareCommand& compare)
{
    command.add_option("BEFORE", compare.before, "Result of `warpstage bench --json`")->required();
    command.add_option("AFTER", compare.after, "Another one")->required();
    command.add_flag_callback(
        "--markdown", [&compare] { compare.format = bench::Format::markdown; }, "As a Markdown table");
}

constexpr std::array<std::pair<std::string_view, ReportFormat>, 3> kFormats { { { "text", ReportFormat::text },
    { "json", ReportFormat::json }, { "csv", ReportFormat::csv } } };
constexpr std::array<std::pair<std::string_view, analysis::Level>, 5> kLevels { { { "kernel", analysis::Level::kernel },
    { "line", analysis::Level::line }, { "instruction", analysis::Level::instruction }, { "access", analysis::Level::access },
    { "pass", analysis::Level::pass } } };

template <typename Named> std::vector<std::string> names_of(const Named& named)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : named)
        names.emplace_back(name);
    return names;
}

struct RawReport {
    std::string format = "text";
    bool json = false;
    bool csv = false;
    std::string level;
};

void add_report(CLI::App& command, RawReport& raw)
{
    auto* format = command.add_option("--format", raw.format, "text, json or csv")
                       ->check(CLI::IsMember(names_of(kFormats)))
                       ->capture_default_str();
    auto* json = command.add_flag("--json", raw.json, "Short for --format json")->excludes(format);
    command.add_flag("--csv", raw.csv, "Short for --format csv")->excludes(format)->excludes(json);
}

ReportFormat format_of(const RawReport& raw)
{
    if (raw.json)
        return ReportFormat::json;
    if (raw.csv)
        return ReportFormat::csv;
    return std::ranges::find(kFormats, raw.format, [](const auto& one) { return one.first; })->second;
}

void add_sweep(CLI::App& command, SweepCommand& sweep, RawReport& report, std::string& swept)
{
    command.add_option("LESSON", sweep.lesson)->required();
    command.add_option("VARIANT", sweep.variant)->required();
    command.add_option("--parameter", swept, "What to vary: NAME=FROM..TO[:STEP] or NAME=VALUE,VALUE,..., as in offset=0..32")
        ->required();
    command
        .add_option(
            "--arch", sweep.architectures, "Whose rules, as in 1.3, 3.5:8byte, GTX280; usually 9.0; may be given more than once")
        ->allow_extra_args(false);
    command.add_option("--repeat", sweep.repeat, "Samples of each value, of which the median is shown")
        ->check(CLI::Range(1U, 100000U))
        ->capture_default_str();
    command.add_flag("!--no-check", sweep.check, "Measure alone, without comparing the result with the reference");
    command.add_option("-o,--output", sweep.picture, "Draw the curves into a .png, .svg or .pdf file");
    add_report(command, report);
}

struct Raw {
    std::string engine = "auto";
    std::optional<int> gpu;
    std::vector<std::string> settings;
    std::string offscreen;
    std::vector<std::string> presses;
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
    bool with_console = false;

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
    app.add_option("--lesson", run.lesson, "Lesson to open: see `warpstage list`");
    app.add_option("--variant", run.variant, "Variant of the lesson to start with");
    auto* offscreen = app.add_option("--offscreen", raw.offscreen, "Draw without a window, WIDTHxHEIGHT pixels");
    app.add_option("--frames", run.frames, "End after this many frames")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 40));
    app.add_option("--screenshot", run.screenshot, "Save the last frame as PNG");
    app.add_option("--scale", run.scale, "Size of text and panels: 1 for a desk, 1.5 to 2 for a lecture hall")
        ->check(CLI::Range(1.0F, 4.0F));
    app.add_option("--pictures", run.pictures, "Folder in which F12 and Shift+F12 save; else warpstage/ in your pictures");
    app.add_option("--press", raw.presses, "Press a key before a frame, FRAME:KEY, as in 60:2; may be given more than once")
        ->allow_extra_args(false);
    app.add_option(
        "--script", run.script, "Obey the commands in a text file, one a line: see README.md; off screen it ends with them");
    app.add_flag("--light", run.light, "Light theme");
    add_drawing(app, run.drawing);
    app.add_flag("--no-panels", run.hide_overlay, "Start with the panels hidden");

    app.add_option(
        "FILE", run.session, "A session file (.warpstage) to show: a lecture that was saved, here or on another computer");
    auto* console = app.add_flag("--console,!--no-console", with_console,
        "Open the presenter's console beside the stage; without the option it opens where there is a second screen. Key F2");
    auto* list_command = app.add_subcommand("list", "Lessons, their variants and parameters; broken lessons with the reason");
    auto* check_command = app.add_subcommand("check", "Runs every variant against its reference; status 1 if one differs");
    check_command->add_option("LESSON", check.lessons, "Lessons to check; all where none is named");
    add_vm_settings(*check_command, raw.vm);
    auto* trace_command =
        app.add_subcommand("trace", "What warps, banks and sectors did in one block, per kernel and source line");
    trace_command->add_option("LESSON", trace.lesson)->required();
    trace_command->add_option("VARIANT", trace.variant)->required();
    trace_command->add_option("--block", trace.block, "Block to record, by its linear index")->capture_default_str();
    trace_command->add_option("--warp-width", trace.warp_width, "Lanes of a warp")
        ->check(CLI::IsMember({ 2, 4, 8, 16, 32 }))
        ->capture_default_str();
    trace_command->add_option("--checks", raw.vm.checks, "Faults to look for as well, as for `check`")
        ->check(CLI::IsMember(names_of_checks()))
        ->capture_default_str();
    add_report(*trace_command, raw.report);
    trace_command
        ->add_option("--arch", trace.architecture,
            "Whose rules: a compute capability or a GPU, as in 1.3, 3.5:8byte, GTX280; the kernel runs the same")
        ->capture_default_str();
    trace_command
        ->add_option("--by", raw.report.level,
            "How finely: kernel, line, instruction, access, or pass (what a loop's branch does pass by pass)")
        ->check(CLI::IsMember(names_of(kLevels)));
    auto* counters_command = app.add_subcommand("counters",
        "A variant's kernels under the GPU's hardware counters, beside what the virtual machine predicts; status 1 if a figure "
        "differs without a reason");
    counters_command->add_option("LESSON", counters.lesson)->required();
    counters_command->add_option("VARIANT", counters.variant)->required();
    add_report(*counters_command, raw.report);
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
    for (const auto& press : raw.presses) {
        auto key = parse_press(press);
        if (!key)
            return refuse(fmt::format("--press wants FRAME:KEY, as in 60:2 or 90:Tab, not `{}`.", press));
        run.keys.push_back(std::move(*key));
    }
    trace.format = counters.format = format_of(raw.report);
    if (!raw.report.level.empty())
        trace.level = std::ranges::find(kLevels, raw.report.level, [](const auto& one) { return one.first; })->second;
    check.vm.checks = trace.checks = *simt::find_checks(raw.vm.checks);
    if (const auto schedule = simt::find_scheduling(raw.vm.schedule))
        check.vm.scheduling = *schedule;
    else
        return refuse(fmt::format(
            "--schedule wants lock-step, independent or independent:SEED, as in independent:7, not `{}`.", raw.vm.schedule));
    run_kernel.vm = bench.vm = check.vm;
    if (check.vm != engine::VmSettings {} && options.common.engine == engine::EngineKind::gpu)
        return refuse("--checks and --schedule are for the virtual machine, not for --engine gpu.");
    run.offscreen = offscreen->count() != 0;
    if (console->count() != 0)
        run.console = with_console;
    if (run.offscreen && with_console)
        return refuse("--console is a window beside the stage's; --offscreen draws without windows.");
    if (run.offscreen && !parse_size(raw.offscreen, run.width, run.height))
        return refuse(fmt::format("--offscreen wants WIDTHxHEIGHT, as in 1920x1080, each side {} to {}, not `{}`.",
            kSmallestPicture, kLargestPicture, raw.offscreen));
    if (run.offscreen && run.frames == 0 && run.script.empty())
        return refuse("--offscreen needs --frames N, the number of frames to draw.");
    if (!run.screenshot.empty() && run.frames == 0)
        return refuse("--screenshot needs --frames N: the picture is that of the last frame. In the window, F12 saves a picture "
                      "at any time.");

    if (!run.session.empty() && run.session.extension() != session_file::kEnding)
        return refuse(fmt::format(
            "`{}` is neither a command nor a session file (*.warpstage); `warpstage --help` shows both.", run.session.string()));

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
