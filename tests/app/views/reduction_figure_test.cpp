#include "app/views/scenes/reduction_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

// The pass of a reduction over 32-bit integers as a block of `threads` would have recorded it: two loads, one store.
trace::Trace pass(unsigned threads, unsigned width, const std::vector<CellAdd>& adds, std::vector<std::int32_t> values)
{
    trace::Trace trace;
    trace.warp_width = width;
    trace.warps = (threads + width - 1) / width;
    const auto record = [&](std::uint32_t warp, simt::Access access) {
        access.space = ptx::StateSpace::shared;
        access.bytes = 4;
        trace.accesses.push_back(access);
        trace::StepRecord step;
        step.warp = warp;
        step.epoch = 1;
        step.active = step.executed = access.lanes;
        step.event = trace::Event::access;
        step.access = static_cast<std::uint32_t>(trace.accesses.size());
        trace.steps.push_back(step);
    };
    for (unsigned warp = 0; warp < trace.warps; ++warp) {
        simt::Access own;
        simt::Access other;
        simt::Access store;
        store.kind = simt::AccessKind::store;
        for (const CellAdd& add : adds) {
            if (add.thread / width != warp)
                continue;
            const unsigned lane = add.thread % width;
            own.lanes |= 1U << lane;
            own.addresses[lane] = store.addresses[lane] = 4ULL * add.to;
            other.addresses[lane] = 4ULL * add.from;
            own.values[lane] = static_cast<std::uint32_t>(values[add.to]);
            other.values[lane] = static_cast<std::uint32_t>(values[add.from]);
            values[add.to] += values[add.from];
            store.values[lane] = static_cast<std::uint32_t>(values[add.to]);
        }
        if (own.lanes == 0)
            continue;
        other.lanes = store.lanes = own.lanes;
        record(warp, other);
        record(warp, own);
        record(warp, store);
    }
    return trace;
}

const std::vector<CellAdd> kNeighbours { { 0, 0, 1 }, { 2, 2, 3 }, { 4, 4, 5 }, { 6, 6, 7 } };

ReductionInput neighbours()
{
    ReductionInput input = reduction_input(pass(8, 2, kNeighbours, { 3, -1, 7, 0, 4, 1, 6, 3 }), 1, 4, 8);
    input.subtitle = "pass 1";
    input.caption = "reduce1 · line 13 · 8 threads, W = 2";
    return input;
}

TEST(ReductionInput, FindsWhoAddsWhatToWhom)
{
    const ReductionInput input = neighbours();
    EXPECT_EQ(input.adds, kNeighbours);
    EXPECT_EQ(input.cells, 8U);
    EXPECT_EQ(input.before, (std::vector<std::string> { "3", "-1", "7", "0", "4", "1", "6", "3" }));
    EXPECT_EQ(input.after, (std::vector<std::string> { "2", "-1", "7", "0", "5", "1", "9", "3" }));
    EXPECT_TRUE(reduction_input(pass(8, 2, kNeighbours, std::vector<std::int32_t>(8)), 2, 4, 8).adds.empty()) << "another pass";
}

TEST(ReductionInput, AStoreWithoutALoadAddsNothing)
{
    trace::Trace trace = pass(8, 2, kNeighbours, std::vector<std::int32_t>(8));
    for (simt::Access& access : trace.accesses)
        access.kind = simt::AccessKind::store;
    EXPECT_TRUE(reduction_input(trace, 1, 4, 8).adds.empty());
    EXPECT_TRUE(reduction_input({}, 0, 4, 8).adds.empty());
    EXPECT_TRUE(reduction_input(trace, 1, 0, 8).adds.empty());
}

TEST(ReductionFigure, ThreadsAddAndOthersAreIdle)
{
    const DrawList picture = reduction_figure(neighbours(), kSlide, light());
    for (const char* words : { "4 of 8 threads add", "Each adds the element 1 cell away; 4 results are left.", "before",
             "threads", "after", "-1", "9" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    const auto arrows = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* head = std::get_if<Polygon>(&item);
        return head != nullptr && head->color == light().blue;
    });
    EXPECT_EQ(arrows, 4) << "one result a working thread";
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
    ReductionInput named = neighbours();
    named.subtitle = named.caption = named.before[0] = draw::testing::long_name();
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
    for (const ReductionInput& input : { ReductionInput {}, neighbours(), named, large, one, broken })
        draw::testing::expect_tidy(
            "reduction", [&](Size size, const Style& style) { return reduction_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
