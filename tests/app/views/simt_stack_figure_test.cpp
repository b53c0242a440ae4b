#include "app/views/lanes/simt_stack_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

// Program counters are lines here.
constexpr std::uint32_t kBranch = 12;

std::uint32_t line_of(std::uint32_t pc)
{
    return pc;
}

trace::StepRecord step_at(std::uint32_t pc, LaneMask active, std::uint32_t warp = 0)
{
    trace::StepRecord record;
    record.pc = pc;
    record.active = record.executed = active;
    record.warp = warp;
    return record;
}

// if (lane > 15) { 13, 14, 13, 14 } else { 16 } 18: as compilers lay it out, those that fail the condition jump to 16.
trace::Trace half_warp()
{
    constexpr LaneMask kThen = 0xFFFF0000;
    trace::Trace trace;
    trace.warps = 2;
    trace.steps = { step_at(kBranch, ~0U), step_at(13, kThen), step_at(99, ~0U, 1), step_at(14, kThen), step_at(13, kThen),
        step_at(14, kThen), step_at(16, ~kThen), step_at(18, ~0U), step_at(19, ~0U) };
    trace.steps[0].event = trace::Event::branch;
    trace.steps[0].taken = ~kThen;
    return trace;
}

TEST(SimtStackInput, WalksBothWays)
{
    const SimtStackInput input = simt_stack_input(half_warp(), 0, { 13, 16, 18 }, line_of);
    ASSERT_EQ(input.paths.size(), 2U);
    EXPECT_EQ(input.paths[0].lanes, 0xFFFF0000U) << "who does not take the branch goes first";
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

TEST(SimtStackInput, AWayWithoutInstructionsHasNoEntry)
{
    const SimtStackInput input = simt_stack_input(half_warp(), 0, { 13, 16, 16 }, line_of);
    ASSERT_EQ(input.stack.size(), 2U);
    EXPECT_EQ(input.paths[1].instructions, 0U);
    EXPECT_EQ(input.paths[1].first_line, 0U);
}

TEST(SimtStackInput, WithoutDivergenceThereIsOneWay)
{
    trace::Trace trace = half_warp();
    trace.steps[0].taken = 0;
    const SimtStackInput input = simt_stack_input(trace, 0, { 13, 16, 18 }, line_of);
    EXPECT_EQ(input.paths.size(), 1U);
    EXPECT_EQ(input.stack.size(), 1U);
}

SimtStackInput on_a_slide()
{
    SimtStackInput input = simt_stack_input(half_warp(), 0, { 13, 16, 18 }, line_of);
    input.code = "if (threadIdx.x > 15)";
    input.caption = "half_warp_branch · line 12 · n = 1024";
    return input;
}

TEST(SimtStackFigure, ShowsWaysMasksAndMeetingPoint)
{
    const DrawList picture = simt_stack_figure(on_a_slide(), kSlide, light());
    for (const char* words : { "divergent: 16 lanes and 16 lanes one after the other", "if (threadIdx.x > 15)",
             "first: 16 lanes, lines 13–14, 4 instructions", "then: 16 lanes, line 16, 1 instruction",
             "line 18: 32 lanes together again", "SIMT stack after the branch", "line 13, runs", "exit", "half_warp_branch" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    const DrawList panel = simt_stack_figure(on_a_slide(), { 420, 300 }, light());
    EXPECT_FALSE(draw::testing::says(panel, "SIMT stack")) << "no room beside the ways";
    EXPECT_TRUE(draw::testing::says(panel, "line 18"));
}

TEST(SimtStackFigure, SaysWhenTheLanesDoNotMeetAgain)
{
    SimtStackInput input = on_a_slide();
    input.meeting_line = 0;
    EXPECT_TRUE(draw::testing::says(simt_stack_figure(input, kSlide, light()), "the lanes do not meet again before they exit"));
    EXPECT_TRUE(draw::testing::says(simt_stack_figure({}, kSlide, light()), "no warp met this branch in the recorded window"));
}

TEST(SimtStackFigure, IsTidy)
{
    SimtStackInput named = on_a_slide();
    named.code = named.subtitle = named.caption = draw::testing::long_name();
    SimtStackInput one_way = on_a_slide();
    one_way.paths.resize(1);
    SimtStackInput narrow = on_a_slide();
    narrow.warp_width = 2;
    narrow.active = 3;
    narrow.paths[0].lanes = 1;
    narrow.paths[1].lanes = 2;
    SimtStackInput deep = on_a_slide();
    deep.stack.resize(40, { 1, 100000, 100001 });
    SimtStackInput apart = on_a_slide();
    apart.meeting_line = 0;
    apart.code.clear();
    for (const SimtStackInput& input : { SimtStackInput {}, on_a_slide(), named, one_way, narrow, deep, apart })
        draw::testing::expect_tidy("stack", [&](Size size, const Style& style) { return simt_stack_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
