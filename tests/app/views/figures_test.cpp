#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/views/banks/banks_figure.h"
#include "app/views/frame/arrangement.h"
#include "app/views/lanes/lanes_figure.h"
#include "app/views/source/source_figure.h"
#include "app/views/timings/timings_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/app/views/view_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace warpstage::views {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Size, 4> kFigureSizes = { { { 1600, 900 }, { 520, 240 }, { 300, 120 }, { 20, 10 } } };

trace::StepRecord step(LaneMask active, LaneMask executed)
{
    trace::StepRecord record;
    record.active = active;
    record.executed = executed;
    return record;
}

std::vector<std::uint32_t> steps_of(const trace::Trace& trace, std::uint32_t warp = 0)
{
    std::vector<std::uint32_t> steps;
    for (std::uint32_t i = 0; i < trace.steps.size(); ++i)
        if (trace.steps[i].warp == warp)
            steps.push_back(i);
    return steps;
}

// `steps` of the shown warp.
LanesInput lanes_input(const trace::Trace& trace, const std::vector<std::uint32_t>& steps, double average)
{
    LanesInput input;
    input.trace = &trace;
    input.steps = steps;
    input.average = average;
    return input;
}

TEST(LanesFigure, HeadlineIsOrangeBelowThreeQuarters)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const trace::Trace& trace = snapshot.run->recording->trace;
    const auto steps = steps_of(trace);
    EXPECT_EQ(
        draw::testing::text_with(lanes_figure(lanes_input(trace, steps, 28.5), { 520, 240 }, dark()), "28.5 of 32 lanes").color,
        dark().text);
    EXPECT_EQ(
        draw::testing::text_with(lanes_figure(lanes_input(trace, steps, 5.4), { 520, 240 }, dark()), "5.4 of 32 lanes").color,
        dark().orange);
}

// The panel of a window of 1280 x 720 has no space for everything: the warp is kept.
TEST(LanesFigure, TheHeadingKeepsTheWarp)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const DrawList picture = lanes_figure(views::lanes_input(*snapshot.run->recording, 3), { 372, 150 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "warp 3"));
    EXPECT_TRUE(draw::testing::says(picture, "lanes active"));
    EXPECT_TRUE(draw::testing::outside_items(picture).empty());
}

TEST(LanesFigure, DivergentBranchesAreMarkedAndListed)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const auto steps = steps_of(snapshot.run->recording->trace);
    LanesInput input = lanes_input(snapshot.run->recording->trace, steps, 30.0);
    input.divergent = { { 12, 0.078 }, { 17, 0.125 } };
    const DrawList picture = lanes_figure(input, { 520, 240 }, dark());
    EXPECT_GE(draw::testing::count_color(picture, dark().orange), 6U)
        << "one triangle for each of warp 0's divergent branches, one for the list";
    EXPECT_TRUE(draw::testing::says(picture, "line 12"));
    EXPECT_TRUE(draw::testing::says(picture, "line 17"));
}

TEST(LanesFigure, PredicatedOffHasItsOwnShape)
{
    trace::Trace trace;
    trace.steps = { step(~0U, 0U) };
    const auto steps = steps_of(trace);
    const DrawList picture = lanes_figure(lanes_input(trace, steps, 0.0), { 520, 240 }, dark());
    float tallest = 0.0F;
    int stripes = 0;
    for (const Item& item : picture.items)
        if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->fill == dark().blue && box->rect.width > 30.0F) {
            tallest = std::max(tallest, box->rect.height);
            ++stripes;
        }
    EXPECT_EQ(stripes, 32);
    EXPECT_LT(tallest, 2.0F) << "a thin stripe, not a full cell";
}

