#include "app/cli/drawing_option.h"
#include "app/cli/options.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::cli {
namespace {

std::variant<Options, int> parsed(std::vector<const char*> words)
{
    words.insert(words.begin(), "warpstage");
    return parse_options(static_cast<int>(words.size()), words.data());
}

int status_of(const std::vector<const char*>& words)
{
    const auto result = parsed(words);
    const auto* status = std::get_if<int>(&result);
    return status == nullptr ? -1 : *status;
}

TEST(Options, WithoutWordsTheStageOpens)
{
    const auto result = parsed({});
    const auto& options = std::get<Options>(result);
    EXPECT_TRUE(std::holds_alternative<RunCommand>(options.command));
    EXPECT_FALSE(options.common.engine);
}

TEST(Options, EverythingOfARunArrives)
{
    const auto result = parsed({ "--lesson", "nbody", "--variant", "shared", "--engine", "vm", "--set", "n=1024", "--set",
        "scene=ring", "--offscreen", "1920x1080", "--frames", "5", "--screenshot", "a.png", "--scale", "1.5" });
    const auto& options = std::get<Options>(result);
    const auto& run = std::get<RunCommand>(options.command);
    EXPECT_EQ(run.lesson, "nbody");
    EXPECT_EQ(run.variant, "shared");
    EXPECT_EQ(options.common.engine, engine::EngineKind::vm);
    ASSERT_EQ(options.common.settings.size(), 2U);
    EXPECT_EQ(options.common.settings[1], (std::pair<std::string, std::string> { "scene", "ring" }));
    EXPECT_TRUE(run.offscreen);
    EXPECT_EQ(run.width, 1920U);
    EXPECT_EQ(run.height, 1080U);
    EXPECT_EQ(run.frames, 5U);
    EXPECT_EQ(run.screenshot, "a.png");
    EXPECT_EQ(run.scale, 1.5F);
}

TEST(Options, WhoNamesAGpuWantsIt)
{
    const auto result = parsed({ "bench", "reduction", "--gpu", "2" });
    const auto& common = std::get<Options>(result).common;
    EXPECT_EQ(common.gpu, 2);
    EXPECT_EQ(common.engine, engine::EngineKind::gpu);
    EXPECT_EQ(std::get<Options>(parsed({ "list" })).common.gpu, 0);
    EXPECT_EQ(status_of({ "bench", "--gpu", "-1" }), kRefused);
    EXPECT_EQ(status_of({ "bench", "--gpu", "one" }), kRefused);
    EXPECT_EQ(status_of({ "bench", "--gpu", "0", "--engine", "vm" }), kRefused);
}

TEST(Options, EverythingOfTuneAndLimitsArrives)
{
    const auto tuned = parsed({ "tune", "nbody", "several", "--repeat", "5", "--no-keep", "--set", "n=10240" });
    const auto& tune = std::get<TuneCommand>(std::get<Options>(tuned).command);
    EXPECT_EQ(tune.lesson, "nbody");
    EXPECT_EQ(tune.variant, "several");
    EXPECT_EQ(tune.repeat, 5U);
    EXPECT_FALSE(tune.keep);
    EXPECT_EQ(status_of({ "tune", "nbody" }), kRefused);
    const auto measured = parsed({ "limits", "--measure", "--json" });
    const auto& limits = std::get<LimitsCommand>(std::get<Options>(measured).command);
    EXPECT_TRUE(limits.measure);
    EXPECT_TRUE(limits.json);
}

TEST(Options, TheConsoleIsWantedUnwantedOrLeftOpen)
{
    const auto console_of = [](const std::vector<const char*>& words) {
        return std::get<RunCommand>(std::get<Options>(parsed(words)).command).console;
    };
    EXPECT_EQ(console_of({}), std::nullopt);
    EXPECT_EQ(console_of({ "--console" }), true);
    EXPECT_EQ(console_of({ "--no-console" }), false);
    EXPECT_EQ(status_of({ "--console", "--offscreen", "640x360", "--frames", "1" }), kRefused);
}

TEST(Options, WhoDrawsIsChosenOrLeftOpen)
{
    const auto drawing_of = [](const std::vector<const char*>& words) {
        return drawing_named(std::get<RunCommand>(std::get<Options>(parsed(words)).command).drawing);
    };
    EXPECT_EQ(drawing_of({}), std::nullopt);
    EXPECT_EQ(drawing_of({ "--drawing", "auto" }), std::nullopt);
    EXPECT_EQ(drawing_of({ "--drawing", "graphics" }), stage::Drawing::graphics);
    EXPECT_EQ(drawing_of({ "--drawing", "processor" }), stage::Drawing::processor);
    EXPECT_EQ(status_of({ "--drawing", "both" }), kRefused);
}

TEST(Options, ASessionFileAndAReportArrive)
{
    const auto session = parsed({ "lecture.warpstage" });
    EXPECT_EQ(std::get<RunCommand>(std::get<Options>(session).command).session, "lecture.warpstage");
    EXPECT_EQ(status_of({ "lecture.txt" }), kRefused);
    const auto result = parsed({ "report", "reduction", "-o", "a.pdf", "--variant", "reduce1", "--variant", "reduce2" });
    const auto& report = std::get<ReportCommand>(std::get<Options>(result).command);
    EXPECT_EQ(report.lesson, "reduction");
    EXPECT_EQ(report.variants, (std::vector<std::string> { "reduce1", "reduce2" }));
    EXPECT_EQ(report.output, "a.pdf");
    EXPECT_EQ(status_of({ "report", "reduction" }), kRefused);
}

TEST(Options, CommonOptionsMayFollowTheSubcommand)
{
    const auto result =
        parsed({ "trace", "reduction", "reduce2", "--block", "3", "--warp-width", "8", "--json", "--set", "n=256" });
    const auto& options = std::get<Options>(result);
    const auto& trace = std::get<TraceCommand>(options.command);
    EXPECT_EQ(trace.block, 3U);
    EXPECT_EQ(trace.warp_width, 8U);
    EXPECT_EQ(trace.format, ReportFormat::json);
    EXPECT_EQ(options.common.settings.size(), 1U);
}

TEST(Options, AReportsFormLevelAndArchitectureArrive)
{
    const auto usual = std::get<TraceCommand>(std::get<Options>(parsed({ "trace", "reduction", "reduce2" })).command);
    EXPECT_EQ(usual.format, ReportFormat::text);
    EXPECT_EQ(usual.architecture, "9.0");
    EXPECT_FALSE(usual.level.has_value());
    const auto result = parsed({ "trace", "reduction", "reduce2", "--arch", "3.5:8byte", "--by", "access", "--format", "csv" });
    const auto& trace = std::get<TraceCommand>(std::get<Options>(result).command);
    EXPECT_EQ(trace.format, ReportFormat::csv);
    EXPECT_EQ(trace.architecture, "3.5:8byte");
    EXPECT_EQ(trace.level, analysis::Level::access);
    const auto counted = parsed({ "counters", "reduction", "reduce2", "--csv", "--set", "n=256" });
    const auto& counters = std::get<CountersCommand>(std::get<Options>(counted).command);
    EXPECT_EQ(counters.lesson, "reduction");
    EXPECT_EQ(counters.variant, "reduce2");
    EXPECT_EQ(counters.format, ReportFormat::csv);
}

TEST(Options, ChecksAndScheduleArrive)
{
    const auto usual = std::get<Options>(parsed({ "check" }));
    EXPECT_EQ(std::get<CheckCommand>(usual.command).vm, engine::VmSettings {});
    const auto result = parsed({ "check", "--checks", "races", "--schedule", "independent:7" });
    const auto& check = std::get<CheckCommand>(std::get<Options>(result).command);
    EXPECT_EQ(check.vm.checks, (simt::Checks { false, simt::RaceCheck::all }));
    EXPECT_EQ(check.vm.scheduling, (simt::Scheduling { simt::Scheduling::Policy::independent, 7 }));
    const auto traced = parsed({ "trace", "reduction", "reduce1", "--checks", "all" });
    EXPECT_EQ(std::get<TraceCommand>(std::get<Options>(traced).command).checks, simt::kAllChecks);
}

TEST(Options, EverythingOfAKernelsRunArrives)
{
    const auto result = parsed({ "run", "saxpy.cu", "--kernel", "saxpy<4>", "--grid", "4,2", "--block", "256", "--shared", "1024",
        "--arg", "n:s32=8", "--arg", "f32=-0.5", "--define", "TILE=16", "--define", "FAST", "--engine", "vm", "--print", "y:20",
        "--print", "x", "--trace", "--trace-block", "3", "--json", "--budget", "1000", "--warp-width", "8", "--arch", "sm_90" });
    const auto& options = std::get<Options>(result);
    const auto& run = std::get<RunKernelCommand>(options.command);
    EXPECT_EQ(options.common.engine, engine::EngineKind::vm);
    EXPECT_EQ(run.file, "saxpy.cu");
    EXPECT_EQ(run.kernel, "saxpy<4>");
    EXPECT_EQ(run.grid, "4,2");
    EXPECT_EQ(run.block, "256");
    EXPECT_EQ(run.shared, "1024");
    EXPECT_EQ(run.arguments, (std::vector<std::string> { "n:s32=8", "f32=-0.5" }));
    EXPECT_EQ(run.defines, (std::vector<std::pair<std::string, std::string>> { { "TILE", "16" }, { "FAST", "1" } }));
    ASSERT_EQ(run.prints.size(), 2U);
    EXPECT_EQ(run.prints[0].name, "y");
    EXPECT_EQ(run.prints[0].count, 20U);
    EXPECT_EQ(run.prints[1].count, 8U);
    EXPECT_TRUE(run.trace);
    EXPECT_EQ(run.traced_block, 3U);
    EXPECT_TRUE(run.json);
    EXPECT_EQ(run.budget, 1000U);
    EXPECT_EQ(run.warp_width, 8U);
    EXPECT_EQ(run.architecture, 90U);
}

TEST(Options, FilesOfPtxArrive)
{
    const auto result = parsed({ "ptx", "a.ptx", "b.ptx", "--json" });
    const auto& ptx = std::get<PtxCommand>(std::get<Options>(result).command);
    EXPECT_EQ(ptx.files, (std::vector<std::filesystem::path> { "a.ptx", "b.ptx" }));
    EXPECT_TRUE(ptx.json);
}

TEST(Options, FileAndArchitectureOfRulesArrive)
{
    const auto usual = std::get<RulesCommand>(std::get<Options>(parsed({ "rules", "a.csv" })).command);
    EXPECT_EQ(usual.file, "a.csv");
    EXPECT_EQ(usual.architecture, "") << "9.0, or with --measure that of the GPU";
    EXPECT_FALSE(usual.measure);
    EXPECT_TRUE(std::get<RulesCommand>(std::get<Options>(parsed({ "rules", "a.csv", "--measure" })).command).measure);
    const auto old = std::get<RulesCommand>(std::get<Options>(parsed({ "rules", "a.csv", "--arch", "3.5:8byte" })).command);
    EXPECT_EQ(old.architecture, "3.5:8byte");
    EXPECT_TRUE(std::holds_alternative<GpusCommand>(std::get<Options>(parsed({ "gpus" })).command));
}

TEST(Options, EverythingOfASweepArrives)
{
    const auto result = parsed({ "sweep", "banks", "stride", "--parameter", "c=1..4", "--arch", "1.3", "--arch", "9.0",
        "--repeat", "3", "--no-check", "--csv", "-o", "c.svg", "--set", "block=64" });
    const auto& options = std::get<Options>(result);
    const auto& sweep = std::get<SweepCommand>(options.command);
    EXPECT_EQ(sweep.lesson, "banks");
    EXPECT_EQ(sweep.variant, "stride");
    EXPECT_EQ(sweep.parameter.id, "c");
    EXPECT_EQ(sweep.parameter.values.size(), 4U);
    EXPECT_EQ(sweep.architectures, (std::vector<std::string> { "1.3", "9.0" }));
    EXPECT_EQ(sweep.repeat, 3U);
    EXPECT_FALSE(sweep.check);
    EXPECT_EQ(sweep.format, ReportFormat::csv);
    EXPECT_EQ(sweep.picture, "c.svg");
    EXPECT_EQ(status_of({ "sweep", "banks", "stride", "--parameter", "c" }), kRefused);
    EXPECT_EQ(status_of({ "sweep", "banks", "stride" }), kRefused);
}

TEST(Options, WrongWordsEndWithStatusTwo)
{
    EXPECT_EQ(status_of({ "run" }), kRefused);
    EXPECT_EQ(status_of({ "ptx" }), kRefused);
    EXPECT_EQ(status_of({ "rules" }), kRefused);
    EXPECT_EQ(status_of({ "run", "a.cu", "--define", "2=3" }), kRefused);
    EXPECT_EQ(status_of({ "run", "a.cu", "--print", "y:0" }), kRefused);
    EXPECT_EQ(status_of({ "run", "a.cu", "--print", ":3" }), kRefused);
    EXPECT_EQ(status_of({ "run", "a.cu", "--arch", "hopper" }), kRefused);
    EXPECT_EQ(status_of({ "run", "a.cu", "--budget", "0" }), kRefused);
    EXPECT_EQ(status_of({ "run", "a.cu", "--warp-width", "7" }), kRefused);
    EXPECT_EQ(status_of({ "--engine", "abacus" }), kRefused);
    EXPECT_EQ(status_of({ "--nonsense" }), kRefused);
    EXPECT_EQ(status_of({ "conjure" }), kRefused);
    EXPECT_EQ(status_of({ "--set", "n" }), kRefused);
    EXPECT_EQ(status_of({ "--set", "=5" }), kRefused);
    EXPECT_EQ(status_of({ "--offscreen", "1920", "--frames", "1" }), kRefused);
    EXPECT_EQ(status_of({ "--offscreen", "1x1", "--frames", "1" }), kRefused);
    EXPECT_EQ(status_of({ "--offscreen", "99999x99999", "--frames", "1" }), kRefused);
    EXPECT_EQ(status_of({ "--offscreen", "1920x1080x3", "--frames", "1" }), kRefused);
    EXPECT_EQ(status_of({ "--offscreen", "640x360" }), kRefused);
    EXPECT_EQ(status_of({ "--screenshot", "a.png" }), kRefused);
    EXPECT_EQ(status_of({ "--frames", "0" }), kRefused);
    EXPECT_EQ(status_of({ "--frames", "-3" }), kRefused);
    EXPECT_EQ(status_of({ "trace", "reduction" }), kRefused);
    EXPECT_EQ(status_of({ "trace", "reduction", "reduce1", "--warp-width", "5" }), kRefused);
    EXPECT_EQ(status_of({ "trace", "reduction", "reduce1", "--by", "block" }), kRefused);
    EXPECT_EQ(status_of({ "trace", "reduction", "reduce1", "--format", "xml" }), kRefused);
    EXPECT_EQ(status_of({ "trace", "reduction", "reduce1", "--json", "--csv" }), kRefused);
    EXPECT_EQ(status_of({ "counters", "reduction" }), kRefused);
    EXPECT_EQ(status_of({ "list", "check" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--checks", "some" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "random" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "independent7" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "independent:" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "independent:x" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--checks", "all", "--engine", "gpu" }), kRefused);
}

TEST(Options, HelpAndVersionAreNoFailure)
{
    EXPECT_EQ(status_of({ "--help" }), kSuccess);
    EXPECT_EQ(status_of({ "--version" }), kSuccess);
    EXPECT_EQ(status_of({ "trace", "--help" }), kSuccess);
}

} // namespace
} // namespace warpstage::cli
