// The command line as data. Wrong words end here, with one sentence and status 2.
#pragma once

#include "app/cli/bench_options.h"
#include "app/cli/figure_options.h"
#include "app/cli/limits_options.h"
#include "app/cli/report_options.h"
#include "app/cli/run_kernel_options.h"
#include "app/cli/stage_options.h"
#include "app/cli/sweep_options.h"
#include "app/cli/trace_options.h"
#include "app/cli/trajectory_options.h"
#include "app/cli/tune_options.h"
#include "core/engine/vm_engine.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::cli {

// Status of the process.
inline constexpr int kSuccess = 0;
inline constexpr int kDiffers = 1; // a check failed
inline constexpr int kRefused = 2; // wrong input, or the world said no

struct Common {
    std::filesystem::path assets; // empty: looked for beside the program
    std::vector<std::filesystem::path> lessons; // further folders of lessons
    std::optional<engine::EngineKind> engine; // nothing: automatic
    int gpu = 0; // which of several, as the driver counts them
    std::vector<std::pair<std::string, std::string>> settings;
};

struct ListCommand { };

struct CheckCommand {
    std::vector<std::string> lessons; // empty: all
    engine::VmSettings vm; // other than usual: for the virtual machine alone
};

struct DoctorCommand { };

struct PtxCommand {
    std::vector<std::filesystem::path> files;
    bool json = false;
};

struct RulesCommand {
    std::filesystem::path file; // CSV, see rules_file.h
    std::string architecture; // see arch::parse_architecture; empty: 9.0, with `measure` that of the GPU
    bool measure = false; // count the rows on the GPU, instead of what the file says
};

// A folder with a lesson that works.
struct NewLessonCommand {
    std::string name;
    std::filesystem::path folder = "."; // that holds the lesson's
};

struct LintLessonCommand {
    std::vector<std::filesystem::path> folders; // of lessons
};

struct GpusCommand { };

// The worker process of a trial on the GPU: see core/live/worker_side.h. Not for people.
struct TryKernelsCommand { };

struct Options {
    Common common;
    std::variant<RunCommand, ListCommand, CheckCommand, TraceCommand, DoctorCommand, RunKernelCommand, PtxCommand, BenchCommand,
        CompareCommand, RulesCommand, GpusCommand, CountersCommand, FigureCommand, ReportCommand, SweepCommand, NewLessonCommand,
        LintLessonCommand, TryKernelsCommand, LimitsCommand, TuneCommand, TrajectoryCommand>
        command;
};

// The options, or the status to end with (help was printed, or a sentence about what is wrong).
[[nodiscard]] std::variant<Options, int> parse_options(int argc, const char* const* argv);

} // namespace warpstage::cli
