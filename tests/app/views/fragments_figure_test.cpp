#include "app/views/fragments/fragments_figure.h"
#include "tests/app/draw/geometry.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

DrawList picture_of(std::string_view instruction, Size size, std::optional<int> lane = {})
{
    const auto fragments = layout::fragments_of(instruction);
    EXPECT_TRUE(fragments) << instruction;
    return fragments_figure({ *fragments, lane }, size, make_style(Theme::light, 1.0F));
}

std::vector<Tip> tips_with(const DrawList& list, std::string_view words)
{
    auto tips = draw::testing::tips_of(list);
    std::erase_if(tips, [&](const Tip& tip) { return tip.definition.find(words) == std::string::npos; });
    return tips;
}

TEST(FragmentsFigure, EveryElementHasItsLaneAndRegister)
{
    const auto picture = picture_of("mma.m16n8k16.f32.f16.f16.f32", { 1200, 800 });
    EXPECT_TRUE(draw::testing::says(picture, "T31 r3"));
    EXPECT_EQ(draw::testing::tips_of(picture).size(), 16U * 16 + 16 * 8 + 16 * 8);
    EXPECT_EQ(tips_with(picture, "Lane 5, ").size(), 8U + 4 + 4);
}

TEST(FragmentsFigure, AWarpgroupReadsSharedMemory)
{
    const auto picture = picture_of("wgmma.m64n128k16.f32.f16.f16", { 960, 640 });
    EXPECT_TRUE(draw::testing::says(picture, "in shared memory"));
    EXPECT_TRUE(draw::testing::says(picture, "C: 64 x 128, columns 0–31"));
    EXPECT_FALSE(tips_with(picture, "Lane 127, register 1,").empty());
}

TEST(FragmentsFigure, IsTidyInAllSizes)
{
    for (const char* name : { "mma.m16n8k16.f32.f16.f16.f32", "mma.m8n8k128.s32.b1.b1.s32", "SM70_8x8x4_F32F16F16F32_NT",
             "SM61_DP4A", "wgmma.m64n8k16.f16.f16.f16", "SM90_64x256x32_F32E4M3E5M2_RS_TN", "SM90_SPARSE_64x64x32_F32F16F16_RS",
             "ldmatrix.x4", "stmatrix.trans.x2", "movmatrix.trans" })
        for (const Size size : { Size { 480, 300 }, Size { 640, 480 }, Size { 960, 640 }, Size { 1920, 1080 } })
            for (const std::optional<int> lane : { std::optional<int> {}, std::optional { 3 } }) {
                const auto picture = picture_of(name, size, lane);
                EXPECT_EQ(draw::testing::outside_items(picture), std::vector<std::string> {}) << name << " " << size.width;
                EXPECT_EQ(draw::testing::colliding_texts(picture), std::vector<std::string> {}) << name << " " << size.width;
            }
}

} // namespace
} // namespace warpstage::views
