#include "core/analysis/block/warp_iterations.h"
#include "core/analysis/branch_iterations.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using examples::interleaved;
using examples::reduction;
using examples::sequential;

using Counts = std::vector<std::uint32_t>;

Counts divergent(const WarpIterations& input)
{
    Counts counts;
    for (std::size_t iteration = 0; iteration < input.iterations.size(); ++iteration)
        counts.push_back(input.divergent(iteration));
    return counts;
}

Counts retired(const WarpIterations& input)
{
    Counts counts;
    for (std::size_t iteration = 0; iteration < input.iterations.size(); ++iteration)
        counts.push_back(input.retired(iteration));
    return counts;
}

TEST(WarpIterations, CountsOfTheLecture)
{
    EXPECT_EQ(divergent(warp_iterations(interleaved(), 7)), (Counts { 4, 2, 1 }));
    EXPECT_EQ(retired(warp_iterations(interleaved(), 7)), (Counts { 0, 2, 1 }));
    EXPECT_EQ(divergent(warp_iterations(sequential(), 7)), (Counts { 0, 0, 1 }));
    EXPECT_EQ(retired(warp_iterations(sequential(), 7)), (Counts { 2, 1, 0 }));
}

TEST(WarpIterations, AgreesWithTheAnalysis)
{
    const auto odd = [](unsigned thread, unsigned stride) {
        return thread * 7 % (stride + 3) == 1 || thread == 40;
    };
    for (const trace::Trace& trace : { interleaved(), sequential(), reduction(200, 32, { 1, 2, 3, 4, 5, 60 }, odd) }) {
        const WarpIterations input = warp_iterations(trace, 7);
        const std::vector<BranchIteration> iterations = iterations_of_branch(trace, 7);
        ASSERT_EQ(input.iterations.size(), iterations.size());
        for (std::size_t iteration = 0; iteration < iterations.size(); ++iteration) {
            EXPECT_EQ(input.divergent(iteration), iterations[iteration].divergent) << iteration;
            EXPECT_EQ(input.retired(iteration), iterations[iteration].retired) << iteration;
        }
    }
    EXPECT_TRUE(warp_iterations(interleaved(), 8).iterations.empty());
}

} // namespace
} // namespace warpstage::analysis
