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
        "variant            parameters    median  minimum   maximum  throughput  speedup  check\n"
        "reduction reduce1  n=1048576   0.100 ms  90.0 µs  0.120 ms   41.9 GB/s     1.00  right\n"
        "reduction reduce2  n=1048576    50.0 µs  45.0 µs   60.0 µs   83.9 GB/s     2.00  right, L2-resident\n"
        "reduction reduce3  n=1048576    25.0 µs  22.5 µs   30.0 µs    168 GB/s     4.00  WRONG: sum 7, expected 8\n"
        "reduction reduce9  n=1048576                                                     too large, \"really\"\n");
}

TEST(BenchTable, MarkdownAlignsNumbersToTheRight)
{
    const auto text = to_table(sample_result(), Format::markdown);
    EXPECT_THAT(text, HasSubstr("|--|--|--:|--:|--:|--:|--:|--|\n"));
    EXPECT_THAT(text, HasSubstr("| reduction reduce2 |"));
}

// A line with every remark that affects the meaning of a number.
MeasuredVariant noted_variant()
{
    using namespace std::chrono_literals;
    auto line = sample_variant("global_pairs", 40us);
    line.limit = 4.0 * line.merit;
    line.limit_name = "read";
    line.launch_bound = true;
    line.graph_time = { 13us, 14us, 15us, 21 };
    line.tuned = "block=512";
    return line;
}

TEST(BenchTable, ShowsTheShareOfTheLimitAndItsRemarks)
{
    auto result = sample_result();
    result.variants = { sample_variant("reduce1", std::chrono::microseconds(100)), noted_variant() };
    EXPECT_EQ(to_table(result, Format::text),
        "NVIDIA H200 (CC 9.0, 132 SMs)\n"
        "\n"
        "variant                 parameters    median  minimum   maximum  throughput  % of limit  speedup  check\n"
        "reduction reduce1       n=1048576   0.100 ms  90.0 µs  0.120 ms   41.9 GB/s                 1.00  right\n"
        "reduction global_pairs  n=1048576    40.0 µs  36.0 µs   48.0 µs    105 GB/s   25.0 read     2.50  right, launch-bound, "
        "in a graph 14.0 µs, tuned: block=512\n");
    EXPECT_THAT(to_table(result, Format::csv), HasSubstr(",4.1943e+11,read,25.00,2.5,yes,no,yes,14000,0,block=512,\n"));
}

TEST(BenchTable, TheMemoryLimitDoesNotApplyToCachedData)
{
    auto line = noted_variant();
    EXPECT_EQ(share_of_limit(line), 0.25);
    line.in_cache = true;
    EXPECT_FALSE(share_of_limit(line).has_value());
    line.unit = "FLOP/s"; // the arithmetic limit still applies
    EXPECT_EQ(share_of_limit(line), 0.25);
    line.limit = 0.0;
    EXPECT_FALSE(share_of_limit(line).has_value());
}

TEST(BenchTable, NoLimitIsShownForEmulatedTimes)
{
    auto result = sample_result();
    result.emulated = true;
    result.variants = { noted_variant() };
    EXPECT_THAT(to_table(result, Format::text), Not(HasSubstr("limit")));
}

// Comparing emulated kernels with host code, which is not emulated, is meaningless.
TEST(BenchTable, EmulatedTimesAreNotComparedWithHostCode)
{
    using namespace std::chrono_literals;
    auto result = sample_result();
    result.emulated = true;
    result.variants = { sample_variant("sequential", 10us), sample_variant("reduce1", 400us), sample_variant("threads", 5us),
        sample_variant("reduce2", 100us) };
    result.variants[0].launches = result.variants[2].launches = 0;
    EXPECT_EQ(speed_up(result, result.variants[0]), 1.0);
    EXPECT_EQ(speed_up(result, result.variants[1]), 1.0);
    EXPECT_EQ(speed_up(result, result.variants[2]), 2.0);
    EXPECT_EQ(speed_up(result, result.variants[3]), 4.0);
    EXPECT_THAT(to_table(result, Format::text), HasSubstr("host code, not emulated, right\n"));
    result.emulated = false;
    EXPECT_EQ(speed_up(result, result.variants[1]), 0.025);
    EXPECT_THAT(to_table(result, Format::text), Not(HasSubstr("host code")));
}