// Iteration k of a loop, in which lane k does not execute one of the instructions.
TEST(LanesFigure, ALaneThatIsOffForOneInstructionIsVisible)
{
    constexpr std::size_t kInstructions = 80; // of an iteration
    trace::Trace trace;
    for (unsigned k = 0; k < 32; ++k)
        for (std::size_t i = 0; i < kInstructions; ++i)
            trace.steps.push_back(step(~0U, i == 7 ? ~(1U << k) : ~0U));
    const auto steps = steps_of(trace);
    for (const Size size : { Size { 520, 240 }, Size { 350, 160 } }) {
        const DrawList picture = lanes_figure(lanes_input(trace, steps, 31.9), size, dark());
        // By row: positions at which the color of the cell differs from that of a lane that executed everything.
        std::map<int, std::set<int>> notches;
        for (const Item& item : picture.items) {
            const auto* box = std::get_if<Box>(&item);
            if (box == nullptr || box->fill != idle_color(dark()) || box->rect.width < 1.0F)
                continue;
            EXPECT_GE(box->rect.height, 1.0F);
            notches[static_cast<int>(box->rect.y)].insert(static_cast<int>(box->rect.x));
        }
        EXPECT_GE(notches.size(), 30U) << "a row for each lane, at " << size.width;
        int last = -1;
        for (const auto& [row, columns] : notches) {
            if (columns.size() > 1)
                continue; // the key to the marks
            EXPECT_GE(*columns.begin(), last) << "later lanes are off in later iterations";
            last = *columns.begin();
        }
    }
}

TEST(LanesFigure, NarrowWarpsHaveFewRows)
{
    trace::Trace trace;
    trace.warp_width = 4;
    trace.steps = { step(0b1111, 0b1111) };
    const auto steps = steps_of(trace);
    const DrawList picture = lanes_figure(lanes_input(trace, steps, 4.0), { 520, 240 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "4.0 of 4 lanes"));
    std::vector<std::string> numbers;
    for (const Text& text : draw::testing::texts_of(picture))
        if (text.face == Face::mono)
            numbers.push_back(text.text);
    EXPECT_EQ(numbers, (std::vector<std::string> { "0", "1", "2", "3" }));
}

TEST(Figures, DegenerateInputsStayInside)
{
    trace::Trace empty;
    trace::Trace no_lanes;
    no_lanes.warp_width = 0;
    no_lanes.steps = { step(0, 0) };
    const std::vector<std::uint32_t> one_step { 0 };
    BanksInput nobody;
    nobody.service = arch::SharedService {};
    TimingsInput huge;
    huge.works = { { "kernel", false, { 0ns, std::chrono::nanoseconds::max(), std::chrono::nanoseconds::max(), 1 } }, {} };
    huge.merit = 1e300;
    huge.merit_unit = "interactions/s";
    HistoryInput history;
    for (int i = 0; i < 1000; ++i)
        history.points.push_back(
            { std::chrono::nanoseconds { i == 500 ? 0 : 1LL << (i % 62) }, static_cast<std::size_t>(i % 3) });
    session::Snapshot empty_array;
    empty_array.scene.edit().array = std::make_shared<const session::ArrayFrame>();
    for (const Size size : kFigureSizes)
        for (const DrawList& picture : {
                 lanes_figure({}, size, dark()),
                 lanes_figure(lanes_input(empty, {}, 0.0), size, dark()),
                 lanes_figure(lanes_input(no_lanes, one_step, 0.0), size, dark()),
                 banks_figure({}, size, dark()),
                 banks_figure(nobody, size, dark()),
                 timings_figure({}, size, dark()),
                 timings_figure(huge, size, dark()),
                 history_figure({}, size, dark()),
                 history_figure(history, size, dark()),
                 source_figure({}, size, dark()),
                 testing::build_view("array-caption", empty_array, {}, { 0, 0, size.width, size.height }, dark()),
             }) {
            EXPECT_FLOAT_EQ(picture.size.width, size.width);
            if (size.width < 100.0F)
                continue;
            for (const std::string& wrong : draw::testing::outside_items(picture))
                ADD_FAILURE() << wrong;
        }
}

SourceInput source_of(const session::Snapshot& snapshot)
{
    SourceInput input;
    input.lines = &snapshot.setup->lesson->source_lines;
    input.report = &snapshot.run->recording->report;
    return input;
}

