#include "app/views/layout/layout_figure.h"
#include "core/layout/expression.h"
#include "tests/app/draw/geometry.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

LayoutPicture picture_of(std::string_view layout, int bits, std::string_view access)
{
    const auto composed = layout::evaluate_layout(layout);
    const auto architecture = arch::parse_architecture("9.0");
    auto conflicts = analysis::conflicts_of(*architecture->traits, *composed, bits, *analysis::parse_layout_access(access));
    EXPECT_TRUE(conflicts) << layout << ": " << conflicts.error().message;
    return { *composed, "f16", bits, *architecture, *conflicts, 0 };
}

std::size_t count_of_tips(const DrawList& list, std::string_view words)
{
    const auto tips = draw::testing::tips_of(list);
    return static_cast<std::size_t>(
        std::ranges::count_if(tips, [&](const Tip& tip) { return tip.definition.find(words) != std::string::npos; }));
}

TEST(LayoutFigure, NamesIndexByteBankAndLaneOfEachElement)
{
    const auto picture =
        layout_figure(picture_of("Sw<3,3,3> o (8,64):(64,1)", 16, "ldmatrix.x4"), { 1200, 800 }, make_style(Theme::light, 1.0F));
    // Row 1, columns 0 to 7: chunk 0 of the row lies in chunk 1, banks 4 to 7.
    EXPECT_EQ(count_of_tips(picture, "Index 72, byte 144, bank 4, lane 1"), 1U);
    EXPECT_EQ(count_of_tips(picture, ", lane "), 256U); // 32 lanes with 8 elements
    EXPECT_EQ(count_of_tips(picture, "wavefront 1 of the phase"), 128U); // 4 phases, 32 words each
    EXPECT_TRUE(draw::testing::says(picture, "lanes 24–31, 1 wavefront"));
}

TEST(LayoutFigure, MarksWordsInConflict)
{
    const Style style = make_style(Theme::light, 1.0F);
    const auto conflict = layout_figure(picture_of("(8,64):(64,1)", 16, "ldmatrix.x4"), { 1200, 800 }, style);
    EXPECT_TRUE(draw::testing::says(conflict, "32 wavefronts, ideal 4"));
    EXPECT_EQ(count_of_tips(conflict, "wavefront 8 of the phase"), 16U);
}

TEST(LayoutFigure, IsTidyInAllSizes)
{
    struct Case {
        const char* layout;
        int bits;
        const char* access;
    };
    for (const auto& [layout, bits, access] : { Case { "(8,64):(64,1)", 16, "ldmatrix.x4" },
             Case { "Sw<3,3,3> o (128,64):(64,1)", 16, "ldmatrix.x4" }, Case { "(64,64):(1,64)", 16, "ldmatrix.trans.x2" },
             Case { "(32,32):(33,1)", 32, "load.column" }, Case { "(32,32):(32,1)", 32, "load.column" },
             Case { "(16,128):(128,1)", 8, "store.row.128" }, Case { "((8,2),(8,4)):((8,64),(1,128))", 16, "ldmatrix.x1" } })
        for (const Theme theme : { Theme::light, Theme::dark })
            for (const Size size : { Size { 480, 300 }, Size { 640, 400 }, Size { 960, 600 }, Size { 1920, 1080 } }) {
                const auto picture = layout_figure(picture_of(layout, bits, access), size, make_style(theme, 1.0F));
                EXPECT_EQ(draw::testing::outside_items(picture), std::vector<std::string> {}) << layout << " " << size.width;
                EXPECT_EQ(draw::testing::colliding_texts(picture), std::vector<std::string> {}) << layout << " " << size.width;
            }
}

} // namespace
} // namespace warpstage::views
