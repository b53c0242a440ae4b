// Descriptions that a GPU does not accept, and the reasons.
#include "core/base/objects/texture_description.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage {
namespace {

std::string refusal_of(const TextureDescription& texture, std::uint64_t bytes = std::uint64_t { 1 } << 40)
{
    const Result<void> checked = check_texture(texture, bytes, "texture `image`");
    return checked ? "" : checked.error().message;
}

TEST(TextureDescription, ComputesTheSizesOfTexelsRowsAndMemory)
{
    const TextureDescription packed {
        .shape = TextureShape::array_2d, .element = TextureElement::u8, .channels = 4, .width = 10, .height = 3
    };
    EXPECT_EQ(packed.texel_bytes(), 4U);
    EXPECT_EQ(packed.row_bytes(), 40U);
    EXPECT_EQ(packed.bytes(), 120U);
    EXPECT_EQ(texel_name(packed), "u8x4");
    const TextureDescription pitched { .element = TextureElement::f16, .width = 10, .height = 3, .pitch = 64 };
    EXPECT_EQ(pitched.bytes(), 148U) << "the last row ends with its last texel";
    EXPECT_EQ(texel_name(pitched), "f16");
}

TEST(TextureDescription, NamesEveryElement)
{
    for (const TextureElement element : { TextureElement::u8, TextureElement::s8, TextureElement::u16, TextureElement::s16,
             TextureElement::u32, TextureElement::s32, TextureElement::f16, TextureElement::f32 })
        EXPECT_EQ(parse_texture_element(name_of(element)), element);
    EXPECT_EQ(parse_texture_element("f64"), std::nullopt);
}

TEST(TextureDescription, ReturnsFloatsForFloatsAndNormalizedIntegers)
{
    EXPECT_TRUE(TextureDescription { .element = TextureElement::f16 }.gives_floats());
    EXPECT_TRUE((TextureDescription { .element = TextureElement::u8, .read = ReadMode::normalized_float }.gives_floats()));
    EXPECT_FALSE(TextureDescription { .element = TextureElement::u8 }.gives_floats());
}

TEST(CheckTexture, AcceptsWhatAGpuAccepts)
{
    EXPECT_EQ(refusal_of({ .width = 64, .height = 64 }, 64 * 64 * 4), "");
    EXPECT_EQ(refusal_of({ .shape = TextureShape::array_2d,
                  .element = TextureElement::u8,
                  .channels = 4,
                  .width = 5,
                  .height = 5,
                  .address = { AddressMode::wrap, AddressMode::mirror },
                  .filter = FilterMode::linear,
                  .read = ReadMode::normalized_float,
                  .coordinates = Coordinates::normalized }),
        "");
    // Linear memory is not filtered, whatever the mode.
    EXPECT_EQ(refusal_of({ .shape = TextureShape::linear,
                  .element = TextureElement::s32,
                  .width = 7,
                  .address = { AddressMode::wrap, AddressMode::wrap },
                  .filter = FilterMode::linear }),
        "");
}

TEST(CheckTexture, ReportsMistakes)
{
    EXPECT_APPROVED(refusal_of({ .channels = 3 }));
    EXPECT_APPROVED(refusal_of({ .shape = TextureShape::array_1d, .width = 0 }));
    EXPECT_APPROVED(refusal_of({ .shape = TextureShape::array_1d, .width = 8, .height = 2 }));
    EXPECT_APPROVED(refusal_of({ .shape = TextureShape::array_2d, .width = 8, .height = 2, .pitch = 64 }));
    EXPECT_APPROVED(refusal_of({ .width = 32, .height = 2, .pitch = 64 }));
    EXPECT_APPROVED(refusal_of({ .width = 9, .height = 2 }));
    EXPECT_APPROVED(refusal_of({ .width = 8, .height = 4 }, 127));
    EXPECT_APPROVED(refusal_of({ .width = 8, .read = ReadMode::normalized_float }));
    EXPECT_APPROVED(refusal_of({ .element = TextureElement::u8, .width = 32, .filter = FilterMode::linear }));
    EXPECT_APPROVED(refusal_of({ .width = 8, .address = { AddressMode::clamp, AddressMode::wrap } }));
}

} // namespace
} // namespace warpstage
