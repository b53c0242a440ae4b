#include "core/analysis/block/reduction_iteration.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using examples::iteration;
using examples::kNeighbors;

ReductionIteration neighbours()
{
    return reduction_iteration(iteration(8, 2, kNeighbors, { 3, -1, 7, 0, 4, 1, 6, 3 }), 1, 4, 8);
}

TEST(ReductionIteration, FindsOperandPairs)
{
    const ReductionIteration input = neighbours();
    EXPECT_EQ(input.adds, kNeighbors);
    EXPECT_EQ(input.cells, 8U);
    EXPECT_EQ(input.before, (std::vector<std::string> { "3", "-1", "7", "0", "4", "1", "6", "3" }));
    EXPECT_EQ(input.after, (std::vector<std::string> { "2", "-1", "7", "0", "5", "1", "9", "3" }));
    EXPECT_TRUE(reduction_iteration(iteration(8, 2, kNeighbors, std::vector<std::int32_t>(8)), 2, 4, 8).adds.empty())
        << "another iteration";
}

TEST(ReductionIteration, AStoreWithoutALoadAddsNothing)
{
    trace::Trace trace = iteration(8, 2, kNeighbors, std::vector<std::int32_t>(8));
    for (simt::Access& access : trace.accesses)
        access.kind = simt::AccessKind::store;
    EXPECT_TRUE(reduction_iteration(trace, 1, 4, 8).adds.empty());
    EXPECT_TRUE(reduction_iteration({}, 0, 4, 8).adds.empty());
    EXPECT_TRUE(reduction_iteration(trace, 1, 0, 8).adds.empty());
}

} // namespace
} // namespace warpstage::analysis
