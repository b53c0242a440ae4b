#include "app/views/pipeline/pipeline_figure.h"
#include "app/views/pipeline/waits_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/approved.h"

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
    EXPECT_APPROVED(tip_with(list, "full, phase 0").definition);
    EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
    EXPECT_TRUE(draw::testing::outside_items(list).empty());
}

TEST(PipelineFigure, ShowsAWarpOfEachRoleWhereRowsAreFew)
{
    PipelineInput input = one_stage();
    for (std::uint32_t warp = 2; warp < 64; ++warp)
        input.history.marks.push_back({ Action::wait, warp, 2, 6, 0, 0, true, 0, 0 });
    input.history.marks.push_back({ Action::store, 64, 7, 7, {}, 0, true, 512, 0 });
    input.history.bytes_in_flight.resize(input.history.marks.size());
    input.lines.resize(input.history.marks.size());
    const DrawList list = pipeline_figure(input, { 860, 300 }, light());
    const std::vector<Tip> tips = draw::testing::tips_of(list);
    const auto shown = [&](const std::string& warp) {
        return std::ranges::any_of(tips, [&](const Tip& tip) { return tip.formula.starts_with(warp + ", line"); });
    };
    EXPECT_TRUE(shown("warp 0"));
    EXPECT_TRUE(shown("warp 64"));
    EXPECT_FALSE(shown("warp 63"));
}

TEST(PipelineFigure, DrawsCyclesWhenTimesAreGiven)
{
    PipelineInput input = one_stage();
    input.times =
        timing::PipelineTimes { { { { 100, 100 } }, { { 40, 800 } } }, { { 760 } }, 1000, std::vector<std::uint32_t>(7, 40) };
    const DrawList list = pipeline_figure(input, { 860, 480 }, light());
    EXPECT_TRUE(draw::testing::says(list, "cycles, estimated"));
    EXPECT_EQ(tip_with(list, "copy").formula, "warp 1, line 10 · 512 bytes · cycle 100");
    EXPECT_APPROVED(tip_with(list, "full, phase 0").formula);
    EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
    EXPECT_TRUE(draw::testing::outside_items(list).empty());
}

TEST(PipelineFigure, ShowsBlocksThatReceiveAMulticastCopy)
{
    PipelineInput input = one_stage();
    input.history.marks[0].others = 0b1100;
    const DrawList list = pipeline_figure(input, { 860, 480 }, light());
    for (const char* words : { "block rank 2", "block rank 3" })
        EXPECT_TRUE(draw::testing::says(list, words)) << words;
    EXPECT_APPROVED(tip_with(list, "copy").definition);
    EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
    EXPECT_TRUE(draw::testing::outside_items(list).empty());
}

// Warp 0 polls a word that warp 1 writes, and another one that another block writes.
PipelineInput two_flags()
{
    PipelineInput input;
    input.history.marks = { { Action::write_flag, 1, 4, 4 }, { Action::poll, 0, 2, 6 }, { Action::poll, 0, 8, 20 } };
    input.history.flags = { { "turn[0]", ptx::StateSpace::global, 64, 4, 2 }, { "turn[1]", ptx::StateSpace::global, 68, 4, 1 } };
    std::vector<analysis::PipelineHistory::Mark>& marks = input.history.marks;
    marks[0].flags = marks[1].flags = { 0 };
    marks[2].flags = { 1 };
    marks[1].polls = 3;
    marks[2].polls = 5;
    marks[0].value = marks[1].value = 2;
    marks[1].writer = 0;
    marks[2].value = 0x80000004;
    input.history.bytes_in_flight = { 0, 0, 0 };
    input.lines = { 10, 20, 30 };
    input.operations = { "st.release.gpu.b32", "ld.acquire.gpu.b32", "ld.acquire.gpu.b32" };
    return input;
}

TEST(PipelineFigure, ShowsFlagsWithTheirWaits)
{
    const DrawList list = pipeline_figure(two_flags(), { 860, 480 }, light());
    for (const char* words : { "turn[0]", "turn[1]", "warp 0", "write flag", "wait for flag" })
        EXPECT_TRUE(draw::testing::says(list, words)) << words;
    const std::vector<Tip> tips = draw::testing::tips_of(list);
    const auto has = [&](const std::string& definition, const std::string& formula) {
        return std::ranges::any_of(tips, [&](const Tip& tip) { return tip.definition == definition && tip.formula == formula; });
    };
    EXPECT_TRUE(has("turn[0]: writes 2", "warp 1, line 10 · st.release.gpu.b32"));
    EXPECT_TRUE(
        has("turn[0]: value 2 ends the wait · written by warp 1 at line 10", "warp 0, line 20 · ld.acquire.gpu.b32 · 3 polls"));
    EXPECT_TRUE(has(
        "turn[1]: value 0x80000004 ends the wait · written by another block", "warp 0, line 30 · ld.acquire.gpu.b32 · 5 polls"));
    EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
    EXPECT_TRUE(draw::testing::outside_items(list).empty());
}

