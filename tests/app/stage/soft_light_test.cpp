#include "app/stage/scene/soft_light.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace warpstage::stage {
namespace {

constexpr gl::PixelSize kLit { 96, 64 };

class SoftLightOf : public testing::Test {
protected:
    // Red, green, blue of a pixel; `y` from the top.
    [[nodiscard]] std::array<int, 3> pixel(int x, int y) const
    {
        const auto* at = m_pixels.data() + 4 * ((kLit.height - 1 - y) * kLit.width + x);
        return { at[0], at[1], at[2] };
    }
    void draw(const std::vector<LightSprite>& sprites, float glow = 0.0F, bool ink = false)
    {
        const SoftLight::Look look { { 0.2F, 0.2F, 0.2F }, ink, glow };
        const auto pixels = m_light.draw(kLit, sprites, look);
        m_pixels.assign(pixels.begin(), pixels.end());
    }
    // The total light of the red channel, with the tone curve inverted.
    [[nodiscard]] double light() const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < m_pixels.size(); i += 4)
            sum -= std::log2(std::max(1e-3, (1.0 - m_pixels[i] / 255.0) / 0.8)) / 1.75;
        return sum;
    }

    SoftLight m_light;
    std::vector<std::uint8_t> m_pixels;
};

TEST_F(SoftLightOf, NoSpritesGivesTheBackgroundWithNoise)
{
    draw({});
    for (int y = 0; y < kLit.height; y += 7)
        for (int x = 0; x < kLit.width; x += 5)
            EXPECT_NEAR(pixel(x, y)[1], 51, 1);
}

TEST_F(SoftLightOf, ASpriteIsBrightestAtItsCenterAndEndsAtItsEdge)
{
    draw({ { 40.5F, 20.5F, 12.0F, { 1.0F, 0.0F, 0.5F } } });
    // 1 - 0.8 * 2^-1.75
    EXPECT_NEAR(pixel(40, 20)[0], 255 * (1 - 0.8 * std::exp2(-1.75)), 2);
    EXPECT_NEAR(pixel(40, 20)[1], 51, 1);
    EXPECT_GT(pixel(40, 20)[0], pixel(43, 20)[0]);
    EXPECT_EQ(pixel(43, 20), pixel(43, 20));
    EXPECT_NEAR(pixel(43, 20)[0], pixel(40, 23)[0], 1) << "it is round";
    EXPECT_NEAR(pixel(47, 20)[0], 51, 1);
}

// A hundred bodies in one place give a bright spot of their color, not a white one.
TEST_F(SoftLightOf, MuchLightKeepsItsColor)
{
    draw(std::vector<LightSprite>(100, { 40.5F, 20.5F, 12.0F, { 1.0F, 0.7F, 0.3F } }));
    EXPECT_GT(pixel(40, 20)[0], 230);
    EXPECT_LT(pixel(40, 20)[2], 190);
    EXPECT_LT(pixel(40, 20)[2], pixel(40, 20)[1]);
}

TEST_F(SoftLightOf, InkAbsorbsLight)
{
    draw({ { 40.5F, 20.5F, 12.0F, { 1.0F, 0.0F, 0.0F } } }, 0.0F, true);
    EXPECT_NEAR(pixel(40, 20)[0], 51 * std::exp2(-1.75), 1);
    EXPECT_NEAR(pixel(40, 20)[1], 51, 1);
}

TEST_F(SoftLightOf, ASpriteAcrossBandsIsComplete)
{
    draw({ { 40.5F, 20.5F, 30.0F, { 0.3F, 0, 0 } } });
    const double one = light();
    draw({ { 40.5F, 32.5F, 30.0F, { 0.3F, 0, 0 } } }); // a band has sixteen rows
    EXPECT_NEAR(light(), one, 0.03 * one);
}

// Drawn as a dot of three by three pixels or per pixel, without a visible difference.
TEST_F(SoftLightOf, SmallSpritesHaveTheLightOfTheirDisk)
{
    for (const float place : { 20.5F, 20.0F, 20.25F }) {
        draw(std::vector<LightSprite>(8, { place, 20.3F, 4.55F, { 0.02F, 0, 0 } }));
        const double dots = light();
        draw(std::vector<LightSprite>(8, { place, 20.3F, 4.65F, { 0.02F, 0, 0 } }));
        EXPECT_NEAR(dots, light(), 0.1 * dots);
    }
}

TEST_F(SoftLightOf, BrightAreasGlowAlsoFromOutside)
{
    const std::vector<LightSprite> core(40, { 48.0F, 32.0F, 8.0F, { 1.0F, 1.0F, 1.0F } });
    draw(core, 0.9F);
    EXPECT_GT(pixel(64, 32)[0], 70);
    EXPECT_GT(pixel(64, 32)[0], pixel(76, 32)[0]);
    EXPECT_NEAR(pixel(48 + 15, 32)[0], pixel(48 - 16, 32)[0], 2) << "equally on both sides";
    draw(std::vector<LightSprite>(40, { -10.0F, 32.0F, 8.0F, { 1.0F, 1.0F, 1.0F } }), 0.9F);
    EXPECT_GT(pixel(1, 32)[0], 60);
}

TEST_F(SoftLightOf, SpritesOutsideOrWithNaNAreIgnored)
{
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    constexpr float kFar = std::numeric_limits<float>::infinity();
    draw({ { kNone, 3.0F, 9.0F, { 1, 1, 1 } }, { 3.0F, kNone, 3.0F, { 1, 1, 1 } }, { kFar, 3.0F, 9.0F, { 1, 1, 1 } },
             { 3.0F, -kFar, 3.0F, { 1, 1, 1 } }, { -500.0F, 1e9F, 9.0F, { 1, 1, 1 } } },
        0.9F);
    for (int y = 0; y < kLit.height; y += 3)
        for (int x = 0; x < kLit.width; x += 3)
            EXPECT_NEAR(pixel(x, y)[0], 51, 1);
}

} // namespace
} // namespace warpstage::stage
