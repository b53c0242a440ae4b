#include "app/draw/caption.h"
#include "tests/app/draw/geometry.h"

#include <gtest/gtest.h>

namespace warpstage::draw {
namespace {

CaptionInput sample()
{
    return { "reduce2", 35, "sdata[index] += sdata[index + s];", { "ld.shared.u32", "block 0", "warp 3", "CC 1.3", "n = 1024" },
        { "8 wavefronts", "ideal 1", "excess 7" }, "computed" };
}

DrawList drawn(const CaptionInput& input, float width)
{
    const Style style = make_style(Theme::light, 1.0F);
    return caption_figure(input, { width, caption_height(input, width, style) }, style);
}

TEST(Caption, NamesKernelAccessAndCost)
{
    const auto picture = drawn(sample(), 720);
    EXPECT_TRUE(testing::says(picture, "reduce2, line 35"));
    EXPECT_EQ(testing::text_with(picture, "sdata[index] += sdata[index + s];").face, Face::mono);
    EXPECT_TRUE(testing::says(picture, "ld.shared.u32 · block 0 · warp 3 · CC 1.3 · n = 1024"));
    EXPECT_TRUE(testing::says(picture, "8 wavefronts · ideal 1 · excess 7"));
    EXPECT_TRUE(testing::says(picture, "computed"));
    EXPECT_EQ(caption_words(sample()),
        "reduce2, line 35: sdata[index] += sdata[index + s]; · 8 wavefronts · ideal 1 · excess 7 · ld.shared.u32 · block 0 · "
        "warp 3 · CC 1.3 · n = 1024 · computed");
}

TEST(Caption, WithoutALineItNamesOnlyTheKernel)
{
    auto input = sample();
    input.line = 0;
    const auto picture = drawn(input, 720);
    EXPECT_EQ(testing::text_with(picture, "reduce2").text, "reduce2");
    EXPECT_FALSE(testing::says(picture, "sdata"));
}

TEST(Caption, ListsTakeASecondLineBetweenTheirParts)
{
    const auto picture = drawn(sample(), 220);
    EXPECT_EQ(testing::text_with(picture, "ld.shared.u32").text, "ld.shared.u32 · block 0 · warp 3");
    EXPECT_EQ(testing::text_with(picture, "CC 1.3").text, "CC 1.3 · n = 1024");
    EXPECT_GT(picture.size.height, drawn(sample(), 720).size.height);
}

TEST(Caption, StaysInItsArea)
{
    auto crowded = sample();
    crowded.kernel = std::string(200, 'k');
    crowded.code = std::string(300, 'x');
    for (int i = 0; i < 40; ++i) {
        crowded.what.push_back("and another part");
        crowded.numbers.push_back("12 345 wavefronts");
    }
    for (const float width : { 280.0F, 720.0F, 1600.0F }) {
        for (const auto& input : { sample(), crowded, CaptionInput {} }) {
            const auto picture = drawn(input, width);
            EXPECT_EQ(testing::outside_items(picture), std::vector<std::string> {}) << width;
            EXPECT_EQ(testing::colliding_texts(picture), std::vector<std::string> {}) << width;
        }
    }
}

} // namespace
} // namespace warpstage::draw
