// On the virtual machine, commands show the time estimated for a given GPU, never the emulated time.
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

std::string figure(const std::string& words)
{
    const fs::path path = fs::temp_directory_path() / "warpstage-estimated-times.svg";
    const auto ended = run("figure " + words + " --engine vm -o " + path.string());
    EXPECT_EQ(ended.status, 0) << ended.output;
    std::ifstream stream(path);
    std::string text { std::istreambuf_iterator<char>(stream), {} };
    fs::remove(path);
    return text;
}

TEST(EstimatedTimes, FigureTimingsNamesTheGpu)
{
    const auto text = figure("timings transpose tiled --set n=256 --arch GTX280");
    EXPECT_APPROVED(line_from(text, "estimated for"));
    EXPECT_THAT(text, HasSubstr("estimated for GTX 280"));
    EXPECT_THAT(text, Not(HasSubstr("emulated")));
    EXPECT_THAT(text, Not(HasSubstr("median of")));
}

TEST(EstimatedTimes, FigureTimingsOfHostCodeIsMeasured)
{
    const auto text = figure("timings nbody host --set n=256");
    EXPECT_APPROVED(line_from(text, "measured on"));
    EXPECT_THAT(text, Not(HasSubstr("estimated")));
    EXPECT_THAT(text, Not(HasSubstr("emulated")));
}

TEST(EstimatedTimes, FigureSmShowsStatesAndComparesVariants)
{
    const auto alone = figure("sm transpose tiled --set n=256 --arch GTX280");
    EXPECT_THAT(alone, HasSubstr("GeForce GTX 280"));
    EXPECT_THAT(alone, HasSubstr("cycles"));
    const auto beside = figure("sm transpose padded --with tiled --set n=256");
    EXPECT_THAT(beside, HasSubstr("H200"));
    EXPECT_THAT(beside, HasSubstr("tiled"));
    EXPECT_NE(figure("sm transpose tiled --set n=256 --blocks 1 --cycles 500"), figure("sm transpose tiled --set n=256"));
    EXPECT_EQ(run("figure sm nbody host --engine vm -o a.svg").status, 2) << "has no kernel";
}

TEST(EstimatedTimes, SweepEstimatesForEachArchitecture)
{
    const std::string words = "sweep coalescing stride --engine vm --set n=2048 --repeat 1 --parameter stride=1,8 ";
    const auto one = run(words + "--arch GTX280");
    ASSERT_EQ(one.status, 0) << one.output;
    EXPECT_APPROVED(line_from(one.output, "time of"));
    EXPECT_THAT(one.output, Not(HasSubstr("emulated")));
    const auto json = nlohmann::json::parse(run(words + "--arch GTX280 --arch 9.0 --json", kOutputOnly).output);
    const auto& estimates = json["points"][1]["estimates"];
    ASSERT_EQ(estimates.size(), 2U);
    EXPECT_EQ(estimates[0]["gpu"], "GeForce GTX 280");
    EXPECT_GT(estimates[0]["time_ns"].get<std::uint64_t>(), 0U);
}

TEST(EstimatedTimes, TuneSearchesByTheEstimate)
{
    const auto tuned = run("tune transpose padded --engine vm --set n=64 --no-keep --arch GTX280");
    ASSERT_EQ(tuned.status, 0) << tuned.output;
    EXPECT_APPROVED(line_from(tuned.output, "times are"));
    EXPECT_THAT(tuned.output, HasSubstr("estimated"));
    EXPECT_THAT(tuned.output, Not(HasSubstr("emulat")));
    EXPECT_THAT(tuned.output, Not(HasSubstr("minimum")));
}

} // namespace
} // namespace warpstage::cli
