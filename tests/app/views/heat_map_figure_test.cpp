#include "app/views/warps/heat_map_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

// Two blocks of four warps, all of which have been executed.
session::HeatMap small_map()
{
    session::HeatMap map;
    map.kernel = "twice";
    map.architecture = "CC 9.0";
    map.grid = { .x = 2 };
    map.block = { .x = 128 };
    map.warps = 4;
    map.blocks_seen = 2;
    map.cells.resize(8);
    for (std::size_t i = 0; i < map.cells.size(); ++i)
        map.cells[i] = { 10 + i, 32 * (10 + i), 0, 0 };
    return map;
}

DrawList figure_of(Size size, float scale)
{
    const session::HeatMap map = small_map();
    HeatMapInput input;
    input.map = &map;
    return heat_map_figure(input, size, make_style(Theme::dark, scale));
}

TEST(HeatMapFigure, ACellIsABlocksWarp)
{
    const auto figure = figure_of({ 800, 500 }, 1.0F);
    EXPECT_GE(testing::actions_of(figure).size(), 4U * 8U); // four maps
}

TEST(HeatMapFigure, EachMapNamesItsContent)
{
    const auto figure = figure_of({ 800, 500 }, 1.0F);
    const auto tips = draw::testing::tips_of(figure);
    ASSERT_EQ(tips.size(), 4U);
    EXPECT_EQ(tips[0].title, "Warp instructions");
    EXPECT_EQ(tips[0].formula, "10 to 17");
    EXPECT_APPROVED(tips[2].formula);
    EXPECT_APPROVED(tips[2].source);
    for (const Tip& tip : tips) {
        EXPECT_FALSE(tip.definition.empty());
        EXPECT_FALSE(tip.nsight.empty());
    }
}

TEST(HeatMapFigure, NamesTheBlockThatTakesLongest)
{
    session::HeatMap map = small_map();
    map.contrast = analysis::BlockContrast { { 1, 1700, 900 }, { 0, 13, 4 }, 7 };
    HeatMapInput input;
    input.map = &map;
    const auto shown = [&] {
        return heat_map_figure(input, { 800, 500 }, make_style(Theme::dark, 1.0F));
    };
    EXPECT_TRUE(draw::testing::says(shown(),
        "Longest block 1: 1\u2009700 instructions in its longest warp; shortest block 0: 13. Line 7: 900 instead of 4."));
    map.contrast->shortest.instructions = 1600;
    EXPECT_TRUE(draw::testing::says(shown(), "The blocks take about equally long."));
}

// Text of three times the size leaves no space in a small window; this once caused a division by zero.
TEST(HeatMapFigure, WithoutSpaceItHasAMessage)
{
    for (const Size size : { Size { 320, 60 }, Size { 120, 90 }, Size { 40, 400 }, Size { 10, 10 } }) {
        const auto figure = figure_of(size, 3.0F);
        EXPECT_TRUE(testing::actions_of(figure).empty()) << size.width << " x " << size.height;
    }
}

} // namespace
} // namespace warpstage::views
