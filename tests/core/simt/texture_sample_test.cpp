// Texels of a fetch, and their weights: the formulas of the CUDA C++ Programming Guide, "Texture Fetching".
#include "core/simt/texture/texture_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

using testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TextureDescription line(AddressMode mode, Coordinates coordinates, FilterMode filter = FilterMode::nearest)
{
    return {
        .shape = TextureShape::array_1d, .width = 4, .address = { mode, mode }, .filter = filter, .coordinates = coordinates
    };
}

// The texel that one coordinate reads; -1 for the border.
int texel(const TextureDescription& texture, float x)
{
    const Footprint footprint = sample_footprint(texture, { x });
    EXPECT_EQ(footprint.count, 1U);
    return footprint.texels[0].is_border() ? -1 : static_cast<int>(footprint.texels[0].offset / 4);
}

std::vector<int> texels(const TextureDescription& texture, const std::vector<float>& coordinates)
{
    std::vector<int> found;
    for (const float x : coordinates)
        found.push_back(texel(texture, x));
    return found;
}

// "1*0.75 2*0.25"
std::vector<std::pair<int, double>> weights(const TextureDescription& texture, float x, float y = 0.0F)
{
    const Footprint footprint = sample_footprint(texture, { x, y });
    std::vector<std::pair<int, double>> found;
    for (unsigned i = 0; i < footprint.count; ++i) {
        const auto& here = footprint.texels[i];
        found.emplace_back(here.is_border() ? -1 : static_cast<int>(here.offset / 4), here.weight);
    }
    return found;
}

using Weights = std::vector<std::pair<int, double>>;

// Each row of the fixture: as a three-dimensional texture, and in the plane z = 0 also as a two-dimensional one.
TEST(Linear, TheWeightsAreThoseOfAnH200)
{
    std::ifstream file(WARPSTAGE_FIXTURES "/simt/texture_weights.csv");
    int rows = 0;
    for (std::string text; std::getline(file, text);) {
        if (text.starts_with('#') || text.starts_with('x'))
            continue;
        std::array<int, 11> numbers {};
        std::istringstream columns(text);
        for (int& number : numbers) {
            std::string word;
            ASSERT_TRUE(std::getline(columns, word, ',')) << text;
            number = std::stoi(word);
        }
        ++rows;
        const auto center = [&](std::size_t axis) {
            return 0.5F + static_cast<float>(numbers[axis]) / 256.0F;
        };
        const auto expect = [&](const TextureDescription& texture, unsigned texels) {
            const Footprint footprint = sample_footprint(texture, { center(0), center(1), center(2) });
            std::array<double, 8> weights {};
            for (unsigned i = 0; i < footprint.count; ++i)
                weights.at(footprint.texels[i].offset / 4) += 256.0 * footprint.texels[i].weight;
            for (unsigned i = 0; i < texels; ++i)
                EXPECT_EQ(weights.at(i), numbers[3 + i]) << text << ", texel " << i << " of " << texels;
        };
        TextureDescription texture {
            .shape = TextureShape::array_3d, .width = 2, .height = 2, .depth = 2, .filter = FilterMode::linear
        };
        expect(texture, 8);
        if (numbers[2] != 0)
            continue;
        texture.shape = TextureShape::array_2d;
        texture.depth = 1;
        expect(texture, 4);
    }
    EXPECT_GE(rows, 60);
}

// Measured on an H200 (driver 580.159) with a texture of 8 x 8 x 4 floats: weights in 256ths.
TEST(Linear, OutsideOfAClampedAxisThePositionIsTheCenterOfTheLastTexel)
{
    const TextureDescription texture {
        .shape = TextureShape::array_3d, .width = 8, .height = 8, .depth = 4, .filter = FilterMode::linear
    };
    const auto weights = [&](float x, float y, float z) {
        std::map<int, double> found;
        const Footprint footprint = sample_footprint(texture, { x / 256, y / 256, z / 256 });
        for (unsigned i = 0; i < footprint.count; ++i) {
            if (footprint.texels[i].weight > 0)
                found[static_cast<int>(footprint.texels[i].offset / 4)] += 256 * footprint.texels[i].weight;
        }
        return found;
    };
    using ByTexel = std::map<int, double>;
    EXPECT_EQ(weights(1440, 1312, 992), (ByTexel { { 229, 84 }, { 230, 12 }, { 237, 140 }, { 238, 20 } }));
    EXPECT_EQ(weights(1632, 1056, -32), (ByTexel { { 29, 12 }, { 30, 84 }, { 37, 20 }, { 38, 140 } }));
    EXPECT_EQ(weights(288, 160, 928), (ByTexel { { 192, 84 }, { 193, 140 }, { 200, 12 }, { 201, 20 } }));
}