TEST(PipelineFigure, ShowsTheMostUsedFlagsWhereRowsAreFew)
{
    PipelineInput input = two_flags();
    for (std::uint64_t flag = 2; flag < 100; ++flag)
        input.history.flags.push_back({ "turn[" + std::to_string(flag) + "]", ptx::StateSpace::global, 64 + 4 * flag, 4, flag });
    const DrawList list = pipeline_figure(input, { 860, 480 }, light());
    EXPECT_TRUE(draw::testing::says(list, "turn[99]"));
    EXPECT_FALSE(draw::testing::says(list, "turn[1]"));
    EXPECT_TRUE(draw::testing::says(list, "most used of 100 flags"));
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
        for (const PipelineInput& input : { one_stage(), two_flags() }) {
            const DrawList list = pipeline_figure(input, size, light());
            EXPECT_TRUE(draw::testing::colliding_texts(list).empty()) << size.width;
            EXPECT_TRUE(draw::testing::outside_items(list).empty()) << size.width;
        }
    }
}

using simt::Hang;

// Four warps wait for a full stage, and the warp that fills it for an empty one.
WaitsInput parity_off_by_one()
{
    WaitsInput input;
    input.subtitle = "block 0";
    input.deadlock = true;
    Hang& hang = input.hang;
    hang.waits.push_back({ { {}, { 0, 1, 2, 3 }, 128 }, 7, "line 63", 0, {} });
    hang.waits.push_back({ { {}, { 4 }, 1 }, 3, "line 55", 1, {} });
    hang.objects.resize(2);
    hang.objects[0].name = "`full[0]`";
    hang.objects[0].expected = 1;
    hang.objects[0].missing = { { { {}, { 4 }, 1 }, "line 56", 1 } };
    hang.objects[1].name = "`empty[0]`";
    hang.objects[1].expected = 4;
    hang.objects[1].missing = { { { {}, { 0, 1, 2, 3 }, 128 }, "line 69", 0 } };
    hang.cycle = { 0, 1 };
    hang.advice = "the parity is off by one";
    return input;
}

TEST(WaitsFigure, DrawsTheCycleOfADeadlock)
{
    const DrawList list = waits_figure(parity_off_by_one(), { 860, 480 }, light());
    for (const char* words : { "warps 0–3", "waiting at line 63", "could arrive at line 69", "warp 4",
             "full[0] · phase 0 (parity 0)", "0 of 4 arrivals", "deadlock", "cycle of waits", "The parity is off by one" })
        EXPECT_TRUE(draw::testing::says(list, words)) << words;
    EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
    EXPECT_TRUE(draw::testing::outside_items(list).empty());
}

TEST(WaitsFigure, ShowsWhoRunsAndWhoHasExited)
{
    WaitsInput input = parity_off_by_one();
    Hang& hang = input.hang;
    hang.cycle.clear();
    hang.running.push_back({ { {}, { 5 }, 32 }, "line 80" });
    hang.objects[0].missing = { { { {}, { 5 }, 32 }, "line 56", {}, false, true }, { { {}, { 6 }, 32 }, "", {}, false, false } };
    const DrawList list = waits_figure(input, { 860, 480 }, light());
    for (const char* words : { "running at line 80", "could arrive at line 56", "exited" })
        EXPECT_TRUE(draw::testing::says(list, words)) << words;
    EXPECT_FALSE(draw::testing::says(list, "cycle of waits"));
}

TEST(WaitsFigure, FitsIntoSmallPlaces)
{
    for (const Size size : { Size { 640, 360 }, Size { 320, 200 }, Size { 160, 120 } }) {
        const DrawList list = waits_figure(parity_off_by_one(), size, light());
        EXPECT_TRUE(draw::testing::colliding_texts(list).empty()) << size.width;
        EXPECT_TRUE(draw::testing::outside_items(list).empty()) << size.width;
    }
}

} // namespace
} // namespace warpstage::views
