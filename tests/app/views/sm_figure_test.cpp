// The view of one multiprocessor: position and function of its spans, and its content if space is limited.
#include "app/views/frame/arrangement.h"
#include "app/views/sm/sm_figure.h"
#include "app/views/sm/sm_look.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/sm_runs.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace warpstage::views {
namespace {

using timing::WarpState;

std::shared_ptr<const session::Recording> reduction()
{
    static const auto recording = testing::reduction_with_conflict().run->recording;
    return recording;
}

SmShown shown_of(std::uint32_t blocks, std::string name = {})
{
    return { testing::made_up_run(*reduction(), blocks), reduction(), std::move(name), {} };
}

SmInput one_run(std::uint32_t blocks = 2)
{
    return { { shown_of(blocks) }, "H200", 0, 3 };
}

session::Snapshot modeled(std::uint32_t blocks, std::uint32_t most)
{
    session::Snapshot snapshot = testing::played();
    auto& sm = snapshot.sm.edit();
    sm.requested = true;
    sm.run = session::SmView { snapshot.setup->variant, "H200", reduction(), testing::made_up_run(*reduction(), blocks), most };
    return snapshot;
}

TEST(SmFigure, ShowsTheResultOfTheRun)
{
    const SmInput input = one_run();
    const DrawList picture = sm_figure(input, kSlide, light());
    EXPECT_TRUE(draw::testing::says(picture, sm_headline(*input.runs[0].run).front()));
    EXPECT_TRUE(draw::testing::says(picture, "16 warps"));
    EXPECT_TRUE(draw::testing::says(picture, amount_in_flight(*input.runs[0].run) + " in flight")) << "the warps wait for loads";
    EXPECT_TRUE(draw::testing::says(picture, "Estimated for H200 by the SM model."));
    EXPECT_TRUE(draw::testing::says(picture, "Long Scoreboard"));
    for (const char* words :
        { "issued", "Long Scoreboard", "Barrier", "issue slots used", "bytes in flight, maximum 2.05", "scheduler 1" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_FALSE(draw::testing::says(picture, "Not Selected")) << "too short to be visible";
    EXPECT_FALSE(draw::testing::says(picture, "Math Pipe")) << "a state that never occurred has no label";
}

TEST(SmFigure, AWarpThatIsNotSelectedIsNotStalled)
{
    timing::SmRun run;
    run.cycles = 100;
    run.state_cycles.at(static_cast<std::size_t>(WarpState::selected)) = 100;
    run.state_cycles.at(static_cast<std::size_t>(WarpState::not_selected)) = 250;
    EXPECT_TRUE(stalls_of(run).empty());
    run.state_cycles.at(static_cast<std::size_t>(WarpState::wait)) = 50;
    run.state_cycles.at(static_cast<std::size_t>(WarpState::empty)) = 9000;
    ASSERT_FALSE(stalls_of(run).empty());
    EXPECT_EQ(stalls_of(run).front().state, WarpState::wait);
    EXPECT_DOUBLE_EQ(stalls_of(run).front().share, 50.0 / 400.0);
    run.schedulers = 4;
    EXPECT_DOUBLE_EQ(issue_slots_used(run), 0.25);
    run.schedulers = 1;
    run.turn = 4; // CC 1.x: a slot every 4 cycles
    run.cycles = 800;
    EXPECT_DOUBLE_EQ(issue_slots_used(run), 0.5);
}

TEST(SmFigure, AClickOnASpanGoesToItsInstruction)
{
    SmInput input = one_run(1);
    input.cycles = 80; // 40 cycles of stall are wide
    const DrawList picture = sm_figure(input, kSlide, light());
    const auto places = testing::places_of<session::SeekPlayback>(picture);
    ASSERT_FALSE(places.empty());
    for (const auto& place : places) {
        EXPECT_LT(*place.command.step.value(), reduction()->trace.steps.size());
        EXPECT_GE(place.rect.width, 7.9F);
    }
    // The first span of a row is the first instruction of its warp.
    const auto first =
        std::ranges::find(reduction()->trace.steps, 0U, &trace::StepRecord::warp) - reduction()->trace.steps.begin();
    EXPECT_EQ(places.front().command.step, static_cast<std::size_t>(first));
    const auto tips = draw::testing::tips_of(picture);
    EXPECT_TRUE(std::ranges::any_of(tips, [](const Tip& tip) {
        return tip.title == "Long Scoreboard: warp 3 of the recorded block" && tip.formula.starts_with("cycles ")
            && tip.definition == timing::meaning_of(WarpState::long_scoreboard)
            && tip.nsight == "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio";
    }));
}

// A click selects a line of the kernel's source, also where the instruction is in a header.
TEST(SmFigure, AClickOnCodeFromAHeaderSelectsTheLineOfItsCall)
{
    auto recording = std::make_shared<session::Recording>(*reduction());
    ptx::Function kernel;
    kernel.location = { 1, 40 };
    kernel.instructions.resize(1 + std::ranges::max(recording->trace.steps, {}, &trace::StepRecord::pc).pc);
    for (auto& instruction : kernel.instructions)
        instruction.location = { .file = 2, .line = 2000, .inlined_at = 41 };
    recording->listing = ptx::Listing { kernel };
    SmInput input { { { testing::made_up_run(*recording, 2), recording, {}, {} } }, "H200", 0, 3 };
    input.cycles = 80;
    const auto places = testing::places_of<session::SelectLine>(sm_figure(input, kSlide, light()));
    ASSERT_FALSE(places.empty());
    for (const auto& place : places)
        EXPECT_EQ(place.command.line, 41U);
}

TEST(SmFigure, TheRangeFollowsTheInstruction)
{
    SmInput input = one_run();
    const std::uint32_t all = input.runs[0].run->cycles;
    EXPECT_EQ(window_of(input).length(), all);
    input.cycles = 100;
    EXPECT_EQ(window_of(input).begin, 0U);
    const std::size_t last = reduction()->trace.steps.size() - 1;
    input.runs[0].step = last;
    const auto cycle = cycle_of(input.runs[0], last);
    ASSERT_TRUE(cycle);
    const CycleWindow window = window_of(input);
    EXPECT_EQ(window.length(), 100U);
    EXPECT_LE(window.begin, *cycle);
    EXPECT_GT(window.end, *cycle);
    EXPECT_LE(window.end, all);
    const DrawList picture = sm_figure(input, kSlide, light());
    EXPECT_TRUE(std::ranges::any_of(picture.items, [](const Item& item) {
        const auto* line = std::get_if<Line>(&item);
        return line != nullptr && line->from.x == line->to.x && line->color == light().text;
    })) << "the cursor";
    EXPECT_FALSE(cycle_of(input.runs[0], 1'000'000));
}

TEST(SmFigure, TheWheelZoomsAroundThePointerAndADragMoves)
{
    const ZoomCycles all { { 0, 1000 }, 1000 };
    EXPECT_EQ(zoomed(all, -1.0F, 0.5F), std::nullopt) << "more than all cycles";
    const auto nearer = zoomed(all, 1.0F, 0.25F);
    ASSERT_TRUE(nearer);
    EXPECT_EQ(*nearer, (CycleRange { 50, 800 })) << "cycle 250 stays at a quarter of the width";
    EXPECT_EQ(zoomed({ *nearer, 1000 }, -1.0F, 0.25F), std::nullopt);
    CycleRange range = *nearer;
    for (int i = 0; i < 40; ++i)
        range = zoomed({ range, 1000 }, 1.0F, 0.25F).value();
    EXPECT_EQ(range.count, 16U) << "the fewest";
    EXPECT_NEAR(range.first, 246, 8);
    EXPECT_EQ(moved({ { 100, 200 }, 1000 }, 0.5F), (CycleRange { 200, 200 }));
    EXPECT_EQ(moved({ { 100, 200 }, 1000 }, -9.0F), (CycleRange { 0, 200 }));
    EXPECT_EQ(moved({ { 100, 200 }, 1000 }, 9.0F), (CycleRange { 800, 200 }));

    SmInput input = one_run(1);
    input.range = CycleRange { 20, 60 };
    EXPECT_EQ(window_of(input).begin, 20U);
    EXPECT_EQ(window_of(input).length(), 60U);
    const DrawList picture = sm_figure(input, kSlide, light());
    EXPECT_TRUE(draw::testing::colliding_texts(picture).empty());
    const auto zoom = std::ranges::find_if(picture.targets, [](const Target& target) {
        const Action* action = action_of(target.click());
        return action != nullptr && std::holds_alternative<ZoomCycles>(*action);
    });
    ASSERT_NE(zoom, picture.targets.end());
    EXPECT_EQ(std::get<ZoomCycles>(*action_of(zoom->click())).shown, (CycleRange { 20, 60 }));
}

TEST(SmFigure, TwoRunsHaveOneScaleAndTheirNames)
{
    SmInput input { { shown_of(2, "interleaved"), shown_of(1, "sequential") }, "H200", 0, 0 };
    auto shorter = std::make_shared<timing::SmRun>(*input.runs[1].run);
    shorter->cycles /= 2;
    input.runs[1].run = shorter;
    EXPECT_EQ(window_of(input).length(), input.runs[0].run->cycles);
    const DrawList picture = sm_figure(input, kSlide, dark());
    EXPECT_TRUE(draw::testing::says(picture, "interleaved"));
    EXPECT_TRUE(draw::testing::says(picture, "sequential"));
    EXPECT_TRUE(draw::testing::says(picture, sm_headline(*shorter).front()));
}

TEST(SmFigure, StatesThatMeanDifferentThingsLookDifferent)
{
    for (const Theme theme : { Theme::dark, Theme::light, Theme::high_contrast }) {
        const Style style = make_style(theme, 1.0F);
        for (std::size_t a = 0; a < timing::kWarpStates; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const StateLook one = look_of(static_cast<WarpState>(a), style);
                const StateLook other = look_of(static_cast<WarpState>(b), style);
                EXPECT_TRUE(one.form != other.form || !(one.color == other.color)) << a << " and " << b;
            }
    }
}

TEST(SmFigure, IsTidy)
{
    draw::testing::expect_tidy("sm", [](Size size, const Style& style) { return sm_figure(one_run(), size, style); });
    draw::testing::expect_tidy("sm of two", [](Size size, const Style& style) {
        return sm_figure({ { shown_of(2, draw::testing::long_name()), shown_of(1, "sequential") }, "H200", 0, 0 }, size, style);
    });
}

TEST(SmFigure, EverySizeTerminates)
{
    const auto begin = std::chrono::steady_clock::now();
    SmInput input = one_run(8); // 64 warps
    for (const float scale : { 0.5F, 1.0F, 3.0F })
        for (const Size size :
            { Size { 1, 1 }, Size { 0, 0 }, Size { 1, 4000 }, Size { 4000, 1 }, Size { 120, 90 }, Size { 20000, 20000 } })
            for (const std::uint32_t cycles : { 0U, 64U }) {
                input.cycles = cycles;
                const DrawList picture = sm_figure(input, size, make_style(Theme::dark, scale));
                EXPECT_LT(picture.items.size(), 120'000U) << size.width << " x " << size.height;
                EXPECT_LT(picture.targets.size(), 30'000U);
            }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds { 20 });
}

TEST(SmFigure, StatesThatThereIsNoRun)
{
    SmInput input = one_run();
    input.runs[0].run = std::make_shared<timing::SmRun>();
    EXPECT_TRUE(draw::testing::says(sm_figure(input, kSlide, light()), "nothing recorded"));
    EXPECT_TRUE(draw::testing::says(sm_figure({}, kSlide, light()), "nothing recorded"));
}

TEST(SmView, TheSliderChoosesResidentBlocks)
{
    const session::Snapshot snapshot = modeled(1, 4);
    const DrawList picture = testing::build_view("sm", snapshot, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "8 of 32 resident warps"));
    const auto stops = testing::places_of<session::SelectResidentBlocks>(picture);
    ASSERT_EQ(stops.size(), 4U);
    for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
        EXPECT_EQ(stops[i].command.blocks, i + 1);
        EXPECT_LT(stops[i].rect.x, stops[i + 1].rect.x);
    }
    EXPECT_EQ(stops.back().command.blocks, 0U) << "as many as fit";
    EXPECT_EQ(testing::places_of<session::SelectCycles>(picture).size(), 3U) << "fewer, more, all";
    EXPECT_EQ(testing::places_of<session::ToggleSmComparison>(picture).size(), 1U);
}

TEST(SmView, StatesWhyNothingIsShown)
{
    session::Snapshot snapshot = testing::played();
    const auto picture_of = [](const session::Snapshot& model) {
        return testing::build_view("sm", model, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
    };
    EXPECT_TRUE(draw::testing::says(picture_of(snapshot), "press Q"));
    snapshot.sm.edit().requested = true;
    EXPECT_TRUE(draw::testing::says(picture_of(snapshot), "modeling the"));
    session::Snapshot host = testing::host_only();
    host.sm.edit().requested = true;
    EXPECT_TRUE(draw::testing::says(picture_of(host), "runs on"));
}

TEST(SmView, FitsAtEverySize)
{
    const session::Snapshot snapshot = modeled(2, 4);
    for (const float scale : { 1.0F, 2.0F, 3.0F })
        for (const Size size : { Size { 1, 1 }, Size { 60, 40 }, Size { 320, 200 }, Size { 533, 400 }, Size { 1800, 900 } }) {
            const DrawList picture =
                testing::build_view("sm", snapshot, { { 1920, 1080 }, 60.0F }, size.area(), make_style(Theme::dark, scale));
            if (size.width < 300.0F * scale)
                continue; // it must terminate; the result is unreadable
            EXPECT_EQ(draw::testing::outside_items(picture), std::vector<std::string> {}) << size.width << " at " << scale;
            EXPECT_EQ(draw::testing::colliding_texts(picture), std::vector<std::string> {}) << size.width << " at " << scale;
        }
}

// The words of a cue that points at the sheet are shown below it.
TEST(SmView, ACueThatPointsAtItStaysVisible)
{
    session::Snapshot snapshot = modeled(1, 4);
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->cues.resize(1);
    lesson->cues[0].caption = "Four warps hide little.";
    snapshot.setup.edit().lesson = lesson;
    snapshot.cue.edit() = { 1, 0, lesson->cues[0].caption, "sm", {}, session::CueNumbers::shown };
    WindowState window { kSlide, 60.0F };
    window.sheet = find_view("sm");
    const auto overlay = testing::compose_overlay(snapshot, window, dark());
    EXPECT_TRUE(draw::testing::says(overlay.picture, "Four warps"));
    const auto place = [&](std::string_view id) {
        return std::ranges::find_if(overlay.views, [&](const Placed& placed) { return placed.view->id == id; })->rect;
    };
    EXPECT_LE(place("sm").bottom(), place("cue-caption").y);
}

} // namespace
} // namespace warpstage::views
