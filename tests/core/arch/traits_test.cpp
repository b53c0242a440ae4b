#include "core/arch/traits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

namespace warpstage::arch {
namespace {

TEST(Traits, AreOrderedFromOldToNewAndNamedByTheirCapability)
{
    const auto all = all_traits();
    ASSERT_EQ(all.size(), 12U);
    EXPECT_EQ(all.front().name, "CC 5.0");
    EXPECT_EQ(all.back().name, "CC 12.0");
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].name, fmt::format("CC {}.{}", all[i].capability.major, all[i].capability.minor));
        if (i != 0) {
            EXPECT_LT(std::tie(all[i - 1].capability.major, all[i - 1].capability.minor),
                std::tie(all[i].capability.major, all[i].capability.minor));
        }
    }
}

TEST(Traits, OnlyTheLatestRulesAreAssumed)
{
    for (const Traits& traits : all_traits())
        EXPECT_EQ(traits.rules_assumed, traits.capability.major >= 10) << traits.name;
}

TEST(Traits, AnUnknownCapabilityIsServedByTheNearestOlderOne)
{
    EXPECT_EQ(traits_of({ 9, 0 }).name, "CC 9.0");
    EXPECT_EQ(traits_of({ 8, 7 }).name, "CC 8.6");
    EXPECT_EQ(traits_of({ 5, 3 }).name, "CC 5.2");
    EXPECT_EQ(traits_of({ 10, 3 }).name, "CC 10.0");
    EXPECT_EQ(traits_of({ 11, 0 }).name, "CC 10.0");
    EXPECT_EQ(traits_of({ 12, 1 }).name, "CC 12.0");
    EXPECT_EQ(traits_of({ 99, 0 }).name, "CC 12.0");
}

TEST(Traits, ACapabilityOlderThanAllIsServedByTheOldest)
{
    EXPECT_EQ(traits_of({ 3, 5 }).name, "CC 5.0");
    EXPECT_EQ(traits_of({ 1, 0 }).name, "CC 5.0");
}

} // namespace
} // namespace warpstage::arch
