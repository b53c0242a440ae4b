#include "core/analysis/block/branch_walk.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using examples::half_warp;
using examples::line_of;

TEST(BranchWalk, ExecutesBothPaths)
{
    const BranchWalk input = branch_walk(half_warp(), 0, { 13, 16, 18 }, line_of);
    ASSERT_EQ(input.paths.size(), 2U);
    EXPECT_EQ(input.paths[0].lanes, 0xFFFF0000U) << "the not-taken path is executed first";
    EXPECT_EQ(input.paths[0].instructions, 4U);
    EXPECT_EQ(input.paths[0].first_line, 13U);
    EXPECT_EQ(input.paths[0].last_line, 14U);
    EXPECT_EQ(input.paths[1].lanes, 0xFFFFU);
    EXPECT_EQ(input.paths[1].instructions, 1U);
    EXPECT_EQ(input.meeting_line, 18U);
    ASSERT_EQ(input.stack.size(), 3U);
    EXPECT_EQ(input.stack[0].line, 13U);
    EXPECT_EQ(input.stack[1].line, 16U);
    EXPECT_EQ(input.stack[2].lanes, ~0U);
    EXPECT_EQ(input.stack[2].line, 18U);
}

TEST(BranchWalk, APathWithoutInstructionsHasNoEntry)
{
    const BranchWalk input = branch_walk(half_warp(), 0, { 13, 16, 16 }, line_of);
    ASSERT_EQ(input.stack.size(), 2U);
    EXPECT_EQ(input.paths[1].instructions, 0U);
    EXPECT_EQ(input.paths[1].first_line, 0U);
}

TEST(BranchWalk, WithoutDivergenceThereIsOnePath)
{
    trace::Trace trace = half_warp();
    trace.steps[0].taken = 0;
    const BranchWalk input = branch_walk(trace, 0, { 13, 16, 18 }, line_of);
    EXPECT_EQ(input.paths.size(), 1U);
    EXPECT_EQ(input.stack.size(), 1U);
}

} // namespace
} // namespace warpstage::analysis
