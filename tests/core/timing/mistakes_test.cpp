// Usual mistakes: the causes of the time and the advice are what an expert would say.
#include "core/timing/advice/advice.h"
#include "tests/core/timing/models.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::timing {
namespace {

Why explained(const Launch& launch)
{
    static Models models;
    const Models::Model* model = models.of(launch);
    if (model == nullptr)
        return {};
    auto result = why_step(model->request, model->estimate);
    EXPECT_TRUE(result) << result.error().message;
    return result ? *std::move(result) : Why {};
}

// Null: not among the causes.
const CauseGain* cause_in(const Why& why, std::string_view id)
{
    const auto found = std::ranges::find_if(why.causes, [&](const CauseGain& gain) { return gain.cause.kind->id == id; });
    return found == why.causes.end() ? nullptr : &*found;
}

// Of the advice, whose table has more rows.
bool is_advised(const Why& why, std::string_view id)
{
    return std::ranges::any_of(advice_for({ &why, nullptr }), [&](const Advice& one) { return one.pattern->id == id; });
}

TEST(Mistakes, ALiteralIsADouble)
{
    const Why why = explained({ "mistakes", "converted", "4096", "256", { "x:f32[1048576]=random:1", "y:f32[1048576]=out" } });
    ASSERT_FALSE(why.causes.empty());
    EXPECT_EQ(why.causes.front().cause.kind->id, "busy-pipe");
    EXPECT_NE(why.causes.front().cause.degree.find("conversions"), std::string::npos) << why.causes.front().cause.degree;
    EXPECT_TRUE(is_advised(why, "single-precision"));
}

TEST(Mistakes, AllThreadsUpdateOneSum)
{
    const Why why = explained({ "mistakes", "sum_of_all", "4096", "256", { "x:f32[1048576]=random:1", "sum:f32[1]=out" } });
    ASSERT_FALSE(why.causes.empty());
    EXPECT_EQ(why.causes.front().cause.kind->id, "contended-atomics");
    EXPECT_TRUE(is_advised(why, "combine-first"));
    EXPECT_FALSE(is_advised(why, "privatize"));
}

TEST(Mistakes, AllBlocksAddToTheSameCounts)
{
    const Why why = explained(
        { "histogram", "histogram_shared", "65536", "256", { "data:u8[16777216]=random:1:0:255", "bins:u32[256]=out" } });
    ASSERT_FALSE(why.causes.empty());
    EXPECT_EQ(why.causes.front().cause.kind->id, "contended-atomics");
    EXPECT_TRUE(is_advised(why, "fewer-updates"));
}

TEST(Mistakes, LoadedValuesDetermineAddresses)
{
    const Why followed = explained({ "mistakes", "followed", "1024", "256",
        { "next:s32[262144]=each:(i*40503+7)%262144", "last:s32[262144]=out", "steps:s32=16" } });
    ASSERT_NE(cause_in(followed, "excess-sectors"), nullptr);
    EXPECT_TRUE(is_advised(followed, "sorted-data"));
    const Why stored = explained(
        { "mistakes", "stored_column", "4096", "256", { "x:f32[1048576]=iota", "y:f32[1048576]=out", "rows:s32=1024" } });
    ASSERT_NE(cause_in(stored, "excess-sectors"), nullptr);
    EXPECT_FALSE(is_advised(stored, "sorted-data"));
    EXPECT_TRUE(is_advised(stored, "coalesce"));
}

TEST(Mistakes, AConditionCanBeTheComputation)
{
    const Why why = explained({ "mistakes", "escaped", "4096", "256", { "counts:s32[1048576]=out" } });
    EXPECT_FALSE(is_advised(why, "more-work"));
}

TEST(Mistakes, TheCompilerHasUnrolledTheLoop)
{
    const Why why = explained({ "mistakes", "iterated", "264", "1024", { "x:f32[270336]=random:1", "rounds:s32=2000" } });
    ASSERT_NE(cause_in(why, "loop-control"), nullptr);
    EXPECT_FALSE(is_advised(why, "unroll"));
}

TEST(Mistakes, OneMultiprocessorHasTwiceTheWork)
{
    const Why why = explained({ "mistakes", "iterated", "133", "1024", { "x:f32[136192]=random:1", "rounds:s32=2000" } });
    const CauseGain* tail = cause_in(why, "tail");
    ASSERT_NE(tail, nullptr);
    EXPECT_EQ(tail, &why.causes.front());
    const Why one_block_less =
        explained({ "mistakes", "iterated", "132", "1024", { "x:f32[135168]=random:1", "rounds:s32=2000" } });
    EXPECT_EQ(cause_in(one_block_less, "tail"), nullptr);
    EXPECT_NEAR(static_cast<double>(tail->without.count()) / static_cast<double>(one_block_less.now.count()), 1.0, 0.1);
    EXPECT_TRUE(is_advised(why, "whole-waves"));
}

TEST(Mistakes, SharedMemoryLimitsTheResidentBlocks)
{
    const Why why = explained({ "mistakes", "looked_up", "2048", "128",
        { "keys:u32[262144]=random:1:0:1000000", "table:f32[10240]=random:2", "y:f32[262144]=out" } });
    const CauseGain* occupancy = cause_in(why, "occupancy");
    ASSERT_NE(occupancy, nullptr);
    const auto all = advice_for({ &why, nullptr });
    const auto given = std::ranges::find_if(all, [](const Advice& one) { return one.pattern->id == "occupancy"; });
    ASSERT_NE(given, all.end());
    EXPECT_NE(given->sentence.find("shared memory"), std::string::npos) << given->sentence;
    EXPECT_EQ(given->sentence.find("registers"), std::string::npos) << given->sentence;
}

// As if the lanes of even and odd numbers were in warps of their own: 128 of 256 steps remain for each warp.
TEST(Mistakes, LanesOfAWarpTakeTwoPaths)
{
    const Why why = explained({ "mistakes", "two_paths", "4096", "256", { "x:f32[1048576]=random:1", "y:f32[1048576]=out" } });
    const CauseGain* divergence = cause_in(why, "divergence");
    ASSERT_NE(divergence, nullptr);
    EXPECT_EQ(divergence, &why.causes.front());
    EXPECT_GT(divergence->share, 0.25);
}

TEST(Mistakes, AnArrayIsInLocalMemory)
{
    const Why why = explained({ "mistakes", "local_powers", "4096", "256",
        { "x:f32[1048576]=random:1", "order:s32[16]=each:(i*7)%16", "y:f32[1048576]=out" } });
    const CauseGain* local = cause_in(why, "local-memory");
    ASSERT_NE(local, nullptr);
    EXPECT_EQ(local, &why.causes.front());
    EXPECT_TRUE(local->cause.has_several_lines());
    EXPECT_TRUE(is_advised(why, "registers"));
}

TEST(Mistakes, NoGainIsAllOfTheTime)
{
    EXPECT_EQ(gain_words(0.45), "−45\u00a0%");
    EXPECT_EQ(gain_words(0.9979), "−99.8\u00a0%");
    EXPECT_EQ(gain_words(0.99999), "−99.9\u00a0%");
    EXPECT_EQ(gain_words(-0.12), "+12\u00a0%");
}

} // namespace
} // namespace warpstage::timing
