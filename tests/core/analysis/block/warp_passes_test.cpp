#include "core/analysis/block/warp_passes.h"
#include "core/analysis/passes.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using examples::interleaved;
using examples::reduction;
using examples::sequential;

using Counts = std::vector<std::uint32_t>;

Counts divergent(const WarpPasses& input)
{
    Counts counts;
    for (std::size_t pass = 0; pass < input.passes.size(); ++pass)
        counts.push_back(input.divergent(pass));
    return counts;
}

Counts retired(const WarpPasses& input)
{
    Counts counts;
    for (std::size_t pass = 0; pass < input.passes.size(); ++pass)
        counts.push_back(input.retired(pass));
    return counts;
}

TEST(WarpPasses, CountsOfTheLecture)
{
    EXPECT_EQ(divergent(warp_passes(interleaved(), 7)), (Counts { 4, 2, 1 }));
    EXPECT_EQ(retired(warp_passes(interleaved(), 7)), (Counts { 0, 2, 1 }));
    EXPECT_EQ(divergent(warp_passes(sequential(), 7)), (Counts { 0, 0, 1 }));
    EXPECT_EQ(retired(warp_passes(sequential(), 7)), (Counts { 2, 1, 0 }));
}

TEST(WarpPasses, AgreesWithTheAnalysis)
{
    const auto odd = [](unsigned thread, unsigned stride) {
        return thread * 7 % (stride + 3) == 1 || thread == 40;
    };
    for (const trace::Trace& trace : { interleaved(), sequential(), reduction(200, 32, { 1, 2, 3, 4, 5, 60 }, odd) }) {
        const WarpPasses input = warp_passes(trace, 7);
        const std::vector<BranchPass> passes = passes_of_branch(trace, 7);
        ASSERT_EQ(input.passes.size(), passes.size());
        for (std::size_t pass = 0; pass < passes.size(); ++pass) {
            EXPECT_EQ(input.divergent(pass), passes[pass].divergent) << pass;
            EXPECT_EQ(input.retired(pass), passes[pass].retired) << pass;
        }
    }
    EXPECT_TRUE(warp_passes(interleaved(), 8).passes.empty());
}

} // namespace
} // namespace warpstage::analysis
