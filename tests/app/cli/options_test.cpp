// Parsing of the command line: every option reaches its member, and groups of options are converted to values.
#include "app/cli/option_groups.h"
#include "app/cli/run/job_options.h"
#include "app/cli/sweep/sweep_run.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::cli {
namespace {

class Parsed {
public:
    Parsed(std::vector<const char*> words) // NOLINT(google-explicit-constructor)
    {
        words.insert(words.begin(), "warpstage");
        m_status = m_line.parse(static_cast<int>(words.size()), words.data());
        if (!m_line.app().get_subcommands().empty())
            m_command = m_line.app().get_subcommands().front();
    }

    // -1: an action was selected.
    [[nodiscard]] int status() const { return m_status.value_or(-1); }
    [[nodiscard]] std::string command() const { return m_command->get_parent() == nullptr ? "" : m_command->get_name(); }
    [[nodiscard]] const Common& common() { return m_line.common(); }
    [[nodiscard]] const CLI::Option& option(const std::string& name) const { return *m_command->get_option(name); }
    [[nodiscard]] bool has(const std::string& name) const { return option(name).count() != 0; }
    template <typename T> [[nodiscard]] T value(const std::string& name) const { return option(name).template as<T>(); }
    [[nodiscard]] std::string word(const std::string& name) const { return value<std::string>(name); }
    [[nodiscard]] std::vector<std::string> words(const std::string& name) const { return option(name).results(); }

private:
    CommandLine m_line;
    CLI::App* m_command = &m_line.app();
    std::optional<int> m_status;
};

int status_of(const std::vector<const char*>& words)
{
    return Parsed { words }.status();
}

// The result of an option group in a command with no other options.
template <typename Value> Value value_of(void (*add)(CLI::App&, Value&), Value value, const std::string& words)
{
    CLI::App app;
    add(app, value);
    app.parse(words);
    return value;
}

TEST(Options, WithoutArgumentsTheStageOpens)
{
    Parsed result { {} };
    EXPECT_EQ(result.status(), -1);
    EXPECT_EQ(result.command(), "");
    EXPECT_FALSE(result.common().engine);
}

TEST(Options, AllOptionsOfBenchAreParsed)
{
    Parsed run { { "--lesson", "nbody", "--variant", "shared", "--engine", "vm", "--set", "n=1024", "--set", "scene=ring",
        "--offscreen", "1920x1080", "--frames", "5", "--screenshot", "a.png", "--scale", "1.5" } };
    EXPECT_EQ(run.word("--lesson"), "nbody");
    EXPECT_EQ(run.word("--variant"), "shared");
    EXPECT_EQ(run.common().engine, engine::EngineKind::vm);
    ASSERT_EQ(run.common().settings.size(), 2U);
    EXPECT_EQ(run.common().settings[1], (std::pair<std::string, std::string> { "scene", "ring" }));
    EXPECT_TRUE(run.has("--offscreen"));
    EXPECT_EQ(parse_sides(run.word("--offscreen")), std::pair(1920U, 1080U));
    EXPECT_EQ(run.value<std::uint64_t>("--frames"), 5U);
    EXPECT_EQ(run.word("--screenshot"), "a.png");
    EXPECT_EQ(run.value<float>("--scale"), 1.5F);
}

TEST(Options, AnExplicitGpuImpliesTheGpuEngine)
{
    Parsed result { { "bench", "reduction", "--gpu", "2" } };
    EXPECT_EQ(result.common().gpu, 2);
    EXPECT_EQ(result.common().engine, engine::EngineKind::gpu);
    EXPECT_EQ(Parsed({ "list" }).common().gpu, 0);
    EXPECT_EQ(status_of({ "bench", "--gpu", "-1" }), kRefused);
    EXPECT_EQ(status_of({ "bench", "--gpu", "one" }), kRefused);
    EXPECT_EQ(status_of({ "bench", "--gpu", "0", "--engine", "vm" }), kRefused);
}

TEST(Options, AllOptionsOfTuneAndLimitsAreParsed)
{
    const Parsed tune { { "tune", "nbody", "several", "--repeat", "5", "--no-keep", "--set", "n=10240" } };
    EXPECT_EQ(tune.command(), "tune");
    EXPECT_EQ(tune.word("LESSON"), "nbody");
    EXPECT_EQ(tune.word("VARIANT"), "several");
    EXPECT_EQ(tune.value<std::uint32_t>("--repeat"), 5U);
    EXPECT_FALSE(tune.value<bool>("--no-keep"));
    EXPECT_EQ(status_of({ "tune", "nbody" }), kRefused);
    const Parsed limits { { "limits", "--measure", "--json" } };
    EXPECT_EQ(limits.command(), "limits");
    EXPECT_TRUE(limits.value<bool>("--measure"));
    EXPECT_TRUE(limits.value<bool>("--json"));
}

TEST(Options, TheConsoleOptionHasThreeStates)
{
    EXPECT_FALSE(Parsed({}).has("--console"));
    EXPECT_TRUE(Parsed({ "--console" }).value<bool>("--console"));
    EXPECT_TRUE(Parsed({ "--no-console" }).has("--console"));
    EXPECT_FALSE(Parsed({ "--no-console" }).value<bool>("--console"));
    EXPECT_EQ(status_of({ "--console", "--offscreen", "640x360", "--frames", "1" }), kRefused);
}

TEST(Options, TheDrawingOptionIsParsedOrLeftUnset)
{
    const auto drawing_of = [](const std::string& words) {
        return value_of(add_drawing, std::optional<stage::Drawing> {}, words);
    };
    EXPECT_EQ(drawing_of(""), std::nullopt);
    EXPECT_EQ(drawing_of("--drawing auto"), std::nullopt);
    EXPECT_EQ(drawing_of("--drawing graphics"), stage::Drawing::graphics);
    EXPECT_EQ(drawing_of("--drawing processor"), stage::Drawing::processor);
    EXPECT_EQ(Parsed({ "--drawing", "graphics" }).word("--drawing"), "graphics");
    EXPECT_EQ(status_of({ "--drawing", "both" }), kRefused);
}

TEST(Options, ASessionFileAndReportOptionsAreParsed)
{
    EXPECT_EQ(Parsed({ "lecture.warpstage" }).word("FILE"), "lecture.warpstage");
    EXPECT_EQ(status_of({ "lecture.txt" }), kRefused);
    const Parsed report { { "report", "reduction", "-o", "a.pdf", "--variant", "reduce1", "--variant", "reduce2" } };
    EXPECT_EQ(report.command(), "report");
    EXPECT_EQ(report.word("LESSON"), "reduction");
    EXPECT_EQ(report.words("--variant"), (std::vector<std::string> { "reduce1", "reduce2" }));
    EXPECT_EQ(report.word("--output"), "a.pdf");
    EXPECT_EQ(status_of({ "report", "reduction" }), kRefused);
}

TEST(Options, CommonOptionsMayFollowTheSubcommand)
{
    Parsed trace { { "trace", "reduction", "reduce2", "--block", "3", "--warp-width", "8", "--json", "--set", "n=256" } };
    EXPECT_EQ(trace.command(), "trace");
    EXPECT_EQ(trace.value<std::uint64_t>("--block"), 3U);
    EXPECT_EQ(trace.value<std::uint32_t>("--warp-width"), 8U);
    EXPECT_TRUE(trace.has("--json"));
    EXPECT_EQ(trace.common().settings.size(), 1U);
}

TEST(Options, FormatLevelAndArchitectureOfAReportAreParsed)
{
    const auto format_of = [](const std::string& words) {
        return value_of(add_report_format, ReportFormat::text, words);
    };
    EXPECT_EQ(format_of(""), ReportFormat::text);
    EXPECT_EQ(format_of("--json"), ReportFormat::json);
    EXPECT_EQ(format_of("--format csv"), ReportFormat::csv);
    EXPECT_EQ(format_of("--csv"), ReportFormat::csv);
    EXPECT_EQ(value_of(add_level, std::optional<analysis::Level> {}, ""), std::nullopt);
    EXPECT_EQ(value_of(add_level, std::optional<analysis::Level> {}, "--by access"), analysis::Level::access);
    const Parsed usual { { "trace", "reduction", "reduce2" } };
    EXPECT_EQ(usual.word("--format"), "text");
    EXPECT_EQ(usual.word("--arch"), "9.0");
    EXPECT_FALSE(usual.has("--by"));
    const Parsed trace { { "trace", "reduction", "reduce2", "--arch", "3.5:8byte", "--by", "access", "--format", "csv" } };
    EXPECT_EQ(trace.word("--format"), "csv");
    EXPECT_EQ(trace.word("--arch"), "3.5:8byte");
    EXPECT_EQ(trace.word("--by"), "access");
    const Parsed counters { { "counters", "reduction", "reduce2", "--csv", "--set", "n=256" } };
    EXPECT_EQ(counters.command(), "counters");
    EXPECT_EQ(counters.word("LESSON"), "reduction");
    EXPECT_EQ(counters.word("VARIANT"), "reduce2");
    EXPECT_TRUE(counters.has("--csv"));
}

TEST(Options, ChecksAndScheduleAreParsed)
{
    EXPECT_EQ(Parsed({ "check" }).common().vm, engine::VmSettings {});
    Parsed check { { "check", "--checks", "races", "--schedule", "independent:7" } };
    EXPECT_EQ(check.common().vm.checks, (simt::Checks { false, simt::RaceCheck::all }));
    EXPECT_EQ(check.common().vm.scheduling, (simt::Scheduling { simt::Scheduling::Policy::independent, 7 }));
    EXPECT_EQ(Parsed({ "trace", "reduction", "reduce1", "--checks", "all" }).common().vm.checks, simt::kAllChecks);
    EXPECT_EQ(Parsed({ "check", "--checks", "memory,racecheck" }).common().vm.checks, simt::kAllChecks);
}

TEST(Options, AllOptionsOfRunAreParsed)
{
    Parsed run { { "run", "saxpy.cu", "--kernel", "saxpy<4>", "--grid", "4,2", "--block", "256", "--shared", "1024", "--arg",
        "n:s32=8", "--arg", "f32=-0.5", "--define", "TILE=16", "--define", "FAST", "--engine", "vm", "--print", "y:20", "--print",
        "x", "--trace", "--trace-block", "3", "--json", "--budget", "1000", "--warp-width", "8", "--arch", "sm_90" } };
    EXPECT_EQ(run.command(), "run");
    EXPECT_EQ(run.common().engine, engine::EngineKind::vm);
    EXPECT_EQ(run.word("FILE"), "saxpy.cu");
    EXPECT_EQ(run.word("--kernel"), "saxpy<4>");
    EXPECT_EQ(run.word("--grid"), "4,2");
    EXPECT_EQ(run.word("--block"), "256");
    EXPECT_EQ(run.word("--shared"), "1024");
    EXPECT_EQ(run.word("--arg"), "f32=-0.5") << "each is taken when it is parsed; the last one remains";
    const auto defines = run.words("--define");
    ASSERT_EQ(defines.size(), 2U);
    EXPECT_EQ(*parse_define(defines[0]), (Define { "TILE", "16" }));
    EXPECT_EQ(*parse_define(defines[1]), (Define { "FAST", "1" }));
    const auto prints = run.words("--print");
    ASSERT_EQ(prints.size(), 2U);
    EXPECT_EQ(parse_print(prints[0])->name, "y");
    EXPECT_EQ(parse_print(prints[0])->count, 20U);
    EXPECT_EQ(parse_print(prints[1])->count, 8U);
    EXPECT_TRUE(run.value<bool>("--trace"));
    EXPECT_EQ(run.value<std::uint64_t>("--trace-block"), 3U);
    EXPECT_TRUE(run.value<bool>("--json"));
    EXPECT_EQ(run.value<std::uint64_t>("--budget"), 1000U);
    EXPECT_EQ(run.value<std::uint32_t>("--warp-width"), 8U);
    EXPECT_EQ(*parse_virtual_architecture(run.word("--arch")), "90");
}

TEST(Options, FilesOfPtxAreParsed)
{
    const Parsed ptx { { "ptx", "a.ptx", "b.ptx", "--json" } };
    EXPECT_EQ(ptx.command(), "ptx");
    EXPECT_EQ(ptx.words("FILE"), (std::vector<std::string> { "a.ptx", "b.ptx" }));
    EXPECT_TRUE(ptx.value<bool>("--json"));
}

TEST(Options, FileAndArchitectureOfRulesAreParsed)
{
    const Parsed usual { { "rules", "a.csv" } };
    EXPECT_EQ(usual.command(), "rules");
    EXPECT_EQ(usual.word("FILE"), "a.csv");
    EXPECT_EQ(usual.word("--arch"), "") << "default: 9.0, or that of the GPU with --measure";
    EXPECT_FALSE(usual.has("--measure"));
    EXPECT_TRUE(Parsed({ "rules", "a.csv", "--measure" }).value<bool>("--measure"));
    EXPECT_EQ(Parsed({ "rules", "a.csv", "--arch", "3.5:8byte" }).word("--arch"), "3.5:8byte");
    EXPECT_EQ(Parsed({ "gpus" }).command(), "gpus");
    EXPECT_FALSE(Parsed({ "gpus" }).has("--timing"));
    EXPECT_EQ(Parsed({ "gpus", "--timing", "--arch", "1.3" }).word("--arch"), "1.3");
}

TEST(Options, AllOptionsOfSweepAreParsed)
{
    Parsed sweep { { "sweep", "banks", "stride", "--parameter", "c=1..4", "--arch", "1.3", "--arch", "9.0", "--repeat", "3",
        "--no-check", "--csv", "-o", "c.svg", "--set", "block=64" } };
    EXPECT_EQ(sweep.command(), "sweep");
    EXPECT_EQ(sweep.word("LESSON"), "banks");
    EXPECT_EQ(sweep.word("VARIANT"), "stride");
    const auto parameter = parse_swept(sweep.word("--parameter"));
    ASSERT_TRUE(parameter);
    EXPECT_EQ(parameter->id, "c");
    EXPECT_EQ(parameter->values.size(), 4U);
    EXPECT_EQ(sweep.words("--arch"), (std::vector<std::string> { "1.3", "9.0" }));
    EXPECT_EQ(sweep.value<std::uint32_t>("--repeat"), 3U);
    EXPECT_FALSE(sweep.value<bool>("--no-check"));
    EXPECT_TRUE(sweep.has("--csv"));
    EXPECT_EQ(sweep.word("--output"), "c.svg");
    EXPECT_EQ(status_of({ "sweep", "banks", "stride", "--parameter", "c" }), kRefused);
    EXPECT_EQ(status_of({ "sweep", "banks", "stride" }), kRefused);
}

TEST(Options, InvalidArgumentsExitWithTwo)
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
    EXPECT_EQ(status_of({ "gpus", "check" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--checks", "some" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--checks", "memory,some" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "random" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "independent7" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "independent:" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--schedule", "independent:x" }), kRefused);
    EXPECT_EQ(status_of({ "check", "--checks", "all", "--engine", "gpu" }), kRefused);
}

TEST(Options, HelpAndVersionExitWithZero)
{
    EXPECT_EQ(status_of({ "--help" }), kSuccess);
    EXPECT_EQ(status_of({ "--version" }), kSuccess);
    EXPECT_EQ(status_of({ "trace", "--help" }), kSuccess);
}

} // namespace
} // namespace warpstage::cli
