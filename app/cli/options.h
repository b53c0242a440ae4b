// The command line as data. Wrong words end here, with one sentence and status 2.
#pragma once

#include "app/cli/figure_options.h"
#include "app/cli/limits_options.h"
#include "app/cli/report_options.h"
#include "app/cli/sweep_values.h"
#include "app/cli/trajectory_options.h"
#include "app/cli/tune_options.h"
#include "core/analysis/report_csv.h"
#include "core/bench/table.h"
#include "core/engine/vm_engine.h"

#include <cstdint>
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

// A key pressed before a frame is drawn, for pictures and measurements from a script.
struct ScriptedKey {
    std::uint64_t frame = 0;
    std::string key; // as stage::key_named() takes it
};

struct RunCommand {
    std::string lesson;
    std::string variant;
    bool offscreen = false;
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
    std::uint64_t frames = 0; // 0: until the window is closed
    std::filesystem::path screenshot;
    float scale = 0.0F; // 0: from the display
    bool light = false;
    bool hide_overlay = false;
    std::string drawing = "auto"; // see drawing_option.h
    std::filesystem::path pictures; // where F12 and Shift+F12 save; empty: the user's pictures
    std::vector<ScriptedKey> keys;
    std::filesystem::path script; // commands to obey, see app/stage/script/script.h; empty: none
    std::filesystem::path session; // a file to show; empty: none
    std::optional<bool> console; // the presenter's window beside the stage; nothing: where there is a second screen
};

struct ListCommand { };

struct CheckCommand {
    std::vector<std::string> lessons; // empty: all
    engine::VmSettings vm; // other than usual: for the virtual machine alone
};

enum class ReportFormat : std::uint8_t { text, json, csv };

struct TraceCommand {
    std::string lesson;
    std::string variant;
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    simt::Checks checks = simt::kNoChecks;
    std::string architecture = "9.0"; // see arch::parse_architecture
    ReportFormat format = ReportFormat::text;
    std::optional<analysis::Level> level; // nothing: by line with the passes; JSON: everything
};

struct CountersCommand {
    std::string lesson;
    std::string variant;
    ReportFormat format = ReportFormat::text;
};

struct DoctorCommand { };

// A buffer of `warpstage run` to print, and how many of its elements.
struct PrintedBuffer {
    std::string name;
    std::uint64_t count = kDefaultPrintCount;

    static constexpr std::uint64_t kDefaultPrintCount = 8;
};

struct RunKernelCommand {
    std::filesystem::path file; // .cu or .ptx
    std::string kernel; // empty: the only one of the file
    std::string grid = "1"; // "X[,Y[,Z]]"
    std::string block = "1";
    std::string shared = "0"; // bytes
    std::vector<std::string> arguments; // see core/kernel_run/argument_spec.h
    std::vector<std::pair<std::string, std::string>> defines;
    std::uint32_t architecture = 75; // compute_75
    std::vector<PrintedBuffer> prints;
    bool trace = false;
    std::uint64_t traced_block = 0;
    bool json = false;
    std::uint64_t budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    std::uint32_t warp_width = 32;
    engine::VmSettings vm;
};

struct PtxCommand {
    std::vector<std::filesystem::path> files;
    bool json = false;
};

struct BenchCommand {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
    std::uint32_t repeat = 21; // samples of each variant
    bool check = true;
    bool published = false; // with what the lectures printed
    bench::Format format = bench::Format::text;
    std::filesystem::path output; // empty: standard output
    engine::VmSettings vm;
};

struct CompareCommand {
    std::filesystem::path before;
    std::filesystem::path after;
    bench::Format format = bench::Format::text;
};

struct RulesCommand {
    std::filesystem::path file; // CSV, see rules_file.h
    std::string architecture; // see arch::parse_architecture; empty: 9.0, with `measure` that of the GPU
    bool measure = false; // count the rows on the GPU, instead of what the file says
};

struct SweepCommand {
    std::string lesson;
    std::string variant;
    SweptParameter parameter;
    std::vector<std::string> architectures; // whose rules; empty: 9.0
    std::uint32_t repeat = 11; // samples of each value
    bool check = true;
    ReportFormat format = ReportFormat::text;
    std::filesystem::path picture; // empty: none
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
