#include "core/analysis/recording/lane_work.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

// A warp of 4 lanes whose lanes 0 and 1 add s[lane + 2] to s[lane].
trace::Trace tree_pass()
{
    trace::Trace trace;
    trace.warps = 2;
    trace.warp_width = 4;
    const auto add = [&](simt::AccessKind kind, std::uint64_t first, ptx::StateSpace space) {
        simt::Access access;
        access.space = space;
        access.kind = kind;
        access.bytes = 4;
        access.lanes = 0b0011;
        access.addresses[0] = first;
        access.addresses[1] = first + 4;
        trace.accesses.push_back(access);
        trace::StepRecord step;
        step.active = step.executed = 0b0011;
        step.access = static_cast<std::uint32_t>(trace.accesses.size());
        step.event = trace::Event::access;
        trace.steps.push_back(step);
        trace.gapless = trace.steps.size();
    };
    add(simt::AccessKind::load, 8, ptx::StateSpace::shared);
    add(simt::AccessKind::load, 0, ptx::StateSpace::shared);
    trace.steps.push_back({}); // the addition
    add(simt::AccessKind::store, 0, ptx::StateSpace::shared);
    return trace;
}

TEST(LaneWork, EachLaneCombinesTwoElements)
{
    const auto trace = tree_pass();
    for (const std::size_t step : { 0U, 1U, 2U, 3U }) {
        const auto edges = edges_at(trace, step, 4);
        ASSERT_EQ(edges.size(), 4U) << "at step " << step;
        std::size_t from_afar = 0;
        for (const auto& edge : edges) {
            EXPECT_LT(edge.to, 2U);
            from_afar += edge.from == edge.to + 2 ? 1U : 0U;
        }
        EXPECT_EQ(from_afar, 2U);
    }
}

TEST(LaneWork, LanesWithoutAStoreCombineNothing)
{
    auto trace = tree_pass();
    trace.steps.pop_back();
    trace.gapless = trace.steps.size();
    EXPECT_TRUE(edges_at(trace, 0, 4).empty());
    EXPECT_TRUE(edges_at(trace, 17, 4).empty()) << "no such step exists";
}

TEST(LaneWork, AStoreAfterABarrierBelongsToAnotherIteration)
{
    auto trace = tree_pass();
    trace.steps.back().epoch = 1;
    EXPECT_TRUE(edges_at(trace, 0, 4).empty());
}

TEST(LaneWork, ManyOperandsOfALaneAreNotATree)
{
    auto trace = tree_pass();
    const auto load = trace.steps.front();
    trace.steps.insert(trace.steps.begin(), 5, load);
    trace.gapless = trace.steps.size();
    EXPECT_TRUE(edges_at(trace, 0, 4).empty());
}

TEST(LaneWork, LanesThatAccessMemoryAreActive)
{
    auto trace = tree_pass();
    trace.steps.back().epoch = 2;
    const auto passes = working_lanes(trace);
    ASSERT_EQ(passes.size(), 3U);
    EXPECT_EQ(passes[0], (std::vector<LaneMask> { 0b0011, 0 }));
    EXPECT_EQ(passes[1], (std::vector<LaneMask> { 0, 0 }));
    EXPECT_EQ(passes[2], (std::vector<LaneMask> { 0b0011, 0 }));
}

} // namespace
} // namespace warpstage::analysis
