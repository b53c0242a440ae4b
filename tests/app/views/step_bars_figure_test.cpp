#include "app/views/sheets/step_bars_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

StepBarsInput global_and_shared()
{
    StepBarsInput input;
    input.left = "global memory";
    input.right = "shared tile";
    input.subtitle = "CC 9.0 · all blocks";
    input.rows = { { "x of the other bodies: requests to global memory", 131072, 512, "" },
        { "Sectors of global memory", 263040, 5120, "" }, { "Requests to shared memory", 0, 262144, "" },
        { "Step time, estimated for H200", 0.000237, 0.000197, "s" } };
    return input;
}

TEST(StepBars, RatiosInWords)
{
    EXPECT_EQ(ratio_words(131072, 512), "÷256");
    EXPECT_EQ(ratio_words(512, 131072), "×256");
    EXPECT_EQ(ratio_words(100, 100), "same");
    EXPECT_EQ(ratio_words(3, 2), "÷1.50");
    EXPECT_EQ(ratio_words(0, 7), "");
    EXPECT_EQ(ratio_words({}, 7), "");
}

TEST(StepBars, BothValuesAndHowManyTimesFewer)
{
    const DrawList picture = step_bars_figure(global_and_shared(), { 900, 460 }, dark());
    for (const char* words : { "global memory", "shared tile", "512", "÷256", "0.237", "All launches" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_TRUE(draw::testing::says(picture, "131 072"));
    EXPECT_EQ(draw::testing::text_with(picture, "÷256").color, dark().green);
    EXPECT_GE(draw::testing::text_with(picture, "÷256").size, 24.0F) << "readable from the last row";
}

TEST(StepBars, MissingCountsHaveNoBarAndNoRatio)
{
    StepBarsInput input = global_and_shared();
    input.rows = { { "Requests to global memory", {}, 512, "" } };
    input.waiting = "counting all blocks…";
    const DrawList picture = step_bars_figure(input, { 700, 200 }, light());
    EXPECT_TRUE(draw::testing::says(picture, "counting all blocks…"));
    EXPECT_FALSE(draw::testing::says(picture, "÷"));
}

TEST(StepBars, TheLastRowsAreOmittedFirst)
{
    const StepBarsInput input = global_and_shared();
    const float height = min_step_bars_height(input, 500, dark());
    EXPECT_TRUE(draw::testing::says(step_bars_figure(input, { 500, height + 1 }, dark()), "estimated"));
    const DrawList less = step_bars_figure(input, { 500, height - 20 }, dark());
    EXPECT_FALSE(draw::testing::says(less, "estimated"));
    EXPECT_TRUE(draw::testing::says(less, "Requests to shared memory"));
}

TEST(StepBars, IsTidy)
{
    draw::testing::expect_tidy(
        "step bars", [](Size size, const Style& style) { return step_bars_figure(global_and_shared(), size, style); });
}

} // namespace
} // namespace warpstage::views
