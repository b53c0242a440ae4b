// Numbers to and from bytes, for every type of a buffer.
#include "core/problem/buffers/element_type.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::problem {
namespace {

using ptx::Type;

std::uint16_t bits_of(Type type, double value)
{
    std::vector<std::byte> bytes;
    append_real(bytes, type, value);
    EXPECT_EQ(bytes.size(), 2U);
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data(), sizeof(bits));
    return bits;
}

double back(Type type, std::uint16_t bits)
{
    std::vector<std::byte> bytes(sizeof(bits));
    std::memcpy(bytes.data(), &bits, sizeof(bits));
    return number_of(bytes, type, 0);
}

// Bits by IEEE 754-2008, table 3.5, and by hand.
TEST(ElementType, HalfIsRoundedToNearestEven)
{
    const std::vector<std::pair<double, std::uint16_t>> cases { { 0.0, 0x0000 }, { -0.0, 0x8000 }, { 1.0, 0x3c00 },
        { -2.0, 0xc000 }, { 65504.0, 0x7bff }, { 65519.9, 0x7bff }, { 65520.0, 0x7c00 }, { 1e300, 0x7c00 }, { -1e300, 0xfc00 },
        { 0x1p-14, 0x0400 }, { 0x1p-24, 0x0001 }, { 0x1p-25, 0x0000 }, { 0x1.8p-25, 0x0001 }, { 0x1.8p-24, 0x0002 },
        { 0x1.ffap-15, 0x03ff }, { 0x1.ffcp-15, 0x0400 }, { 1.0 + 0x1p-11, 0x3c00 }, { 1.0 + 0x1.8p-10, 0x3c02 },
        { 1.0 / 3.0, 0x3555 } };
    for (const auto& [value, bits] : cases)
        EXPECT_EQ(bits_of(Type::f16, value), bits) << value;
    EXPECT_EQ(bits_of(Type::f16, std::numeric_limits<double>::infinity()), 0x7c00);
    EXPECT_TRUE(std::isnan(back(Type::f16, bits_of(Type::f16, std::nan("")))));
}

TEST(ElementType, BfloatIsTheUpperHalfOfFloat)
{
    EXPECT_EQ(bits_of(Type::bf16, 1.0), 0x3f80);
    EXPECT_EQ(bits_of(Type::bf16, -3.140625), 0xc049);
    EXPECT_EQ(bits_of(Type::bf16, 3.4e38), 0x7f80); // the greatest is 3.3895e38
    EXPECT_EQ(bits_of(Type::bf16, 0x1p-133), 0x0001);
    EXPECT_EQ(bits_of(Type::bf16, 1.0 + 0x1p-8), 0x3f80);
    EXPECT_EQ(bits_of(Type::bf16, 1.0 + 0x1.8p-7), 0x3f82);
}

TEST(ElementType, EveryHalfAndBfloatSurvivesARoundTrip)
{
    for (const auto type : { Type::f16, Type::bf16 }) {
        for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
            const auto number = back(type, static_cast<std::uint16_t>(bits));
            if (!std::isnan(number)) {
                ASSERT_EQ(bits_of(type, number), bits);
            }
        }
    }
}

TEST(ElementType, IntegersAndTheirLimits)
{
    EXPECT_EQ(least_of(Type::s8), -128);
    EXPECT_EQ(greatest_of(Type::s8), 127);
    EXPECT_EQ(least_of(Type::u16), 0);
    EXPECT_EQ(greatest_of(Type::u16), 65535);
    EXPECT_EQ(least_of(Type::s64), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(greatest_of(Type::u64), std::numeric_limits<std::int64_t>::max());
    std::vector<std::byte> bytes;
    append_integer(bytes, Type::s8, -128);
    append_integer(bytes, Type::s8, 65);
    EXPECT_EQ(text_of(bytes, Type::s8, 0), "-128");
    EXPECT_EQ(text_of(bytes, Type::u8, 0), "128");
    EXPECT_EQ(text_of(bytes, Type::u8, 1), "65");
    std::vector<std::byte> wide;
    append_integer(wide, Type::s64, std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(text_of(wide, Type::s64, 0), "9223372036854775807");
    append_integer(wide, Type::u32, 4294967295);
    EXPECT_EQ(wide.size(), 12U);
}

TEST(ElementType, Words)
{
    EXPECT_EQ(parse_element_type("f32"), Type::f32);
    EXPECT_FALSE(parse_element_type("b32").has_value());
    EXPECT_FALSE(parse_element_type("f16x2").has_value());
    EXPECT_FALSE(parse_element_type("pred").has_value());
    EXPECT_FALSE(parse_element_type("float").has_value());
    EXPECT_EQ(element_type_names(), "s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32 or f64");
}

} // namespace
} // namespace warpstage::problem
