#include "core/base/text.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::text {
namespace {

using namespace std::chrono_literals;

TEST(Text, TrimAndSplit)
{
    EXPECT_EQ(trim("  a b\t\n"), "a b");
    EXPECT_EQ(trim(" \t "), "");
    EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view> { "a", "", "b" }));
    EXPECT_EQ(split("", ','), (std::vector<std::string_view> { "" }));
}

TEST(Text, NumbersAreGroupedByThinSpaces)
{
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(20480), "20\u2009480");
    EXPECT_EQ(grouped(-1234567), "\u22121\u2009234\u2009567");
}

TEST(Text, DurationsHaveThreeDigitsAndTheRightUnit)
{
    EXPECT_EQ(duration(690ns), "0.690\u2009µs");
    EXPECT_EQ(duration(2460ns), "2.46\u2009µs");
    EXPECT_EQ(duration(168us), "0.168\u2009ms");
    EXPECT_EQ(duration(34200us), "34.2\u2009ms");
    EXPECT_EQ(duration(342ms), "342\u2009ms");
    EXPECT_EQ(duration(1420ms), "1.42\u2009s");
    EXPECT_EQ(duration(0ns), "0\u2009µs");
}

TEST(Text, RatesRoundIntoTheNextPrefix)
{
    EXPECT_EQ(with_prefix(2.415e12), "2.42\u2009T");
    EXPECT_EQ(with_prefix(182e9), "182\u2009G");
    EXPECT_EQ(with_prefix(999.7e6), "1.00\u2009G");
    EXPECT_EQ(with_prefix(950), "950\u2009");
    EXPECT_EQ(with_prefix(0), "0\u2009");
}

TEST(Text, RatesHaveUnitsAndAnUnknownRateIsEmpty)
{
    EXPECT_EQ(rate(2.415e12, "interactions/s"), "2.42\u2009T interactions/s");
    EXPECT_EQ(rate(1.82e11, "B/s"), "182\u2009GB/s");
    EXPECT_EQ(rate(0.0, "B/s"), "");
}

TEST(Text, ASentenceEndsWithPunctuation)
{
    EXPECT_EQ(sentence("It faults"), "It faults.");
    EXPECT_EQ(sentence("It faults."), "It faults.");
    EXPECT_APPROVED(sentence("An endless loop?"));
    EXPECT_EQ(sentence("n +\n  ^"), "n +\n  ^");
}

TEST(Text, AlternativesReadAsASentence)
{
    EXPECT_EQ(alternatives({ "a" }), "a");
    EXPECT_EQ(alternatives({ "a", "b" }), "a or b");
    EXPECT_EQ(alternatives({ "a", "b", "c" }), "a, b or c");
}

TEST(Text, NearestFindsTyposAndRejectsDistantWords)
{
    EXPECT_EQ(nearest("reducton", { "nbody", "reduction" }), "reduction");
    EXPECT_EQ(nearest("shard", { "global", "shared", "host" }), "shared");
    EXPECT_EQ(nearest("lsit", { "check", "list" }), "list") << "a transposition is one edit";
    EXPECT_EQ(nearest("zzz", { "nbody", "reduction" }), "");
    EXPECT_EQ(nearest(std::string(50'000'000, 'n'), { "nbody", "reduction" }), "") << "without a comparison of each letter";
}

} // namespace
} // namespace warpstage::text
