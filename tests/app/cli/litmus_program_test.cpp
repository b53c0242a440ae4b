// End-to-end tests of `warpstage litmus`.
#include "tests/app/cli/started_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpstage::cli {
namespace {

std::string fixture(const std::string& name)
{
    return std::string { WARPSTAGE_FIXTURES } + "/litmus/" + name + ".litmus";
}

TEST(LitmusProgram, ListsTheFinalStatesAndReportsTheConditionInItsStatus)
{
    const auto ended = run("litmus " + fixture("message_passing_relaxed") + " --json", kOutputOnly);
    EXPECT_EQ(ended.status, 0);
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["holds"], true);
    ASSERT_EQ(json["states"].size(), 4U);
    EXPECT_EQ(json["states"][2]["values"]["P1:r0"], 1);
    EXPECT_EQ(json["states"][2]["values"]["P1:r1"], 0);
    EXPECT_EQ(json["states"][2]["satisfies"], true);
    EXPECT_EQ(run("litmus " + fixture("constant_without_proxy_fence") + " --model 6.0").status, 1);
}

TEST(LitmusProgram, DrawsOneExecution)
{
    const auto file = std::filesystem::path { testing::TempDir() } / "warpstage-litmus.svg";
    EXPECT_EQ(run("litmus " + fixture("last_block_without_fence") + " -o " + file.string()).status, 0);
    std::ifstream stream(file);
    const std::string svg { std::istreambuf_iterator<char>(stream), {} };
    EXPECT_NE(svg.find("atom.relaxed.gpu.add r0, count, 1"), std::string::npos);
    std::filesystem::remove(file);
}

TEST(LitmusProgram, RefusesWhatItCannotUse)
{
    for (const std::string& words : std::vector<std::string> { "litmus /nowhere/a.litmus", "litmus /dev/zero",
             "litmus " + fixture("store_buffering") + " --state 9", "litmus " + fixture("store_buffering") + " -o a.txt" })
        EXPECT_EQ(run(words).status, 2) << words;
}

} // namespace
} // namespace warpstage::cli
