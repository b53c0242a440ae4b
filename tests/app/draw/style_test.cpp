#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/style.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace warpstage::draw {
namespace {

constexpr double kText = 4.5; // WCAG 2.2, level AA, text
constexpr double kShape = 3.0; // WCAG 2.2, level AA, graphical objects

std::array<std::pair<const char*, Color>, 8> text_colors(const Style& style)
{
    return { { { "text", style.text }, { "secondary", style.secondary }, { "blue", style.blue }, { "orange", style.orange },
        { "vermilion", style.vermilion }, { "green", style.green }, { "purple", style.purple }, { "yellow", style.yellow } } };
}

class Themes : public ::testing::TestWithParam<Theme> { };

TEST_P(Themes, TextIsLegibleOnPanelAndBackground)
{
    const Style style = make_style(GetParam(), 1.0F);
    for (const auto& [name, color] : text_colors(style)) {
        EXPECT_GE(contrast_ratio(color, style.panel), kText) << name << " on the panel";
        EXPECT_GE(contrast_ratio(color, style.background), kText) << name << " on the background";
    }
}

TEST_P(Themes, TextIsLegibleOnTheSelectionAndOnChips)
{
    const Style style = make_style(GetParam(), 1.0F);
    EXPECT_GE(contrast_ratio(style.text, chosen_color(style)), kText);
    EXPECT_GE(contrast_ratio(style.orange, chosen_color(style)), kText);
    EXPECT_GE(contrast_ratio(style.secondary, chosen_color(style)), kText);
    EXPECT_GE(contrast_ratio(style.text, track_color(style)), kText);
    EXPECT_GE(contrast_ratio(style.secondary, well_color(style)), kText);
    EXPECT_GE(contrast_ratio(on_fill(style), style.orange), kText);
}

TEST_P(Themes, ShapesStandOutFromThePanel)
{
    const Style style = make_style(GetParam(), 1.0F);
    for (const auto& [name, color] : text_colors(style))
        EXPECT_GE(contrast_ratio(shape_color(style, color), style.panel), kShape) << name;
    EXPECT_GE(contrast_ratio(style.blue, idle_color(style)), kShape) << "an active lane beside an idle one";
}

std::string name_of_theme(const ::testing::TestParamInfo<Theme>& tested)
{
    switch (tested.param) {
    case Theme::dark:
        return "dark";
    case Theme::light:
        return "light";
    case Theme::high_contrast:
        return "high_contrast";
    }
    return {};
}

INSTANTIATE_TEST_SUITE_P(All, Themes, ::testing::Values(Theme::dark, Theme::light, Theme::high_contrast), name_of_theme);

TEST(Style, HighContrastIsMoreThanEnough)
{
    const Style style = make_style(Theme::high_contrast, 1.0F);
    for (const auto& [name, color] : text_colors(style))
        EXPECT_GE(contrast_ratio(color, style.panel), 7.0) << name; // WCAG 2.2, level AAA
}

TEST(Style, DarkPaletteIsTheDesigns)
{
    const Style style = make_style(Theme::dark, 1.0F);
    EXPECT_EQ(style.background, (Color { 0x0b, 0x0e, 0x14 }));
    EXPECT_EQ(style.blue, (Color { 0x56, 0xb4, 0xe9 }));
    EXPECT_EQ(style.orange, (Color { 0xe6, 0x9f, 0x00 }));
    EXPECT_EQ(style.vermilion, (Color { 0xe4, 0x57, 0x2e }));
}

TEST(Style, ScaleMultipliesAllSizes)
{
    const Style one = make_style(Theme::dark, 1.0F);
    const Style two = make_style(Theme::dark, 2.0F);
    EXPECT_FLOAT_EQ(two.scale, 2.0F);
    for (const auto size : { &Style::title, &Style::head, &Style::body, &Style::source, &Style::small, &Style::smallest,
             &Style::margin, &Style::radius })
        EXPECT_FLOAT_EQ(two.*size, 2.0F * one.*size);
    EXPECT_GE(one.smallest, 13.0F);
}

TEST(Color, ContrastOfBlackAndWhiteIsTwentyOne)
{
    EXPECT_NEAR(contrast_ratio({ 0, 0, 0 }, { 255, 255, 255 }), 21.0, 1e-9);
    EXPECT_NEAR(contrast_ratio({ 119, 119, 119 }, { 255, 255, 255 }), 4.48,
        0.005); // #777, the well-known example of WCAG that just fails
}

TEST(Color, LegibleInkIsChangedMinimally)
{
    const Style style = make_style(Theme::dark, 1.0F);
    EXPECT_EQ(legible(style.vermilion, style.panel, style.text), style.vermilion);
    const Color ink = legible(style.vermilion, chosen_color(style), style.text);
    EXPECT_GE(contrast_ratio(ink, chosen_color(style)), kText);
    EXPECT_LT(contrast_ratio(ink, chosen_color(style)), kText + 1.0);
    EXPECT_GT(ink.r, ink.g);
}

TEST(Color, MixInterpolates)
{
    const Color from { 0, 100, 200 };
    const Color to { 100, 0, 200 };
    EXPECT_EQ(mix(from, to, 0.0F), from);
    EXPECT_EQ(mix(from, to, 1.0F), to);
    EXPECT_EQ(mix(from, to, 0.5F), (Color { 50, 50, 200 }));
    EXPECT_EQ(mix(from, to, 7.0F), to);
}

} // namespace
} // namespace warpstage::draw
