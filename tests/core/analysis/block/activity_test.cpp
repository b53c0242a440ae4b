#include "core/analysis/block/activity.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using examples::step;
using examples::two_warps;

TEST(Activity, WarpsWaitForTheSlowestAtABarrier)
{
    const BlockActivity input = block_activity(two_warps(), 100);
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
    EXPECT_DOUBLE_EQ(input.average_lanes, (5 * 4 + 3 + 2 + 3) / 8.0) << "a lane that is predicated off is on the path";
}

TEST(Activity, LanesOfAWarpHaveDifferentActivities)
{
    const BlockActivity input = warp_activity(two_warps(), 1, 100);
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

TEST(Activity, AWarpThatHasExitedIsInactive)
{
    trace::Trace trace = two_warps();
    trace.steps.push_back(step(0, 1, 0xF, 0xF));
    const BlockActivity input = block_activity(trace, 100);
    EXPECT_EQ(input.columns, 6U);
    EXPECT_EQ(input.rows[1].cells[5].activity, Activity::gone);
}

TEST(Activity, ColumnsSumInstructions)
{
    trace::Trace trace;
    trace.warps = 1;
    for (int i = 0; i < 1000; ++i)
        trace.steps.push_back(step(0, 0, ~0U, i % 2 == 0 ? ~0U : 0xFFFFU));
    trace.steps[701].event = trace::Event::branch;
    trace.steps[701].taken = 1;
    for (const std::size_t most : { 1U, 7U, 99U, 2000U }) {
        const BlockActivity input = block_activity(trace, most);
        EXPECT_LE(input.columns, most);
        ASSERT_EQ(input.rows.front().cells.size(), input.columns);
    }
    const BlockActivity input = block_activity(trace, 100);
    EXPECT_FLOAT_EQ(input.rows.front().cells[10].share, 0.75F);
    EXPECT_EQ(input.rows.front().divergent, (std::vector<std::size_t> { 70 }));
    EXPECT_EQ(block_activity({}, 100).columns, 0U);
    EXPECT_TRUE(warp_activity(trace, 9, 100).rows.empty());
}

TEST(Activity, OnlyThePartWithoutAGapIsUsed)
{
    trace::Trace trace = two_warps();
    trace.gapless = 4;
    EXPECT_EQ(block_activity(trace, 100).instructions, 3U);
}

TEST(Activity, NoWarpExitsAtTheEndOfTheRecording)
{
    trace::Trace trace = two_warps();
    trace.steps.resize(6); // warp 1 has not reached the instructions after the barrier
    trace.steps_seen = 8;
    BlockActivity input = block_activity(trace, 100);
    EXPECT_EQ(input.columns, 3U) << "only up to the barrier";
    trace.steps.resize(4); // before any barrier
    trace.steps[3].epoch = 0;
    input = block_activity(trace, 100);
    EXPECT_EQ(input.columns, 1U) << "as far as the slower warp was seen";
    for (const ActivityRow& row : input.rows)
        EXPECT_EQ(row.cells[0].activity, Activity::working);
}

} // namespace
} // namespace warpstage::analysis
