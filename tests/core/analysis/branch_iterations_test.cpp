#include "core/analysis/branch_iterations.h"
#include "tests/core/analysis/reductions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct IterationColumns {
    std::vector<std::uint32_t> warps, divergent, working, retired;
};

IterationColumns columns_of(const std::vector<BranchIteration>& iterations)
{
    IterationColumns columns;
    for (const BranchIteration& iteration : iterations) {
        EXPECT_EQ(iteration.iteration, columns.warps.size() + 1);
        columns.warps.push_back(iteration.warps);
        columns.divergent.push_back(iteration.divergent);
        columns.working.push_back(iteration.working);
        columns.retired.push_back(iteration.retired);
    }
    return columns;
}

IterationColumns columns_of_reduction(Reduction reduction, std::uint32_t threads, std::uint32_t warp_width)
{
    SyntheticBlock block(5, threads, warp_width);
    run_tree(block, reduction);
    return columns_of(iterations_of_branch(block.recorder().take_trace(), 0));
}

// The figures of the lecture: 8 threads, warps of 2.
TEST(Passes, StrideOneTwoFourOfTheLecture)
{
    const IterationColumns columns = columns_of_reduction(Reduction::interleaved_threads, 8, 2);
    EXPECT_THAT(columns.warps, ElementsAre(4, 4, 4));
    EXPECT_THAT(columns.divergent, ElementsAre(4, 2, 1));
    EXPECT_THAT(columns.working, ElementsAre(4, 2, 1));
    EXPECT_THAT(columns.retired, ElementsAre(0, 2, 1));
}

TEST(Passes, StrideFourTwoOneOfTheLecture)
{
    const IterationColumns columns = columns_of_reduction(Reduction::sequential, 8, 2);
    EXPECT_THAT(columns.warps, ElementsAre(4, 4, 4));
    EXPECT_THAT(columns.divergent, ElementsAre(0, 0, 1));
    EXPECT_THAT(columns.working, ElementsAre(2, 1, 1));
    EXPECT_THAT(columns.retired, ElementsAre(2, 1, 0));
}

TEST(Passes, InterleavedIndicesKeepWarpsTogetherAsSequentialOnesDo)
{
    const IterationColumns columns = columns_of_reduction(Reduction::interleaved_indices, 8, 2);
    EXPECT_THAT(columns.divergent, ElementsAre(0, 0, 1));
    EXPECT_THAT(columns.retired, ElementsAre(2, 1, 0));
}

TEST(Passes, AWarpThatPausesIsNotRetired)
{
    SyntheticBlock block(1, 4, 2);
    block.branch(0, [](Thread) { return true; });
    block.branch(0, [](Thread thread) { return thread < 2; }); // the second warp pauses
    block.branch(0, [](Thread) { return true; });
    block.branch(0, [](Thread) { return false; });
    const IterationColumns columns = columns_of(iterations_of_branch(block.recorder().take_trace(), 0));
    EXPECT_THAT(columns.working, ElementsAre(2, 1, 2, 0));
    EXPECT_THAT(columns.retired, ElementsAre(0, 0, 0, 2));
}

TEST(Passes, AWarpThatNeverWorksRetiresInTheFirstIteration)
{
    SyntheticBlock block(1, 4, 2);
    block.branch(0, [](Thread thread) { return thread < 2; });
    block.branch(0, [](Thread) { return false; });
    const IterationColumns columns = columns_of(iterations_of_branch(block.recorder().take_trace(), 0));
    EXPECT_THAT(columns.retired, ElementsAre(1, 1));
}

TEST(Passes, OtherInstructionsHaveNoIterations)
{
    SyntheticBlock block(2, 4, 2);
    block.execute(1, [](Thread) { return true; });
    EXPECT_THAT(iterations_of_branch(block.recorder().take_trace(), 1), IsEmpty());
}

TEST(RepeatedBranches, AreForwardConditionalAndExecutedRepeatedlyByOneWarp)
{
    constexpr std::uint32_t kNone = 0xffffffff;
    const auto everybody = [](Thread) {
        return true;
    };
    SyntheticBlock block(6, 8, 2);
    block.branch(1, everybody); // once by each warp
    for (int iteration = 0; iteration < 3; ++iteration) {
        block.branch(4, everybody);
        block.branch(2, [](Thread thread) { return thread < 4; });
        block.execute(3, everybody);
        block.branch(5, everybody); // back to the loop header
    }
    const trace::Trace trace = block.recorder().take_trace();
    EXPECT_THAT(repeated_branches(trace, { kNone, 3, 3, kNone, 5, 1 }), ElementsAre(2, 4));
    EXPECT_THAT(repeated_branches(trace, { kNone, 3, kNone, kNone, 4, 1 }), IsEmpty()) << "a branch to itself goes back";
}

} // namespace
} // namespace warpstage::analysis