TEST(Nearest, SelectsTheTexelThatContainsTheCoordinate)
{
    EXPECT_THAT(texels(line(AddressMode::clamp, Coordinates::texels), { 0.0F, 0.99F, 1.0F, 3.5F }), ElementsAre(0, 0, 1, 3));
    EXPECT_THAT(texels(line(AddressMode::clamp, Coordinates::normalized), { 0.0F, 0.2F, 0.25F, 0.99F }), ElementsAre(0, 0, 1, 3));
}

TEST(AddressMode, AppliesOutsideOfTheTexture)
{
    EXPECT_THAT(texels(line(AddressMode::clamp, Coordinates::texels), { -0.5F, -9.0F, 4.0F, 99.0F }), ElementsAre(0, 0, 3, 3));
    EXPECT_THAT(texels(line(AddressMode::border, Coordinates::texels), { -0.5F, 0.0F, 3.9F, 4.0F }), ElementsAre(-1, 0, 3, -1));
    EXPECT_THAT(texels(line(AddressMode::wrap, Coordinates::normalized), { -0.125F, 1.0F, 1.3F, -1.0F, 1000.3F }),
        ElementsAre(3, 0, 1, 0, 1));
    EXPECT_THAT(texels(line(AddressMode::mirror, Coordinates::normalized), { -0.125F, -0.3F, 1.0F, 1.3F, 2.0F, 3.99F }),
        ElementsAre(0, 1, 3, 2, 0, 0));
}

TEST(AddressMode, AcceptsEveryFloat)
{
    for (const float x : { kInfinity, -kInfinity, kNan, 3e38F, -3e38F }) {
        for (const AddressMode mode : { AddressMode::wrap, AddressMode::clamp, AddressMode::mirror, AddressMode::border }) {
            const int found = texel(line(mode, Coordinates::normalized), x);
            EXPECT_TRUE(found >= -1 && found < 4) << x;
        }
    }
    EXPECT_THAT(texels(line(AddressMode::clamp, Coordinates::texels), { kInfinity, -kInfinity, kNan }), ElementsAre(3, 0, 0));
}

TEST(Linear, WeighsTwoNeighborsByTheDistanceFromTheirCenters)
{
    const TextureDescription texture = line(AddressMode::clamp, Coordinates::texels, FilterMode::linear);
    EXPECT_EQ(weights(texture, 1.5F), (Weights { { 1, 1.0 }, { 2, 0.0 } }));
    EXPECT_EQ(weights(texture, 2.0F), (Weights { { 1, 0.5 }, { 2, 0.5 } }));
    EXPECT_EQ(weights(texture, 0.25F), (Weights { { 0, 1.0 }, { 1, 0.0 } })) << "left of all centers: the edge alone";
    EXPECT_EQ(weights(texture, 4.0F), (Weights { { 3, 1.0 }, { 3, 0.0 } }));
}

TEST(Linear, KeepsEightBitsOfTheWeight)
{
    const TextureDescription texture = line(AddressMode::clamp, Coordinates::texels, FilterMode::linear);
    EXPECT_EQ(weights(texture, 1.5F + 1.0F / 256.0F), (Weights { { 1, 255.0 / 256.0 }, { 2, 1.0 / 256.0 } }));
    EXPECT_EQ(weights(texture, 1.5F + 1.4F / 256.0F), (Weights { { 1, 255.0 / 256.0 }, { 2, 1.0 / 256.0 } }));
    EXPECT_EQ(weights(texture, 1.5F + 0.4F / 256.0F), (Weights { { 1, 1.0 }, { 2, 0.0 } }));
}

TEST(Linear, SelectsNeighborsByTheAddressMode)
{
    EXPECT_EQ(weights(line(AddressMode::wrap, Coordinates::normalized, FilterMode::linear), 0.0F),
        (Weights { { 3, 0.5 }, { 0, 0.5 } }));
    EXPECT_EQ(weights(line(AddressMode::mirror, Coordinates::normalized, FilterMode::linear), 0.0F),
        (Weights { { 0, 0.5 }, { 0, 0.5 } }));
    EXPECT_EQ(weights(line(AddressMode::mirror, Coordinates::normalized, FilterMode::linear), 1.0F),
        (Weights { { 3, 0.5 }, { 3, 0.5 } }));
    EXPECT_EQ(weights(line(AddressMode::border, Coordinates::texels, FilterMode::linear), 0.25F),
        (Weights { { -1, 0.25 }, { 0, 0.75 } }));
}

