#include "app/views/rounding/rounding_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/made_up_rounding.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

const std::vector<std::string>& source()
{
    static const std::vector<std::string> kSource = [] {
        std::vector<std::string> lines(30);
        lines[22] = "    sum += x[i];";
        lines[23] = "    *result = sum / n;";
        return lines;
    }();
    return kSource;
}

DrawList figure_of(const analysis::RoundingErrors& errors, Size size = { 860, 560 }, float scale = 1.0F)
{
    return rounding_figure({ &errors, &source() }, size, make_style(Theme::dark, scale));
}

TEST(RoundingFigure, NamesTheWorstLineAndItsConsequence)
{
    const auto sentences = conclusions_of(testing::drifting_sum());
    ASSERT_EQ(sentences.size(), 1U);
    EXPECT_APPROVED(sentences[0]);
}

TEST(RoundingFigure, OneElementIsShownWithItsValueInDouble)
{
    const auto figure = figure_of(testing::drifting_sum());
    EXPECT_TRUE(draw::testing::says(figure, "sum[0], f32"));
    EXPECT_TRUE(draw::testing::says(figure, "1365.33"));
    EXPECT_TRUE(draw::testing::says(figure, "512 ulp"));
    EXPECT_TRUE(draw::testing::says(figure, "sum += x[i];"));
    EXPECT_EQ(testing::actions_of(figure).size(), 2U) << "a click on a line selects it";
}

TEST(RoundingFigure, ManyElementsAreAHistogram)
{
    const auto figure = figure_of(testing::many_elements());
    EXPECT_TRUE(draw::testing::says(figure, "80\u2009% correctly rounded")) << "in the headline";
    EXPECT_TRUE(draw::testing::says(figure, "70\u2009%"));
    EXPECT_TRUE(draw::testing::says(figure, "exact"));
    EXPECT_TRUE(draw::testing::says(figure, "≤ 0.5"));
    EXPECT_TRUE(draw::testing::says(figure, "≤ 64"));
    EXPECT_TRUE(draw::testing::says(figure, "40 cancellations"));
}

TEST(RoundingFigure, CancellationAndAbsorptionAreNamed)
{
    const auto sentences = conclusions_of(testing::many_elements());
    ASSERT_EQ(sentences.size(), 3U);
    EXPECT_APPROVED(sentences[1]);
    EXPECT_APPROVED(sentences[2]);
}

TEST(RoundingFigure, CorrectResultsAreCalledSo)
{
    auto errors = testing::many_elements();
    errors.correctly_rounded = errors.elements;
    EXPECT_APPROVED(conclusions_of(errors)[0]);
    auto exact = errors;
    exact.exact = exact.elements;
    EXPECT_APPROVED(conclusions_of(exact)[0]);
}

TEST(RoundingFigure, WhatIsNotFollowedIsSaid)
{
    auto errors = testing::drifting_sum();
    errors.unfollowed = { "wgmma" };
    errors.not_finite = 2;
    errors.unresolved = 1;
    const auto sentences = conclusions_of(errors);
    ASSERT_EQ(sentences.size(), 4U);
    EXPECT_APPROVED(sentences[1]);
    EXPECT_APPROVED(sentences[2]);
    EXPECT_APPROVED(sentences[3]);
}

TEST(RoundingFigure, TheTextHasOneRowPerLine)
{
    const auto errors = testing::drifting_sum();
    const std::string words = rounding_text({ &errors, &source() });
    EXPECT_NE(words.find("largest 512, median 512; 0 of 1 elements correctly rounded, 0 exact"), std::string::npos) << words;
    EXPECT_NE(words.find("sum += x[i];\n"), std::string::npos) << words;
}

TEST(RoundingFigure, IsDrawnInAnySize)
{
    for (const auto& errors : { testing::drifting_sum(), testing::many_elements() })
        for (const Size size : { Size { 320, 60 }, Size { 120, 90 }, Size { 40, 400 }, Size { 10, 10 }, Size { 640, 360 } })
            static_cast<void>(figure_of(errors, size, 2.0F));
}

TEST(RoundingBins, DoubleTheirError)
{
    EXPECT_EQ(analysis::rounding_bin(0.0), 0U);
    EXPECT_EQ(analysis::rounding_bin(0.5), 1U);
    EXPECT_EQ(analysis::rounding_bin(0.51), 2U);
    EXPECT_EQ(analysis::rounding_bin(1.0), 2U);
    EXPECT_EQ(analysis::rounding_bin(512.0), 11U);
    EXPECT_EQ(analysis::rounding_bin(1e30), analysis::kRoundingBins - 1);
}

} // namespace
} // namespace warpstage::views
