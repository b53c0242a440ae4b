#include "app/views/lanes/activity_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

using analysis::block_activity;
using analysis::warp_activity;
using analysis::examples::step;
using analysis::examples::two_warps;

TEST(ActivityFigure, EachStateHasItsShapeAndIsNamed)
{
    const DrawList warps = activity_figure({ block_activity(two_warps(), 100) }, kSlide, light());
    for (const char* words : { "Warps over time", "warp 0", "warp 1", "of 4 lanes active on average", "waits at a barrier",
             "barrier passed", "Warps wait at barriers for 20\u2009% of the time.", "warp instructions" })
        EXPECT_TRUE(draw::testing::says(warps, words)) << words;
    EXPECT_FALSE(draw::testing::says(warps, "predicated off"));
    EXPECT_GT(draw::testing::count_color(warps, light().orange), 10U) << "slanted lines while a warp waits";
    const DrawList lanes = activity_figure({ warp_activity(two_warps(), 1, 100) }, kSlide, light());
    for (const char* words : { "Lanes over time", "predicated off", "inactive (diverged)", "exited, or no thread" })
        EXPECT_TRUE(draw::testing::says(lanes, words)) << words;
    EXPECT_FALSE(draw::testing::says(lanes, "divergent branch"));
}

TEST(ActivityFigure, IsTidy)
{
    trace::Trace many;
    many.warps = 32;
    for (unsigned i = 0; i < 4000; ++i) {
        many.steps.push_back(step(i * 7 % 32, i / 500, ~0U, i % 3 == 0 ? 1U : ~0U));
        many.steps.back().event = i % 5 == 0 ? trace::Event::branch : trace::Event::plain;
        many.steps.back().taken = 3;
    }
    trace::Trace one;
    one.warp_width = 1;
    one.warps = 1;
    one.steps = { step(0, 0, 1, 1) };
    ActivityInput named { block_activity(two_warps(), 10) };
    named.subtitle = named.rows[0].name = draw::testing::long_name();
    for (const ActivityInput& input : { ActivityInput {}, named, ActivityInput { block_activity(two_warps(), 100) },
             ActivityInput { warp_activity(two_warps(), 1, 100) }, ActivityInput { block_activity(many, 300) },
             ActivityInput { warp_activity(many, 3, 300) }, ActivityInput { block_activity(one, 10) },
             ActivityInput { warp_activity(one, 0, 10) } })
        draw::testing::expect_tidy(std::to_string(input.rows.size()) + " rows",
            [&](Size size, const Style& style) { return activity_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
