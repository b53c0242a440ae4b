#include "core/analysis/block/lane_grid.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::analysis {
namespace {

trace::StepRecord step(LaneMask active, LaneMask executed)
{
    trace::StepRecord record;
    record.active = active;
    record.executed = executed;
    return record;
}

std::vector<std::uint32_t> steps_of(const trace::Trace& trace, std::uint32_t warp = 0)
{
    std::vector<std::uint32_t> steps;
    for (std::uint32_t i = 0; i < trace.steps.size(); ++i)
        if (trace.steps[i].warp == warp)
            steps.push_back(i);
    return steps;
}

TEST(LaneGrid, DistinguishesTheFourStates)
{
    trace::Trace trace;
    trace.warp_width = 4;
    trace.warps = 1;
    trace.steps = { step(0b0111, 0b0111), step(0b0011, 0b0001), step(0b0100, 0b0100), step(0b0011, 0b0011) };
    trace.steps[2].event = trace::Event::exit;
    const LaneGrid grid = lane_grid(trace, steps_of(trace), 100);
    ASSERT_EQ(grid.columns, 4U);
    EXPECT_EQ(grid.lanes, 4U);
    EXPECT_EQ(grid.at(0, 0).state, LaneState::executed);
    EXPECT_EQ(grid.at(1, 1).state, LaneState::predicated_off);
    EXPECT_EQ(grid.at(1, 2).state, LaneState::other_path);
    EXPECT_EQ(grid.at(2, 2).state, LaneState::executed);
    EXPECT_EQ(grid.at(3, 2).state, LaneState::gone) << "it exited in the previous step";
    for (std::size_t column = 0; column < 4; ++column)
        EXPECT_EQ(grid.at(column, 3).state, LaneState::gone) << "padding";
}

TEST(LaneGrid, ALaneThatDoesNotTakeABranchExecutesIt)
{
    trace::Trace trace;
    trace.steps = { step(~0U, 0xFU) };
    trace.steps[0].event = trace::Event::branch;
    trace.steps[0].taken = 0xFU;
    const LaneGrid grid = lane_grid(trace, steps_of(trace), 10);
    EXPECT_EQ(grid.at(0, 0).state, LaneState::executed);
    EXPECT_EQ(grid.at(0, 31).state, LaneState::executed);
    EXPECT_TRUE(grid.divergent[0]);
}

TEST(LaneGrid, AColumnCoversSeveralSteps)
{
    trace::Trace trace;
    for (int i = 0; i < 1000; ++i)
        trace.steps.push_back(step(~0U, i % 2 == 0 ? ~0U : 1U));
    trace.steps[701].event = trace::Event::branch;
    trace.steps[701].taken = 1;
    const LaneGrid grid = lane_grid(trace, steps_of(trace), 100, 999);
    EXPECT_EQ(grid.steps_a_column, 10U);
    EXPECT_EQ(grid.columns, 100U);
    EXPECT_FLOAT_EQ(grid.at(50, 0).share, 1.0F);
    EXPECT_FLOAT_EQ(grid.at(50, 31).share, 0.5F);
    EXPECT_EQ(std::count(grid.divergent.begin(), grid.divergent.end(), true), 1);
    EXPECT_TRUE(grid.divergent[70]);
    EXPECT_EQ(grid.cursor, 99U);
}

TEST(LaneGrid, NeverHasMoreColumnsThanRequested)
{
    trace::Trace trace;
    for (std::size_t steps = 1; steps < 60; ++steps) {
        trace.steps.push_back(step(~0U, ~0U));
        for (const std::size_t most : { 1U, 2U, 7U, 59U }) {
            const LaneGrid grid = lane_grid(trace, steps_of(trace), most);
            EXPECT_LE(grid.columns, most);
            EXPECT_EQ(grid.cells.size(), grid.columns * 32);
        }
    }
}

TEST(LaneGrid, OtherWarpsDoNotCount)
{
    trace::Trace trace;
    trace.steps = { step(1, 1), step(1, 1) };
    trace.steps[1].warp = 1;
    EXPECT_EQ(lane_grid(trace, steps_of(trace, 1), 10).steps, 1U);
    EXPECT_EQ(lane_grid(trace, steps_of(trace, 2), 10).columns, 0U);
}

} // namespace
} // namespace warpstage::analysis
