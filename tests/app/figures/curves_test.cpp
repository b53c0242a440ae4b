#include "app/figures/curves.h"
#include "tests/approved.h"
#include "tests/core/bench/sample_sweep.h"

#include <gtest/gtest.h>

namespace warpstage::figures {
namespace {

using bench::two_points;

TEST(SweepCurves, CurvesAreLabeledAsMeasuredOrComputed)
{
    const auto computed = curves_of(two_points());
    ASSERT_TRUE(computed.ok()) << computed.error().message;
    EXPECT_APPROVED(computed->caption.source);
    auto measured = two_points();
    measured.engine.kind = engine::EngineKind::gpu;
    measured.engine.name = "NVIDIA H200";
    measured.engine.detail = "CC 9.0";
    EXPECT_EQ(curves_of(measured)->caption.source, "measured on NVIDIA H200 (CC 9.0)");
}

TEST(SweepCurves, InvalidCurvesAreRefused)
{
    auto sweep = two_points();
    sweep.points.back().value = "tid*2";
    EXPECT_APPROVED(curves_of(sweep).error().message);
    sweep.points.pop_back();
    EXPECT_APPROVED(curves_of(sweep).error().message);
}

} // namespace
} // namespace warpstage::figures
