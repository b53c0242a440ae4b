#include "app/views/banks/banks_figure.h"
#include "app/views/lanes/block_warps_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

BlockWarpsInput block(Dim3 extent, std::uint32_t warp_width = 32)
{
    BlockWarpsInput input;
    input.block = extent;
    input.warp_width = warp_width;
    return input;
}

DrawList slide(const BlockWarpsInput& input)
{
    return block_warps_figure(input, { 1280, 720 }, light());
}

// The boxes of the threads are above the first row of lanes.
std::size_t runs_of_warp(const DrawList& picture, std::uint32_t warp)
{
    const float rows = draw::testing::text_with(picture, "threads 0–").anchor.y - 20.0F;
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->fill == wavefront_color(warp % 4, light()) && box->rect.bottom() < rows
            && box->rect.height > 20.0F;
    }));
}

TEST(BlockWarpsInput, CountsWarpsAndPadding)
{
    EXPECT_EQ(block({ 200, 1, 1 }).warps(), 7U);
    EXPECT_EQ(block({ 200, 1, 1 }).padding(), 24U);
    EXPECT_EQ(block({ 64, 8, 1 }).warps(), 16U);
    EXPECT_EQ(block({ 64, 8, 1 }).padding(), 0U);
    EXPECT_EQ(block({ 3, 3, 3 }, 4).warps(), 7U);
    EXPECT_EQ(block({ 3, 3, 3 }, 4).padding(), 1U);
}

TEST(BlockWarpsFigure, ThreadsAlongXComeFirst)
{
    const DrawList wide = slide(block({ 64, 4, 1 }));
    EXPECT_TRUE(draw::testing::says(wide, "64 × 4 threads"));
    EXPECT_TRUE(draw::testing::says(wide, "8 warps, every lane has a thread"));
    const Text warp_0 = draw::testing::text_with(wide, "warp 0");
    const Text warp_1 = draw::testing::text_with(wide, "warp 1");
    const Text warp_2 = draw::testing::text_with(wide, "warp 2");
    EXPECT_FLOAT_EQ(warp_0.anchor.y, warp_1.anchor.y) << "a row of 64 threads has two warps";
    EXPECT_LT(warp_0.anchor.x, warp_1.anchor.x);
    EXPECT_GT(warp_2.anchor.y, warp_0.anchor.y);
    EXPECT_FLOAT_EQ(warp_2.anchor.x, warp_0.anchor.x);

    const DrawList square = slide(block({ 16, 4, 1 }));
    EXPECT_EQ(runs_of_warp(square, 0), 2U) << "two rows of 16 threads make a warp";
    EXPECT_EQ(runs_of_warp(square, 1), 2U);
}

TEST(BlockWarpsFigure, SlicesOfZAreInOrder)
{
    const DrawList picture = slide(block({ 8, 8, 4 }));
    for (const char* words : { "z = 0", "z = 3", "8 × 8 × 4 threads", "warp 7" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_GT(draw::testing::text_with(picture, "warp 2").anchor.x, draw::testing::text_with(picture, "warp 0").anchor.x);
    EXPECT_FLOAT_EQ(draw::testing::text_with(picture, "warp 2").anchor.y, draw::testing::text_with(picture, "warp 0").anchor.y);
}

TEST(BlockWarpsFigure, LanesWithoutAThreadAreHatched)
{
    const DrawList picture = slide(block({ 200, 1, 1 }));
    EXPECT_TRUE(draw::testing::says(picture, "7 warps, 24 of 224 lanes without a thread"));
    EXPECT_TRUE(draw::testing::says(picture, "threads 192–199"));
    const auto outlined = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->outline == light().secondary && !box->fill;
    });
    EXPECT_EQ(outlined, 24 + 1) << "and one in the key";
    EXPECT_FALSE(draw::testing::says(slide(block({ 256, 1, 1 })), "lane without a thread"));
}

TEST(BlockWarpsFigure, RejectsBlocksThatNoGpuSupports)
{
    EXPECT_TRUE(draw::testing::says(slide(block({ 0, 1, 1 })), "a block without threads"));
    EXPECT_TRUE(draw::testing::says(slide(block({ 1024, 1024, 64 })), "no GPU supports a block of this size"));
}

TEST(BlockWarpsFigure, IsTidy)
{
    BlockWarpsInput named = block({ 16, 16, 1 });
    named.subtitle = draw::testing::long_name();
    std::vector<BlockWarpsInput> inputs = { named, block({ 0, 0, 0 }), block({ 32, 1, 1 }, 0) };
    for (const Dim3 extent : { Dim3 { 1, 1, 1 }, Dim3 { 8, 1, 1 }, Dim3 { 200, 1, 1 }, Dim3 { 1024, 1, 1 }, Dim3 { 1, 1024, 1 },
             Dim3 { 64, 8, 1 }, Dim3 { 10, 10, 1 }, Dim3 { 8, 8, 4 }, Dim3 { 4, 4, 64 }, Dim3 { 1, 1, 64 }, Dim3 { 3, 5, 7 } })
        for (const std::uint32_t width : { 2U, 4U, 32U })
            inputs.push_back(block(extent, width));
    for (const BlockWarpsInput& input : inputs)
        draw::testing::expect_tidy(std::to_string(input.block.x) + " x " + std::to_string(input.block.y),
            [&](Size size, const Style& style) { return block_warps_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
