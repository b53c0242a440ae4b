#include "core/base/dim3.h"
#include "core/base/lane_mask.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpstage {
namespace {

TEST(LaneMask, FirstLanesCoversEveryWidth)
{
    EXPECT_EQ(first_lanes(0), 0U);
    EXPECT_EQ(first_lanes(1), 1U);
    EXPECT_EQ(first_lanes(31), 0x7fffffffU);
    EXPECT_EQ(first_lanes(32), 0xffffffffU);
}

TEST(LaneMask, EachLaneIsVisitedOnceInOrder)
{
    std::vector<unsigned> lanes;
    for_each_lane(0x80000011U, [&](unsigned lane) { lanes.push_back(lane); });
    EXPECT_EQ(lanes, (std::vector<unsigned> { 0, 4, 31 }));
    EXPECT_EQ(lane_count(0x80000011U), 3U);
    EXPECT_EQ(lowest_lane(0x80000010U), 4U);
    EXPECT_TRUE(has_lane(0x10U, 4));
    EXPECT_FALSE(has_lane(0x10U, 5));
}

TEST(Dim3, IndexVariesFastestInX)
{
    const Dim3 extent { 4, 3, 2 };
    EXPECT_EQ(extent.count(), 24U);
    EXPECT_EQ(extent.index_of(0), (Dim3 { 0, 0, 0 }));
    EXPECT_EQ(extent.index_of(5), (Dim3 { 1, 1, 0 }));
    EXPECT_EQ(extent.index_of(23), (Dim3 { 3, 2, 1 }));
}

TEST(Dim3, CountDoesNotOverflow)
{
    EXPECT_EQ((Dim3 { 2147483647U, 65535U, 65535U }.count()), 2147483647ULL * 65535ULL * 65535ULL);
}

} // namespace
} // namespace warpstage
