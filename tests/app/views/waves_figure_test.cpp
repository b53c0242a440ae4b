#include "app/views/waves/waves_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/made_up_waves.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

DrawList figure_of(const timing::Waves& waves, Size size = { 860, 560 }, float scale = 1.0F)
{
    return waves_figure({ &waves, std::uint64_t { 9 } }, size, make_style(Theme::dark, scale));
}

TEST(WavesFigure, EachBlockCanBeClickedAndEachWaveHasItsHitRate)
{
    const auto waves = testing::two_waves();
    const auto figure = figure_of(waves);
    EXPECT_EQ(testing::actions_of(figure).size(), 12U);
    EXPECT_TRUE(draw::testing::says(figure, "Wave 2 of 2 in the grid")) << "that of the recorded block";
    EXPECT_TRUE(draw::testing::says(figure, "40 % L2"));
    EXPECT_TRUE(draw::testing::says(figure, "67 % L2"));
}

TEST(WavesFigure, ConcludesFromTheTailTheCacheAndTheOrder)
{
    const auto sentences = conclusions_of(testing::two_waves());
    ASSERT_EQ(sentences.size(), 3U);
    EXPECT_APPROVED(sentences[0]);
    EXPECT_APPROVED(sentences[1]);
    EXPECT_APPROVED(sentences[2]);
}

TEST(WavesFigure, AnOrderThatChangesNothingIsCalledSo)
{
    auto waves = testing::two_waves();
    waves.orders[1].total = waves.orders[0].total;
    EXPECT_APPROVED(conclusions_of(waves)[2]);
}

TEST(WavesFigure, AGpuWithoutL2ReadsEverythingFromDram)
{
    auto waves = testing::two_waves();
    waves.l2_bytes = 0.0;
    EXPECT_APPROVED(conclusions_of(waves).back());
}

TEST(WavesFigure, ManyWavesShareBars)
{
    auto waves = testing::two_waves();
    waves.grid = { .x = 100, .y = 400 };
    waves.blocks_seen = 40'000;
    waves.waves.assign(5000, { 0, 8, 40, 0, 60, 10 });
    const auto figure = figure_of(waves);
    EXPECT_TRUE(draw::testing::says(figure, "of 5\u2009000 in the grid"));
    EXPECT_LE(testing::actions_of(figure).size(), 64U * 64U);
}

TEST(WavesFigure, IsDrawnInAnySize)
{
    const auto waves = testing::two_waves();
    for (const Size size : { Size { 320, 60 }, Size { 120, 90 }, Size { 40, 400 }, Size { 10, 10 }, Size { 640, 360 } })
        static_cast<void>(figure_of(waves, size, 2.0F));
}

} // namespace
} // namespace warpstage::views
