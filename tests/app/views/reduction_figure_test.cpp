#include "app/views/scenes/reduction_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/core/analysis/block/example_traces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

using analysis::CellAdd;
using analysis::examples::iteration;
using analysis::examples::kNeighbors;

ReductionInput neighbors()
{
    ReductionInput input { analysis::reduction_iteration(iteration(8, 2, kNeighbors, { 3, -1, 7, 0, 4, 1, 6, 3 }), 1, 4, 8) };
    input.subtitle = "iteration 1";
    return input;
}

TEST(ReductionFigure, ThreadsAddAndOthersAreIdle)
{
    const DrawList picture = reduction_figure(neighbors(), kSlide, light());
    for (const char* words : { "4 of 8 threads add", "Each thread adds the element 1 cell away; 4 results remain.", "before",
             "threads", "after", "-1", "9" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    const auto arrows = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* head = std::get_if<Polygon>(&item);
        return head != nullptr && head->color == light().blue;
    });
    EXPECT_EQ(arrows, 4) << "one result per active thread";
    const auto warps = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->outline == light().orange;
    });
    EXPECT_EQ(warps, 4) << "every warp of two diverges";
}

TEST(ReductionFigure, LargeBlocksShowTheirBeginning)
{
    ReductionInput input;
    input.cells = input.threads = 1024;
    for (std::uint32_t thread = 0; thread < 512; ++thread)
        input.adds.push_back({ thread, thread, thread + 512 });
    const DrawList picture = reduction_figure(input, kSlide, light());
    EXPECT_TRUE(draw::testing::says(picture, "512 of 1024 threads add"));
    EXPECT_TRUE(draw::testing::says(picture, " of 1024, threads 0–"));
}

TEST(ReductionFigure, IsTidy)
{
    ReductionInput named = neighbors();
    named.subtitle = named.before[0] = draw::testing::long_name();
    ReductionInput large;
    large.cells = large.threads = 1024;
    for (std::uint32_t thread = 0; thread < 512; ++thread)
        large.adds.push_back({ thread, 2 * thread, 2 * thread + 1 });
    ReductionInput one;
    one.cells = 2;
    one.threads = 1;
    one.adds = { { 0, 0, 1 } };
    ReductionInput broken;
    broken.cells = 2;
    broken.warp_width = 0;
    broken.adds = { { 7, 9, 12 } };
    for (const ReductionInput& input : { ReductionInput {}, neighbors(), named, large, one, broken })
        draw::testing::expect_tidy(
            "reduction", [&](Size size, const Style& style) { return reduction_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
