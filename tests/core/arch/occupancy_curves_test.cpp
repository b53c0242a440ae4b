#include "core/arch/occupancy_curves.h"

#include <gtest/gtest.h>

namespace warpstage::arch {
namespace {

TEST(OccupancyCurves, CurvesPassThroughTheKernel)
{
    const Traits& traits = traits_of({ 9, 0 });
    const auto input = occupancy_curves(traits, { 256, 56, 16384 });
    ASSERT_TRUE(input) << input.error().message;
    EXPECT_EQ(input->warps_at_most, 64U);
    EXPECT_EQ(input->warps, 32U);
    EXPECT_EQ(input->blocks, 4U);
    ASSERT_EQ(input->curves.size(), 3U);
    EXPECT_TRUE(input->curves[0].limits);
    EXPECT_FALSE(input->curves[1].limits);
    for (const OccupancyCurve& curve : input->curves)
        EXPECT_DOUBLE_EQ(curve.warps_at(curve.present), 32.0) << curve.name;
    EXPECT_DOUBLE_EQ(input->curves[0].steps.back().amount, 255.0);
    EXPECT_DOUBLE_EQ(input->curves[2].steps.back().amount, 1024.0);
    EXPECT_FALSE(occupancy_curves(traits, { 2048, 32, 0 }));
}

} // namespace
} // namespace warpstage::arch
