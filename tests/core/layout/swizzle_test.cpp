#include "core/layout/swizzle.h"

#include <gtest/gtest.h>

#include <set>

namespace warpstage::layout {
namespace {

TEST(Swizzle, AddsTheUpperBitsToTheLowerOnes)
{
    const Swizzle swizzle { 3, 3, 3 };
    EXPECT_EQ(swizzle.source_mask(), 0b111000000U);
    EXPECT_EQ(swizzle.target_mask(), 0b000111000U);
    EXPECT_EQ(swizzle(0b101011110), 0b101110110);
    EXPECT_EQ((Swizzle { 2, 1, -3 })(0b000110), 0b110110);
}

TEST(Swizzle, PermutesWithinItsPeriod)
{
    for (int bits = 0; bits <= 3; ++bits)
        for (int base = 0; base <= 4; ++base)
            for (int shift = bits; shift <= 4; ++shift)
                for (const int sign : { -1, 1 }) {
                    const Swizzle swizzle { bits, base, sign * shift };
                    const std::int64_t period = std::int64_t { 1 } << (bits + base + shift);
                    std::set<std::int64_t> reached;
                    for (std::int64_t i = 0; i < period; ++i) {
                        reached.insert(swizzle(i));
                        EXPECT_EQ(swizzle(swizzle(i)), i);
                    }
                    EXPECT_EQ(reached.size(), static_cast<std::size_t>(period));
                }
}

// One swizzle, in elements of two widths: the index in bytes is that of the elements times their bytes.
TEST(Swizzle, ConvertedToWiderElementsReachesTheSameBytes)
{
    const Swizzle bytes { 3, 4, 3 };
    for (const std::int64_t width : { 2, 4, 8, 16 }) {
        const Swizzle elements = upcast(bytes, width);
        EXPECT_EQ(downcast(elements, width), bytes);
        for (std::int64_t i = 0; i < 1024; ++i)
            EXPECT_EQ(elements(i) * width, bytes(i * width));
    }
}

} // namespace
} // namespace warpstage::layout
