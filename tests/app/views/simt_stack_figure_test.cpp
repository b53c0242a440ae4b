#include "app/views/lanes/simt_stack_figure.h"
#include "app/views/view.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/app/views/view_of.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

using analysis::BranchPath;
using analysis::examples::half_warp;
using analysis::examples::line_of;

SimtStackInput on_a_slide()
{
    SimtStackInput input { analysis::branch_walk(half_warp(), 0, { 13, 16, 18 }, line_of) };
    input.code = "if (threadIdx.x > 15)";
    return input;
}

TEST(SimtStackFigure, ShowsPathsMasksAndReconvergencePoint)
{
    const DrawList picture = simt_stack_figure(on_a_slide(), kSlide, light());
    for (const char* words : { "divergent: 16 lanes and 16 lanes, serialized", "if (threadIdx.x > 15)",
             "first: 16 lanes, lines 13–14, 4 instructions", "then: 16 lanes, line 16, 1 instruction",
             "line 18: 32 lanes reconverged", "Reconvergence model of warpstage", "line 13, runs", "exit" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    const DrawList panel = simt_stack_figure(on_a_slide(), { 420, 300 }, light());
    EXPECT_FALSE(draw::testing::says(panel, "Reconvergence model")) << "no space beside the paths";
    EXPECT_TRUE(draw::testing::says(panel, "line 18"));
}

// The stack is a model: the behavior of GPUs since Volta is described beside it.
TEST(SimtStackFigure, StatesThatTheStackIsAModel)
{
    for (const Size size : { kSlide, Size { 860, 480 } }) {
        const DrawList picture = simt_stack_figure(on_a_slide(), size, light());
        EXPECT_TRUE(draw::testing::says(picture, "Reconvergence model")) << size.width;
        EXPECT_TRUE(draw::testing::says(picture, "Volta")) << size.width;
        EXPECT_TRUE(draw::testing::says(picture, "__syncwarp()")) << size.width;
        EXPECT_FALSE(draw::testing::says(picture, "SIMT stack")) << size.width;
    }
    EXPECT_NE(view_of("branch").figure.summary.find("reconvergence model of warpstage"), std::string_view::npos);
}

TEST(SimtStackFigure, StatesThatLanesExitWithoutReconverging)
{
    SimtStackInput input = on_a_slide();
    input.meeting_line = 0;
    EXPECT_TRUE(draw::testing::says(simt_stack_figure(input, kSlide, light()), "the lanes exit without reconverging"));
    EXPECT_TRUE(draw::testing::says(simt_stack_figure({}, kSlide, light()), "no warp executes this branch in the recording"));
}

TEST(SimtStackFigure, IsTidy)
{
    SimtStackInput named = on_a_slide();
    named.code = named.subtitle = draw::testing::long_name();
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
