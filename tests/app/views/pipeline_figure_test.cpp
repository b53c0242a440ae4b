#include "app/views/pipeline/pipeline_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

using Action = analysis::PipelineHistory::Action;

// Warp 1 copies a stage, for which warp 0 waits.
PipelineInput one_stage()
{
    PipelineInput input;
    input.history.marks = { { Action::copy, 1, 4, 4, 0, 0, true, 512, 0 }, { Action::wait, 0, 2, 6, 0, 0, true, 0, 0 } };
    input.history.objects.push_back({ "full", 1, { { 0, 0, 512, { 1 } } } });
    input.history.bytes_in_flight = { 512, 0 };
    input.lines = { 10, 20 };
    return input;
}

Tip tip_with(const DrawList& list, const std::string& title)
{
    const std::vector<Tip> tips = draw::testing::tips_of(list);
    const auto found = std::ranges::find(tips, title, &Tip::title);
    return found == tips.end() ? Tip {} : *found;
}

TEST(PipelineFigure, NamesObjectsWarpsAndOperations)
{
    const DrawList list = pipeline_figure(one_stage(), { 860, 480 }, light());
    for (const char* words : { "full", "warp 0", "warp 1", "2 operations · at most 512 bytes in flight", "phase with copies" })
        EXPECT_TRUE(draw::testing::says(list, words)) << words;
    const Tip copy = tip_with(list, "copy");
    EXPECT_EQ(copy.definition, "full, phase 0");
    EXPECT_EQ(copy.formula, "warp 1, line 10 · 512 bytes");
    EXPECT_EQ(tip_with(list, "full, phase 0").definition, "complete, waits released: 1");
    EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
    EXPECT_TRUE(draw::testing::outside_items(list).empty());
}

TEST(PipelineFigure, SaysWhyThereIsNothing)
{
    const DrawList list = pipeline_figure({}, { 860, 480 }, light());
    EXPECT_TRUE(draw::testing::says(list, "executes no asynchronous operation"));
}

TEST(PipelineFigure, FitsIntoSmallPlaces)
{
    for (const Size size : { Size { 640, 360 }, Size { 320, 200 }, Size { 160, 120 } }) {
        const DrawList list = pipeline_figure(one_stage(), size, light());
        EXPECT_TRUE(draw::testing::colliding_texts(list).empty()) << size.width;
        EXPECT_TRUE(draw::testing::outside_items(list).empty()) << size.width;
    }
}

} // namespace
} // namespace warpstage::views
