#include "app/views/warps/retirement_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace warpstage::views {
namespace {

using analysis::examples::interleaved;
using analysis::examples::reduction;
using analysis::examples::sequential;

TEST(RetirementFigure, ShowsActiveAndRetiredWarps)
{
    const RetirementInput input { analysis::warp_iterations(interleaved(), 7) };
    const DrawList picture = retirement_figure(input, { 1280, 720 }, light());
    for (const char* words : { "divergent branches: 7 · retired warps: 3 of 4", "iteration 1", "iteration 3" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    const std::vector<Text> texts = draw::testing::texts_of(picture);
    const auto times = [&](const std::string& words) {
        return std::count_if(texts.begin(), texts.end(), [&](const Text& text) { return text.text == words; });
    };
    EXPECT_EQ(times("divergent"), 7 + 1) << "each divergent warp, and the column";
    EXPECT_EQ(times("retired"), 2 + 3 + 1);
    EXPECT_EQ(times("7"), 1) << "thread 7 is inactive in iteration 1; then its warp retires";
    EXPECT_EQ(times("0"), 3 + 1) << "thread 0 is active in all iterations; no warp retires in the first";
}

TEST(RetirementFigure, IsTidy)
{
    RetirementInput named { analysis::warp_iterations(sequential(), 7) };
    named.subtitle = draw::testing::long_name();
    const auto below = [](unsigned thread, unsigned stride) {
        return thread < stride;
    };
    const std::vector<unsigned> halves { 512, 256, 128, 64, 32, 16, 8, 4, 2, 1 };
    for (const RetirementInput& input :
        { RetirementInput {}, named, RetirementInput { analysis::warp_iterations(interleaved(), 7) },
            RetirementInput { analysis::warp_iterations(sequential(), 7) },
            RetirementInput { analysis::warp_iterations(reduction(1024, 32, halves, below), 7) },
            RetirementInput { analysis::warp_iterations(reduction(1, 32, { 1 }, below), 7) },
            RetirementInput { analysis::warp_iterations(reduction(256, 32, { 128, 64, 32, 1 }, below), 7) },
            RetirementInput { analysis::warp_iterations(reduction(64, 32, std::vector<unsigned>(100, 1), below), 7) } })
        draw::testing::expect_tidy(std::to_string(input.warps) + " warps",
            [&](Size size, const Style& style) { return retirement_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
