#include "app/views/warps/retirement_figure.h"
#include "core/analysis/passes.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace warpstage::views {
namespace {

using Enters = std::function<bool(unsigned thread, unsigned stride)>;

// The branch of a reduction at program counter 7, met by every warp once for each stride.
trace::Trace reduction(unsigned threads, unsigned width, const std::vector<unsigned>& strides, const Enters& enters)
{
    trace::Trace trace;
    trace.warp_width = width;
    trace.warps = (threads + width - 1) / width;
    for (const unsigned stride : strides)
        for (unsigned warp = 0; warp < trace.warps; ++warp) {
            trace::StepRecord step;
            step.warp = warp;
            step.pc = 7;
            step.event = trace::Event::branch;
            for (unsigned lane = 0; lane < width && warp * width + lane < threads; ++lane) {
                step.active |= 1U << lane;
                if (!enters(warp * width + lane, stride))
                    step.taken |= 1U << lane;
            }
            step.executed = step.taken;
            trace.steps.push_back(step);
        }
    return trace;
}

trace::Trace interleaved()
{
    return reduction(8, 2, { 1, 2, 4 }, [](unsigned thread, unsigned stride) { return thread % (2 * stride) == 0; });
}

trace::Trace sequential()
{
    return reduction(8, 2, { 4, 2, 1 }, [](unsigned thread, unsigned stride) { return thread < stride; });
}

using Counts = std::vector<std::uint32_t>;

Counts divergent(const RetirementInput& input)
{
    Counts counts;
    for (std::size_t pass = 0; pass < input.passes.size(); ++pass)
        counts.push_back(input.divergent(pass));
    return counts;
}

Counts retired(const RetirementInput& input)
{
    Counts counts;
    for (std::size_t pass = 0; pass < input.passes.size(); ++pass)
        counts.push_back(input.retired(pass));
    return counts;
}

TEST(RetirementInput, CountsOfTheLecture)
{
    EXPECT_EQ(divergent(retirement_input(interleaved(), 7)), (Counts { 4, 2, 1 }));
    EXPECT_EQ(retired(retirement_input(interleaved(), 7)), (Counts { 0, 2, 1 }));
    EXPECT_EQ(divergent(retirement_input(sequential(), 7)), (Counts { 0, 0, 1 }));
    EXPECT_EQ(retired(retirement_input(sequential(), 7)), (Counts { 2, 1, 0 }));
}

TEST(RetirementInput, AgreesWithTheAnalysis)
{
    const auto odd = [](unsigned thread, unsigned stride) {
        return thread * 7 % (stride + 3) == 1 || thread == 40;
    };
    for (const trace::Trace& trace : { interleaved(), sequential(), reduction(200, 32, { 1, 2, 3, 4, 5, 60 }, odd) }) {
        const RetirementInput input = retirement_input(trace, 7);
        const std::vector<analysis::BranchPass> passes = analysis::passes_of_branch(trace, 7);
        ASSERT_EQ(input.passes.size(), passes.size());
        for (std::size_t pass = 0; pass < passes.size(); ++pass) {
            EXPECT_EQ(input.divergent(pass), passes[pass].divergent) << pass;
            EXPECT_EQ(input.retired(pass), passes[pass].retired) << pass;
        }
    }
    EXPECT_TRUE(retirement_input(interleaved(), 8).passes.empty());
}

TEST(RetirementFigure, ShowsWhoWorksAndWhoHasLeft)
{
    RetirementInput input = retirement_input(interleaved(), 7);
    input.caption = "reduce1 · line 12 · 8 threads, W = 2";
    const DrawList picture = retirement_figure(input, { 1280, 720 }, light());
    for (const char* words : { "7 divergent, 3 of 4 warps retired", "pass 1", "pass 3", "reduce1 · line 12" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    const std::vector<Text> texts = draw::testing::texts_of(picture);
    const auto times = [&](const std::string& words) {
        return std::count_if(texts.begin(), texts.end(), [&](const Text& text) { return text.text == words; });
    };
    EXPECT_EQ(times("divergent"), 7 + 1) << "each divergent warp, and the column";
    EXPECT_EQ(times("retired"), 2 + 3 + 1);
    EXPECT_EQ(times("7"), 1) << "thread 7 waits in pass 1; afterwards its warp has left";
    EXPECT_EQ(times("0"), 3 + 1) << "thread 0 works in all passes; no warp retires in the first";
}

TEST(RetirementFigure, IsTidy)
{
    RetirementInput named = retirement_input(sequential(), 7);
    named.subtitle = named.caption = draw::testing::long_name();
    for (RetirementPass& pass : named.passes)
        pass.label = draw::testing::long_name();
    const auto below = [](unsigned thread, unsigned stride) {
        return thread < stride;
    };
    const std::vector<unsigned> halves { 512, 256, 128, 64, 32, 16, 8, 4, 2, 1 };
    for (const RetirementInput& input :
        { RetirementInput {}, named, retirement_input(interleaved(), 7), retirement_input(sequential(), 7),
            retirement_input(reduction(1024, 32, halves, below), 7), retirement_input(reduction(1, 32, { 1 }, below), 7),
            retirement_input(reduction(256, 32, { 128, 64, 32, 1 }, below), 7),
            retirement_input(reduction(64, 32, std::vector<unsigned>(100, 1), below), 7) })
        draw::testing::expect_tidy(std::to_string(input.warps) + " warps",
            [&](Size size, const Style& style) { return retirement_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
