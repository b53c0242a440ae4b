#include "app/views/sheets/comparison_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpstage::views {
namespace {

ComparisonInput compared_reductions()
{
    ComparisonInput input;
    input.left = "reduce2";
    input.right = "reduce3";
    input.rows = { { "warp instructions", 36, 36, "", Better::less }, { "wavefronts", 141, 36, "", Better::less },
        { "excess wavefronts", 105, 0, "", Better::less }, { "active lanes on average", 21.2, 20.9, "", Better::more },
        { "time", 0.000168, 0.000101, "s", Better::less }, { "bandwidth", 4.0e11, 8.75e11, "B/s", Better::more } };
    return input;
}

TEST(Comparison, WordsOfDifferences)
{
    EXPECT_EQ(difference_words(141, 36), "−74.5\u2009%");
    EXPECT_EQ(difference_words(100, 112.5), "+12.5\u2009%");
    EXPECT_EQ(difference_words(1, 4), "4.0×");
    EXPECT_EQ(difference_words(1, 32), "32×");
    EXPECT_EQ(difference_words(105, 0), "−100\u2009%");
    EXPECT_EQ(difference_words(7, 7), "same");
    EXPECT_EQ(difference_words(544, 545), "same") << "neither ×1 nor +0 %";
    EXPECT_EQ(difference_words(0, 7), "–");
    EXPECT_EQ(difference_words(NAN, 7), "–");
}

TEST(ComparisonFigure, BothValuesAndTheirDifference)
{
    const DrawList picture = comparison_figure(compared_reductions(), kSlide, light());
    for (const char* words :
        { "reduce2", "reduce3", "wavefronts", "141", "36", "−74.5 %", "same", "0.168 ms", "875 GB/s", "2.2×" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_EQ(draw::testing::text_with(picture, "−74.5 %").color, light().green);
    EXPECT_EQ(draw::testing::text_with(picture, "−1.4 %").color, light().vermilion) << "fewer active lanes are worse";
    const auto ticks = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* line = std::get_if<Polyline>(&item);
        return line != nullptr && line->color == light().green;
    });
    EXPECT_EQ(ticks, 4) << "better has a tick besides its color";
}

TEST(ComparisonFigure, ASlowerVariantHasNoTick)
{
    ComparisonInput input = compared_reductions();
    input.right_is_slower = true;
    const DrawList picture = comparison_figure(input, kSlide, light());
    EXPECT_EQ(std::ranges::count_if(picture.items,
                  [](const Item& item) {
                      const auto* line = std::get_if<Polyline>(&item);
                      return line != nullptr && line->color == light().green;
                  }),
        0);
    EXPECT_NE(draw::testing::text_with(picture, "−74.5 %").color, light().green);
    EXPECT_EQ(draw::testing::text_with(picture, "−1.4 %").color, light().vermilion);
}

// The use of shared memory alone does not make a variant worse.
TEST(ComparisonFigure, EventsOfOnlyOneVariantAreNotRated)
{
    ComparisonInput input { "global memory", "shared tile", {}, {} };
    input.rows.push_back({ "Shared Memory Instructions", 0.0, 32896.0, "" });
    const DrawList picture = comparison_figure(input, kSlide, light());
    for (const Text& text : draw::testing::texts_of(picture))
        EXPECT_NE(text.color, light().vermilion) << text.text;
}

TEST(ComparisonFigure, NoColorWithoutAMark)
{
    const DrawList panel = comparison_figure(compared_reductions(), { 300, 300 }, light());
    EXPECT_FALSE(draw::testing::says(panel, "difference"));
    for (const Text& text : draw::testing::texts_of(panel)) {
        EXPECT_NE(text.color, light().green) << text.text;
        EXPECT_NE(text.color, light().vermilion) << text.text;
    }
}

TEST(ComparisonFigure, IsTidy)
{
    ComparisonInput named = compared_reductions();
    named.left = named.right = named.subtitle = named.rows[0].metric = draw::testing::long_name();
    named.rows[0].unit = draw::testing::long_name();
    ComparisonInput many = compared_reductions();
    many.rows.resize(50, many.rows[1]);
    ComparisonInput broken = compared_reductions();
    broken.rows[0] = { "", NAN, INFINITY, "", Better::less };
    broken.rows[1] = { "zero", 0, 0, "B/s", Better::less };
    broken.rows[2] = { "huge", 1e300, -1e300, "", Better::more };
    for (const ComparisonInput& input : { ComparisonInput {}, compared_reductions(), named, many, broken })
        draw::testing::expect_tidy(
            "comparison", [&](Size size, const Style& style) { return comparison_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
