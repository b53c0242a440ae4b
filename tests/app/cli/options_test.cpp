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

TEST(Options, CommonOptionsMayFollowTheSubcommand)
{
    const auto result =
        parsed({ "trace", "reduction", "reduce2", "--block", "3", "--warp-width", "8", "--json", "--set", "n=256" });
    const auto& options = std::get<Options>(result);
    const auto& trace = std::get<TraceCommand>(options.command);
    EXPECT_EQ(trace.block, 3U);
    EXPECT_EQ(trace.warp_width, 8U);
    EXPECT_TRUE(trace.json);
    EXPECT_EQ(options.common.settings.size(), 1U);
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

TEST(Options, WrongWordsEndWithStatusTwo)
{
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
