#include "core/simt/run/divergence.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace warpstage::simt {

namespace {

TEST(Divergence, IfElseRunsTheNextPathFirstAndReconverges)
{
    Divergence divergence;
    divergence.start(0xff);
    divergence.part(20, 11, 0x0f, 30);
    EXPECT_EQ(divergence.top().pc, 11U);
    EXPECT_EQ(divergence.top().lanes, 0xf0U);
    EXPECT_EQ(divergence.top().reconvergence, 30U);
    divergence.meet();
    EXPECT_EQ(divergence.top().pc, 20U);
    EXPECT_EQ(divergence.top().lanes, 0x0fU);
    divergence.meet();
    EXPECT_EQ(divergence.top().pc, 30U);
    EXPECT_EQ(divergence.top().lanes, 0xffU);
    EXPECT_EQ(divergence.top().reconvergence, kNever);
}

TEST(Divergence, IfWithoutElseSendsLanesToTheReconvergencePoint)
{
    Divergence divergence;
    divergence.start(0x3);
    divergence.part(30, 11, 0x1, 30);
    EXPECT_EQ(divergence.top().lanes, 0x2U);
    divergence.meet();
    EXPECT_EQ(divergence.top().pc, 30U);
    EXPECT_EQ(divergence.top().lanes, 0x3U);
}

// Lanes that leave a loop in different iterations wait in one entry of the stack, independent of the number of iterations.
TEST(Divergence, LoopDoesNotGrowTheStack)
{
    Divergence divergence;
    divergence.start(~LaneMask { 0 });
    for (unsigned lane = 0; lane + 1 < kMaxLanes; ++lane) {
        divergence.go_to(9);
        divergence.part(5, 10, ~first_lanes(lane + 1), 10);
        EXPECT_EQ(divergence.top().lanes, ~first_lanes(lane + 1));
    }
    std::vector<std::pair<std::uint32_t, LaneMask>> waiting;
    divergence.for_each_waiting([&](std::uint32_t pc, LaneMask lanes) { waiting.emplace_back(pc, lanes); });
    ASSERT_EQ(waiting.size(), 1U);
    EXPECT_EQ(waiting[0], std::pair(10U, first_lanes(31)));
    divergence.meet();
    EXPECT_EQ(divergence.top().lanes, ~LaneMask { 0 });
    EXPECT_EQ(divergence.top().pc, 10U);
}

TEST(Divergence, DeepestNestingFits)
{
    Divergence divergence;
    divergence.start(~LaneMask { 0 });
    for (std::uint32_t level = 0; level + 1 < kMaxLanes; ++level)
        divergence.part(1000 + level, level, first_lanes(31 - level), 2000 - level);
    EXPECT_EQ(lane_count(divergence.top().lanes), 1U);
    while (divergence.top().reconvergence != kNever)
        divergence.meet();
    EXPECT_EQ(divergence.top().lanes, ~LaneMask { 0 });
}

TEST(Divergence, AFunctionDivergesAmongItsOwnLanes)
{
    Divergence divergence;
    divergence.start(0xff);
    divergence.part(20, 11, 0x0f, 30);
    divergence.go_to(12);
    divergence.call(0x70, 100); // lane 7 does not call
    EXPECT_EQ(divergence.top().pc, 100U);
    EXPECT_EQ(divergence.top().lanes, 0x70U);
    EXPECT_EQ(divergence.top().reconvergence, kNever);
    divergence.part(120, 101, 0x10, kNever);
    divergence.return_lanes(0x60);
    EXPECT_FALSE(divergence.function_finished());
    EXPECT_EQ(divergence.top().pc, 120U);
    std::vector<std::pair<std::uint32_t, LaneMask>> waiting;
    divergence.for_each_waiting([&](std::uint32_t pc, LaneMask lanes) { waiting.emplace_back(pc, lanes); });
    EXPECT_EQ(waiting, (std::vector<std::pair<std::uint32_t, LaneMask>> { { 12, 0xe0 }, { 20, 0x0f } }));
    divergence.return_lanes(0x10);
    ASSERT_TRUE(divergence.function_finished());
    divergence.leave_function();
    EXPECT_EQ(divergence.top().pc, 12U);
    EXPECT_EQ(divergence.top().lanes, 0xf0U);
    EXPECT_EQ(divergence.top().reconvergence, 30U);
    EXPECT_FALSE(divergence.function_finished());
}

TEST(Divergence, LanesThatExitWithinAFunctionDoNotReturn)
{
    Divergence divergence;
    divergence.start(0xf);
    divergence.go_to(5);
    divergence.call(0xf, 100);
    divergence.go_to(101);
    divergence.call(0xf, 200);
    divergence.retire(0xc);
    EXPECT_EQ(divergence.living(), 0x3U);
    divergence.return_lanes(0x3);
    ASSERT_TRUE(divergence.function_finished());
    divergence.leave_function();
    EXPECT_EQ(divergence.top().lanes, 0x3U);
    divergence.retire(0x3);
    ASSERT_TRUE(divergence.function_finished());
    divergence.leave_function();
    EXPECT_FALSE(divergence.function_finished());
    EXPECT_TRUE(divergence.finished());
}

TEST(Divergence, FunctionsNestAsDeepAsMemoryLasts)
{
    Divergence divergence;
    divergence.start(~LaneMask { 0 });
    for (std::uint32_t depth = 0; depth < 5000; ++depth) {
        divergence.part(depth * 10 + 5, depth * 10 + 1, 0x1, depth * 10 + 9);
        divergence.call(divergence.top().lanes, depth * 10 + 10);
    }
    for (std::uint32_t depth = 5000; depth-- > 0;) {
        divergence.return_lanes(~LaneMask { 0 });
        ASSERT_TRUE(divergence.function_finished());
        divergence.leave_function();
        divergence.meet();
        if (depth != 0)
            continue;
        EXPECT_EQ(divergence.top().pc, 5U);
        EXPECT_EQ(divergence.top().lanes, 0x1U);
    }
}

TEST(Divergence, ExitedLanesAreNotWaitedFor)
{
    Divergence divergence;
    divergence.start(0xff);
    divergence.part(20, 11, 0x0f, 30);
    divergence.retire(0xf0);
    EXPECT_EQ(divergence.living(), 0x0fU);
    EXPECT_EQ(divergence.top().pc, 20U);
    divergence.meet();
    EXPECT_EQ(divergence.top().pc, 30U);
    EXPECT_EQ(divergence.top().lanes, 0x0fU);
    divergence.retire(0x0f);
    EXPECT_TRUE(divergence.finished());
}

TEST(Divergence, PathsThatReconvergeOnlyAtTheExit)
{
    Divergence divergence;
    divergence.start(0x3);
    divergence.part(20, 11, 0x1, kNever);
    EXPECT_EQ(divergence.top().pc, 11U);
    divergence.retire(0x2);
    EXPECT_EQ(divergence.top().pc, 20U);
    EXPECT_EQ(divergence.top().reconvergence, kNever);
    divergence.retire(0x1);
    EXPECT_TRUE(divergence.finished());
}

} // namespace

} // namespace warpstage::simt
