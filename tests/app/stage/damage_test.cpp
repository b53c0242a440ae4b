#include "app/stage/render/damage.h"

#include <gtest/gtest.h>

namespace warpstage::stage {
namespace {

TEST(Damage, OverlappingOrCloseRectanglesAreMerged)
{
    Damage damage;
    damage.add({ 0, 0, 10, 10 });
    damage.add({ 500, 0, 10, 10 });
    EXPECT_EQ(damage.rects().size(), 2U);
    damage.add({ 15, 5, 10, 10 }); // close to the first
    ASSERT_EQ(damage.rects().size(), 2U);
    EXPECT_TRUE(damage.touches({ 24, 14, 1, 1 }));
    EXPECT_FALSE(damage.touches({ 200, 0, 10, 10 }));
    damage.add({ 20, 0, 485, 10 }); // from the one to the other
    ASSERT_EQ(damage.rects().size(), 1U);
    EXPECT_FLOAT_EQ(damage.rects().front().right(), 510.0F);
}

TEST(Damage, EmptyRectanglesAddNothing)
{
    Damage damage;
    damage.add({ 10, 10, 0, 100 });
    damage.add({ 10, 10, -5, 100 });
    EXPECT_TRUE(damage.empty());
}

TEST(Damage, ManyRectanglesBecomeAFewWithoutOverlap)
{
    Damage damage;
    for (int i = 0; i < 400; ++i)
        damage.add({ static_cast<float>(i * 97 % 1201), static_cast<float>(i * 53 % 701), 4, 4 });
    ASSERT_LE(damage.rects().size(), 8U);
    for (const auto& a : damage.rects())
        for (const auto& b : damage.rects())
            EXPECT_TRUE(&a == &b || !overlap(a, b));
    for (int i = 0; i < 400; ++i)
        EXPECT_TRUE(damage.touches({ static_cast<float>(i * 97 % 1201) + 1, static_cast<float>(i * 53 % 701) + 1, 2, 2 }));
}

} // namespace
} // namespace warpstage::stage
