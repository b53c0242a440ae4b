// Output on a terminal: lines that fit its width, and suggestions for mistyped words.
#include "core/base/text.h"
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kColumns = 80;

void expect_to_fit(const std::string& words)
{
    const auto ended = run(words);
    EXPECT_EQ(ended.status, 0) << words << "\n" << ended.output;
    for (const auto line : text::split(ended.output, '\n'))
        EXPECT_LE(text::columns_of(line), kColumns) << words << ": " << line;
}

TEST(Words, HelpFitsATerminal)
{
    expect_to_fit("--help");
    for (const auto* command :
        { "list", "check", "trace", "counters", "figure", "report", "run", "estimate", "ptx", "machine-code", "bench", "compare",
            "rules", "sweep", "trajectory", "new-lesson", "limits", "tune", "lint-lesson", "gpus", "doctor" })
        expect_to_fit(std::string { command } + " --help");
}

TEST(Words, TheListFitsATerminalAndItsColumnsDoNotBreak)
{
    expect_to_fit("list");
    expect_to_fit("figure --list");
    const auto listed = run("list reduction").output;
    EXPECT_THAT(listed, Not(HasSubstr("Transpose")));
    // The longest id of the lesson determines the column of its summaries.
    std::vector<std::size_t> begins;
    for (const auto line : text::split(listed, '\n')) {
        for (const auto* id : { "    reduce1 ", "    reduce5_volatile ", "    one_thread " })
            if (line.starts_with(id))
                begins.push_back(line.find_first_not_of(' ', line.find(' ', 4)));
    }
    EXPECT_EQ(begins, (std::vector<std::size_t> { 22, 22, 22 })) << listed;
}

TEST(Words, ASimilarWordIsSuggestedForAMistypedOne)
{
    const std::pair<const char*, const char*> answers[] {
        { "lsit", "`lsit` is neither a command nor a file to open (*.cu, *.ptx, *.warpstage). Did you mean `list`?" },
        { "traec reduction reduce2",
            "`traec` is neither a command nor a file to open (*.cu, *.ptx, *.warpstage). Did you mean `trace`?" },
        { "--engin vm", "Unknown option `--engin`. Did you mean `--engine`?" },
        { "bench --engin=vm", "Unknown option `--engin`. Did you mean `--engine`?" },
        { "trace reduction reduce2 --achr 1.3", "Unknown option `--achr`. Did you mean `--arch`?" },
        { "list --engine vn", "Unknown value `vn`. Use auto, gpu or vm." },
        { "list --scale 9",
            "`--scale` requires a number from 1 to 4, not `9`. Run `warpstage list --help` for a list of options." },
        { "run k.cu --warp-width 64", "`--warp-width` requires 2, 4, 8, 16 or 32, not `64`." },
        { "run k.cu --warp-width 1.5", "`--warp-width` does not accept the value `1.5`." },
        { "run k.cu --warp-width", "`--warp-width` requires a value." },
        { "compare -1 run figure", "Unexpected argument" },
        { "trace reduction reduce2 --by lines", "Unknown value `lines`. Did you mean `line`?" },
        { "trace reduction reduse2", "Lesson `reduction` has no variant `reduse2`. Did you mean `reduce2`?" },
        { "bench reduction --variant reduse2 --engine vm", "Did you mean `reduce2`?" },
        { "--lesson reduction --variant reduse2 --engine vm --offscreen 640x360 --frames 1",
            "Lesson `reduction` has no variant `reduse2`. Did you mean `reduce2`?" },
    };
    for (const auto& [words, answer] : answers) {
        const auto ended = run(words);
        EXPECT_EQ(ended.status, 2) << words;
        EXPECT_THAT(ended.output, HasSubstr(answer)) << words;
    }
    EXPECT_APPROVED(run("zzzzzz").output);
    EXPECT_APPROVED(run("gpus --zzzzzz").output);
}

} // namespace
} // namespace warpstage::cli
