#include "app/views/lanes/activity_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

trace::StepRecord step(std::uint32_t warp, std::uint32_t epoch, LaneMask active, LaneMask executed)
{
    trace::StepRecord record;
    record.warp = warp;
    record.epoch = epoch;
    record.active = active;
    record.executed = executed;
    return record;
}

// Two warps of four lanes: warp 0 needs three instructions to the barrier, warp 1 one; then both need two, warp 1 with one lane
// held back by a predicate and one on another path; its last lane has no thread.
trace::Trace two_warps()
{
    trace::Trace trace;
    trace.warp_width = 4;
    trace.warps = 2;
    trace.steps = { step(0, 0, 0xF, 0xF), step(0, 0, 0xF, 0xF), step(0, 0, 0xF, 0xF), step(1, 0, 0x7, 0x7), step(0, 1, 0xF, 0xF),
        step(0, 1, 0xF, 0xF), step(1, 1, 0x3, 0x1), step(1, 1, 0x7, 0x7) };
    trace.steps[6].event = trace::Event::access;
    trace.steps[7].event = trace::Event::exit;
    return trace;
}

TEST(Activity, WarpsWaitForTheSlowestAtABarrier)
{
    const ActivityInput input = block_activity(two_warps(), 100);
    EXPECT_EQ(input.columns, 5U);
    EXPECT_EQ(input.instructions, 5U);
    EXPECT_EQ(input.barriers, (std::vector<std::size_t> { 3 }));
    ASSERT_EQ(input.rows.size(), 2U);
    for (const ActivityCell& cell : input.rows[0].cells)
        EXPECT_EQ(cell, (ActivityCell { Activity::working, 1.0F }));
    const std::vector<ActivityCell>& slow = input.rows[1].cells;
    ASSERT_EQ(slow.size(), 5U);
    EXPECT_EQ(slow[0], (ActivityCell { Activity::working, 0.75F })) << "three of four lanes have a thread";
    EXPECT_EQ(slow[1].activity, Activity::at_barrier);
    EXPECT_EQ(slow[2].activity, Activity::at_barrier);
    EXPECT_EQ(slow[3], (ActivityCell { Activity::working, 0.25F }));
    EXPECT_DOUBLE_EQ(input.waiting, 0.2);
    EXPECT_DOUBLE_EQ(input.average_lanes, (5 * 4 + 3 + 1 + 3) / 8.0);
}

TEST(Activity, LanesOfAWarpDifferInWhatTheyDo)
{
    const ActivityInput input = warp_activity(two_warps(), 1, 100);
    ASSERT_EQ(input.rows.size(), 4U);
    const auto activity = [&](std::size_t lane, std::size_t column) {
        return input.rows[lane].cells[column].activity;
    };
    EXPECT_EQ(activity(0, 3), Activity::working);
    EXPECT_EQ(activity(1, 3), Activity::predicated_off);
    EXPECT_EQ(activity(2, 3), Activity::other_path);
    EXPECT_EQ(activity(2, 1), Activity::at_barrier);
    for (std::size_t column = 0; column < 5; ++column)
        EXPECT_EQ(activity(3, column), Activity::gone) << "no thread";
}

TEST(Activity, AWarpThatHasLeftIsGone)
{
    trace::Trace trace = two_warps();
    trace.steps.push_back(step(0, 1, 0xF, 0xF));
    const ActivityInput input = block_activity(trace, 100);
    EXPECT_EQ(input.columns, 6U);
    EXPECT_EQ(input.rows[1].cells[5].activity, Activity::gone);
}

TEST(Activity, ColumnsGatherInstructions)
{
    trace::Trace trace;
    trace.warps = 1;
    for (int i = 0; i < 1000; ++i)
        trace.steps.push_back(step(0, 0, ~0U, i % 2 == 0 ? ~0U : 0xFFFFU));
    trace.steps[701].event = trace::Event::branch;
    trace.steps[701].taken = 1;
    for (const std::size_t most : { 1U, 7U, 99U, 2000U }) {
        const ActivityInput input = block_activity(trace, most);
        EXPECT_LE(input.columns, most);
        ASSERT_EQ(input.rows.front().cells.size(), input.columns);
    }
    const ActivityInput input = block_activity(trace, 100);
    EXPECT_FLOAT_EQ(input.rows.front().cells[10].share, 0.75F);
    EXPECT_EQ(input.rows.front().divergent, (std::vector<std::size_t> { 70 }));
    EXPECT_EQ(block_activity({}, 100).columns, 0U);
    EXPECT_TRUE(warp_activity(trace, 9, 100).rows.empty());
}

TEST(Activity, OnlyThePartWithoutAGapIsToldAsAStory)
{
    trace::Trace trace = two_warps();
    trace.gapless = 4;
    EXPECT_EQ(block_activity(trace, 100).instructions, 3U);
}

TEST(Activity, WhereTheRecordingEndsNobodyHasLeft)
{
    trace::Trace trace = two_warps();
    trace.steps.resize(6); // warp 1 has not come to what follows the barrier
    trace.steps_seen = 8;
    ActivityInput input = block_activity(trace, 100);
    EXPECT_EQ(input.columns, 3U) << "only up to the barrier";
    trace.steps.resize(4); // and here there is no barrier yet
    trace.steps[3].epoch = 0;
    input = block_activity(trace, 100);
    EXPECT_EQ(input.columns, 1U) << "as far as the slower warp was seen";
    for (const ActivityRow& row : input.rows)
        EXPECT_EQ(row.cells[0].activity, Activity::working);
}

TEST(ActivityFigure, EachStateHasItsShapeAndIsNamed)
{
    const DrawList warps = activity_figure(block_activity(two_warps(), 100), kSlide, light());
    for (const char* words : { "Warps over time", "warp 0", "warp 1", "of 4 lanes work on average", "waits at a barrier",
             "barrier passed", "Warps wait at barriers for 20\u2009% of the time.", "warp instructions" })
        EXPECT_TRUE(draw::testing::says(warps, words)) << words;
    EXPECT_FALSE(draw::testing::says(warps, "held back"));
    EXPECT_GT(draw::testing::count_color(warps, light().orange), 10U) << "slanted lines where a warp waits";
    const DrawList lanes = activity_figure(warp_activity(two_warps(), 1, 100), kSlide, light());
    for (const char* words : { "Lanes over time", "held back by a predicate", "waits for another path", "gone, or no thread" })
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
    ActivityInput named = block_activity(two_warps(), 10);
    named.subtitle = named.caption = named.rows[0].name = draw::testing::long_name();
    for (const ActivityInput& input :
        { ActivityInput {}, named, block_activity(two_warps(), 100), warp_activity(two_warps(), 1, 100),
            block_activity(many, 300), warp_activity(many, 3, 300), block_activity(one, 10), warp_activity(one, 0, 10) })
        draw::testing::expect_tidy(std::to_string(input.rows.size()) + " rows",
            [&](Size size, const Style& style) { return activity_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