TEST(BenchTable, CsvQuotesWhatNeedsIt)
{
    const auto text = to_table(sample_result(), Format::csv);
    EXPECT_THAT(text, HasSubstr("reduction,reduce2,n=1048576,50000,45000,60000,21,8.38861e+10,B/s,,,,2,yes,yes,no,,0,,\n"));
    EXPECT_THAT(text, HasSubstr("\"too large, \"\"really\"\"\"\n"));
}

TEST(BenchTable, PublishedResultsAreShownOnRequest)
{
    const auto published = lesson::PublishedFigures::parse(R"([[figure]]
lesson = "reduction"
variant = "reduce1"
parameters = { n = 4194304 }
value = 3.77
unit = "GB/s"
machine = "GeForce GTX 280"
source = "a lecture"
[[figure]]
lesson = "reduction"
variant = "reduce1"
parameters = { n = 1048576 }
value = 2
unit = "ms"
machine = "Tesla K40c"
source = "another"
speed_up = 35
against = "one core"
[[figure]]
lesson = "reduction"
variant = "reduce2"
parameters = { n = 77 }
value = 8.33
unit = "GB/s"
machine = "GeForce GTX 280"
source = "a lecture"
remark = "with copies"
)",
        "published.toml");
    ASSERT_TRUE(published) << published.error().message;
    const auto text = to_table(sample_result(), Format::text, &*published);
    EXPECT_THAT(text, HasSubstr("  published  check\n"));
    EXPECT_THAT(text, HasSubstr("Tesla K40c: 2 ms, 35× (n=1048576)"));
    EXPECT_THAT(text, Not(HasSubstr("3.77"))) << "another size";
    EXPECT_THAT(text, HasSubstr("GeForce GTX 280: 8.33 GB/s (with copies, n=77)"))
        << "not a local size: printed with its own size";
    EXPECT_THAT(to_table(sample_result(), Format::csv, &*published), HasSubstr(",remark,published\n"));
    EXPECT_THAT(to_table(sample_result(), Format::text), Not(HasSubstr("published")));
}

TEST(BenchTable, EmulatedTimesAreLabeled)
{
    auto result = sample_result();
    result.emulated = true;
    result.variants[0].lane_instructions = 100000;
    const auto text = to_table(result, Format::text);
    EXPECT_THAT(text, HasSubstr("times are emulated"));
    EXPECT_THAT(text, HasSubstr("emulated"));
    EXPECT_THAT(text, HasSubstr("1.00 G/s"));
    EXPECT_THAT(text, Not(HasSubstr("median")));
}

TEST(BenchCompare, ReportsFasterOnlyForDisjointRanges)
{
    const auto before = sample_result();
    auto after = before;
    after.variants[0].time = { std::chrono::microseconds(40), std::chrono::microseconds(50), std::chrono::microseconds(60), 21 };
    after.variants[1].time = { std::chrono::microseconds(46), std::chrono::microseconds(52), std::chrono::microseconds(61), 21 };
    after.variants.erase(after.variants.begin() + 2);
    after.variants.push_back(sample_variant("shuffle", std::chrono::microseconds(5)));
    const auto text = compare(before, after, Format::text);
    EXPECT_THAT(text, testing::ContainsRegex("reduce1.*0\\.500  faster\n"));
    EXPECT_THAT(text, testing::ContainsRegex("reduce2.*1\\.040  ranges overlap\n"));
    EXPECT_APPROVED(text);
}

} // namespace
} // namespace warpstage::bench
