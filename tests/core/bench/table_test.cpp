#include "core/bench/table.h"
#include "tests/core/bench/sample_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BenchTable, TextHasTimesRateSpeedUpAndCheck)
{
    EXPECT_EQ(to_table(sample_result(), Format::text),
        "NVIDIA H200 (CC 9.0, 132 SMs)\n"
        "\n"
        "variant            parameters    median  minimum   maximum       rate  speed-up  check\n"
        "reduction reduce1  n=1048576   0.100 ms  90.0 µs  0.120 ms  41.9 GB/s      1.00  right\n"
        "reduction reduce2  n=1048576    50.0 µs  45.0 µs   60.0 µs  83.9 GB/s      2.00  right, in the L2 cache\n"
        "reduction reduce3  n=1048576    25.0 µs  22.5 µs   30.0 µs   168 GB/s      4.00  WRONG: sum 7, expected 8\n"
        "reduction reduce9  n=1048576                                                     too large, \"really\"\n");
}

TEST(BenchTable, MarkdownAlignsNumbersToTheRight)
{
    const auto text = to_table(sample_result(), Format::markdown);
    EXPECT_THAT(text, HasSubstr("|--|--|--:|--:|--:|--:|--:|--|\n"));
    EXPECT_THAT(text, HasSubstr("| reduction reduce2 |"));
}

TEST(BenchTable, CsvQuotesWhatNeedsIt)
{
    const auto text = to_table(sample_result(), Format::csv);
    EXPECT_THAT(text, HasSubstr("reduction,reduce2,n=1048576,50000,45000,60000,21,8.38861e+10,B/s,2,yes,yes,0,\n"));
    EXPECT_THAT(text, HasSubstr("\"too large, \"\"really\"\"\"\n"));
}

TEST(BenchTable, EmulatedTimesAreCalledSo)
{
    auto result = sample_result();
    result.emulated = true;
    result.variants[0].lane_instructions = 100000;
    const auto text = to_table(result, Format::text);
    EXPECT_THAT(text, HasSubstr("times are of an emulation"));
    EXPECT_THAT(text, HasSubstr("emulated"));
    EXPECT_THAT(text, HasSubstr("1.00 G/s"));
    EXPECT_THAT(text, Not(HasSubstr("median")));
}

TEST(BenchCompare, SaysFasterOnlyWhereTheRangesAreApart)
{
    const auto before = sample_result();
    auto after = before;
    after.variants[0].time = { std::chrono::microseconds(40), std::chrono::microseconds(50), std::chrono::microseconds(60), 21 };
    after.variants[1].time = { std::chrono::microseconds(46), std::chrono::microseconds(52), std::chrono::microseconds(61), 21 };
    after.variants.erase(after.variants.begin() + 2);
    after.variants.push_back(sample_variant("shuffle", std::chrono::microseconds(5)));
    const auto text = compare(before, after, Format::text);
    EXPECT_THAT(text, testing::ContainsRegex("reduce1.*0\\.500  faster\n"));
    EXPECT_THAT(text, testing::ContainsRegex("reduce2.*1\\.040  within the spread\n"));
    EXPECT_THAT(text, HasSubstr("only before: reduction reduce3 n=1048576\n"));
    EXPECT_THAT(text, HasSubstr("only after: reduction shuffle n=1048576\n"));
    EXPECT_THAT(text, HasSubstr("no time: reduction reduce9 n=1048576\n"));
}

} // namespace
} // namespace warpstage::bench