TEST(Linear, WeighsFourTexelsOfAPlane)
{
    const TextureDescription texture { .width = 8, .height = 4, .filter = FilterMode::linear };
    // Texel (2,1) and its neighbors: x is 3/4 on the way to column 3, y is 1/4 on the way to row 2.
    EXPECT_EQ(weights(texture, 3.25F, 1.75F), (Weights { { 18, 0.0625 }, { 19, 0.1875 }, { 11, 0.5625 }, { 10, 0.1875 } }));
}

TEST(Gather, TakesTheFourTexelsOfALinearFilterFromTheLowerLeftOn)
{
    const TextureDescription texture { .width = 8, .height = 4 };
    const Footprint footprint = gather_footprint(texture, { 3.0F, 2.0F });
    ASSERT_EQ(footprint.count, 4U);
    EXPECT_EQ(footprint.texels[0].offset, (2 * 8 + 2) * 4);
    EXPECT_EQ(footprint.texels[1].offset, (2 * 8 + 3) * 4);
    EXPECT_EQ(footprint.texels[2].offset, (1 * 8 + 3) * 4);
    EXPECT_EQ(footprint.texels[3].offset, (1 * 8 + 2) * 4);
}

TEST(Fetch, ReadsNothingOutsideLinearMemory)
{
    const TextureDescription texture { .shape = TextureShape::linear, .channels = 2, .width = 5 };
    EXPECT_EQ(fetch_footprint(texture, 4).texels[0].offset, 32U);
    EXPECT_TRUE(fetch_footprint(texture, 5).texels[0].is_border());
    EXPECT_TRUE(fetch_footprint(texture, -1).texels[0].is_border());
}

std::vector<float> floats_of(const TextureDescription& texture, const std::vector<unsigned char>& bytes)
{
    const Channels channels =
        channels_at(texture, reinterpret_cast<const std::byte*>(bytes.data()), { .offset = 0, .weight = 1.0 });
    std::vector<float> floats;
    for (std::uint32_t i = 0; i < texture.channels; ++i)
        floats.push_back(std::bit_cast<float>(channels[i]));
    return floats;
}

TEST(Channels, AreNormalizedByTheLargestNumber)
{
    const auto normalized = [](TextureElement element, std::uint32_t channels) {
        return TextureDescription { .element = element, .channels = channels, .read = ReadMode::normalized_float };
    };
    EXPECT_THAT(floats_of(normalized(TextureElement::u8, 4), { 0, 255, 51, 1 }), ElementsAre(0.0F, 1.0F, 0.2F, 1.0F / 255.0F));
    EXPECT_THAT(floats_of(normalized(TextureElement::s8, 4), { 127, 0x81, 0x80, 0 }), ElementsAre(1.0F, -1.0F, -1.0F, 0.0F));
    EXPECT_THAT(floats_of(normalized(TextureElement::u16, 2), { 0xff, 0xff, 0x33, 0x33 }), ElementsAre(1.0F, 0.2F));
    EXPECT_THAT(floats_of(normalized(TextureElement::s16, 2), { 0xff, 0x7f, 0x00, 0x80 }), ElementsAre(1.0F, -1.0F));
}

TEST(Channels, AreExtendedAndHalvesConverted)
{
    const std::vector<unsigned char> bytes { 0xff, 0x7f, 0x01, 0x80 };
    const auto first = [&bytes](TextureElement element) {
        return channels_at(TextureDescription { .element = element }, reinterpret_cast<const std::byte*>(bytes.data()),
            { .offset = 0, .weight = 1.0 })[0];
    };
    EXPECT_EQ(first(TextureElement::u8), 255U);
    EXPECT_EQ(first(TextureElement::s8), 0xffff'ffffU);
    EXPECT_EQ(first(TextureElement::u16), 0x7fffU);
    EXPECT_EQ(first(TextureElement::u32), 0x8001'7fffU);
    EXPECT_THAT(
        floats_of({ .element = TextureElement::f16, .channels = 2 }, { 0x00, 0x3c, 0x00, 0xc2 }), ElementsAre(1.0F, -3.0F));
}

TEST(Filtered, IgnoresTexelsWithoutWeight)
{
    const std::vector<float> content { 1.0F, kNan, 5.0F, 7.0F };
    const auto* bytes = reinterpret_cast<const std::byte*>(content.data());
    const TextureDescription texture = line(AddressMode::clamp, Coordinates::texels, FilterMode::linear);
    EXPECT_EQ(std::bit_cast<float>(filtered(texture, bytes, sample_footprint(texture, { 0.5F, 0.0F }))[0]), 1.0F);
    EXPECT_EQ(std::bit_cast<float>(filtered(texture, bytes, sample_footprint(texture, { 3.0F, 0.0F }))[0]), 6.0F);
}

} // namespace

} // namespace warpstage::simt