TEST(SourceFigure, NumbersFollowTheirRules)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const DrawList picture = source_figure(source_of(snapshot), { 900, 500 }, dark());
    EXPECT_EQ(draw::testing::text_with(picture, "3.9").color, dark().text) << "141 wavefronts for 36 requests";
    EXPECT_EQ(draw::testing::text_with(picture, "2.9").color,
        legible(dark().vermilion, mix(chosen_color(dark()), dark().vermilion, 0.28F), dark().text))
        << "this line has all of the excess";
    EXPECT_EQ(draw::testing::text_with(picture, "21.2").color,
        legible(dark().orange, mix(chosen_color(dark()), dark().blue, 0.28F), dark().text))
        << "fewer than 24 lanes, and this line has all idle lanes";
    EXPECT_EQ(draw::testing::text_with(picture, "32.0").color, dark().text);
    for (const char* column : { "lanes", "wavefronts", "excess", "sectors" })
        EXPECT_EQ(draw::testing::text_with(picture, column).align, Align::right);
}

TEST(SourceFigure, OnlyExecutedLinesCarryNumbers)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const DrawList picture = source_figure(source_of(snapshot), { 900, 700 }, dark());
    const auto lanes = [&] {
        std::vector<Text> texts = draw::testing::texts_of(picture);
        const float right = draw::testing::text_with(picture, "lanes").anchor.x;
        return std::count_if(
            texts.begin(), texts.end(), [&](const Text& text) { return text.face == Face::mono && text.anchor.x == right; });
    }();
    EXPECT_EQ(lanes, static_cast<std::ptrdiff_t>(snapshot.run->recording->report.lines.size()));
}

TEST(SourceFigure, TheChosenLineIsVisible)
{
    const session::Snapshot snapshot = testing::nbody_on_gpu();
    SourceInput input = source_of(snapshot);
    for (std::uint32_t line = 1; line <= input.lines->size(); ++line) {
        input.chosen = line;
        const auto rows = testing::places_of<session::SelectLine>(source_figure(input, { 600, 150 }, dark()));
        ASSERT_FALSE(rows.empty());
        EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.command.line == line; })) << line;
        for (const auto& row : rows)
            EXPECT_LE(row.rect.bottom(), 151.0F);
    }
    input.chosen = 10000;
    EXPECT_FALSE(source_figure(input, { 600, 150 }, dark()).targets.empty());
}

TEST(SourceFigure, TheMostRelevantLineIsTheDefault)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const DrawList picture = source_figure(source_of(snapshot), { 900, 300 }, dark());
    EXPECT_EQ(draw::testing::text_with(picture, "13").color, dark().orange);
}

TEST(SourceFigure, AFaultHasASignAtItsLine)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    SourceInput input = source_of(snapshot);
    const std::size_t before = draw::testing::count_color(source_figure(input, { 900, 500 }, dark()), dark().vermilion);
    input.stopped = 7;
    EXPECT_EQ(draw::testing::count_color(source_figure(input, { 900, 500 }, dark()), dark().vermilion), before + 1);
}

TEST(SourceFigure, ColumnsAreOmittedIfTheCodeNeedsTheSpace)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    EXPECT_TRUE(draw::testing::says(source_figure(source_of(snapshot), { 1000, 200 }, dark()), "sectors"));
    const DrawList middle = source_figure(source_of(snapshot), { 450, 200 }, dark());
    EXPECT_FALSE(draw::testing::says(middle, "sectors"));
    EXPECT_TRUE(draw::testing::says(middle, "lanes"));
    EXPECT_FALSE(draw::testing::says(source_figure(source_of(snapshot), { 280, 200 }, dark()), "lanes"));
}

TEST(SourceFigure, ConstantAndLocalMemoryHaveColumnsIfTheKernelAccessesThem)
{
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    SourceInput input = source_of(snapshot);
    for (const Size size : { Size { 900, 500 }, Size { 520, 200 } }) {
        EXPECT_FALSE(draw::testing::says(source_figure(input, size, dark()), "const."));
        EXPECT_FALSE(draw::testing::says(source_figure(input, size, dark()), "local"));
    }
    analysis::KernelReport report = *input.report;
    report.lines.back().counters.constant = { .requests = 4, .cost = 128 };
    report.total.constant = report.lines.back().counters.constant;
    input.report = &report;
    for (const Size size : { Size { 900, 500 }, Size { 520, 200 } }) {
        const DrawList picture = source_figure(input, size, dark());
        EXPECT_TRUE(draw::testing::says(picture, "const. accesses"));
        EXPECT_FALSE(draw::testing::says(picture, "local sectors"));
    }
    EXPECT_TRUE(draw::testing::says(source_figure(input, { 900, 900 }, dark()), "32")) << "accesses for each request";
    report.lines.back().counters.local = { .requests = 2, .cost = 9 };
    report.total.local = report.lines.back().counters.local;
    const DrawList both = source_figure(input, { 900, 900 }, dark());
    EXPECT_TRUE(draw::testing::says(both, "local sectors"));
    EXPECT_TRUE(draw::testing::says(both, "4.5"));
}

TEST(ArrayCaption, ShowsIterationInstructionWarpAndLine)
{
    const DrawList picture = testing::build_view(
        "array-caption", testing::reduction_with_conflict(), {}, { 0, 0, 800, array_caption_height(dark()) }, dark());
    for (const char* words :
        { "iteration", "executing warp", "selected", "instruction", "121 of", "line 13", "data[index] += data[index + s];" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_TRUE(draw::testing::outside_items(picture).empty());
    const DrawList narrow = testing::build_view(
        "array-caption", testing::reduction_with_conflict(), {}, { 0, 0, 345, array_caption_height(dark()) }, dark());
    const Text code = draw::testing::text_with(narrow, "data[index] += data[index + s];");
    EXPECT_LE(text_width(code.text, code.face, code.size), code.max_width) << "smaller, but whole";
    const auto stands = [](const session::Snapshot& model, std::string_view id) {
        const std::vector<const View*> scene = scene_views(model);
        return std::ranges::find(scene, &view_of(id)) != scene.end();
    };
    EXPECT_FALSE(stands(testing::nbody_on_gpu(), "array-caption"));
    EXPECT_FALSE(stands(testing::nbody_on_gpu(), "no-scene"));
    EXPECT_TRUE(stands(testing::nothing_yet(), "no-scene"));
    EXPECT_TRUE(draw::testing::says(
        testing::build_view("no-scene", testing::nothing_yet(), {}, { 0, 0, 800, 400 }, dark()), "recording…"));
}

TEST(DrawList, AppendMovesEveryKindOfItem)
{
    DrawList part;
    part.items = { Box { { 1, 2, 3, 4 }, Color {}, {}, 1, 0 }, Line { { 1, 2 }, { 3, 4 }, {}, 1 },
        Polyline { { { 1, 2 }, { 3, 4 } }, {}, 1 }, Polygon { { { 1, 2 }, { 3, 4 }, { 5, 6 } }, {} }, Circle { { 1, 2 }, 0, {} },
        Text { { 1, 2 }, "", Face::mono, 0, {}, Align::left, 0 } };
    DrawList whole;
    whole.append(part, { 10, 20 });
    ASSERT_EQ(whole.items.size(), part.items.size());
    for (std::size_t i = 0; i < part.items.size(); ++i) {
        EXPECT_FLOAT_EQ(draw::testing::bounds_of(whole.items[i]).x, draw::testing::bounds_of(part.items[i]).x + 10);
        EXPECT_FLOAT_EQ(draw::testing::bounds_of(whole.items[i]).y, draw::testing::bounds_of(part.items[i]).y + 20);
        EXPECT_FLOAT_EQ(draw::testing::bounds_of(whole.items[i]).width, draw::testing::bounds_of(part.items[i]).width);
    }
}

} // namespace
} // namespace warpstage::views
