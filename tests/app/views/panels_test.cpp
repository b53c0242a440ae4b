// What single panels show and what can be clicked in them.
#include "app/views/timings/big_number.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace warpstage::views {
namespace {

TEST(ParametersPanel, SuggestionsAreOmittedFirstAndOmissionsAreIndicated)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    const auto suggested = [&](const session::Snapshot& snapshot) {
        const DrawList panel = testing::build_view("parameters", snapshot, kFullScreen, *layout.parameters, style);
        return testing::places_of<session::SetParameter>(panel).size();
    };
    EXPECT_EQ(suggested(testing::reduction_with_conflict()), 3U + 5U + 2U);
    EXPECT_EQ(suggested(testing::crowded()), 0U);
    EXPECT_TRUE(draw::testing::says(
        testing::build_view("parameters", testing::crowded(), kFullScreen, *layout.parameters, style), "more: Enter"));
}

TEST(KeyLine, NamesTheDigitsOfTheAnswers)
{
    session::Snapshot snapshot = testing::crowded();
    auto& cue = snapshot.cue.edit();
    cue.numbers = session::CueNumbers::hidden;
    cue.words = "How many?";
    cue.choices.texts = { "1", "2", "3" };
    WindowState window { { 1920, 1080 }, 60.0F };
    window.keys = &testing::sample_keys();
    const auto line = testing::build_view("key-line", snapshot, window, { 0, 0, 1920, 34 }, make_style(Theme::dark, 1.0F));
    EXPECT_TRUE(draw::testing::says(line, "1–3"));
    EXPECT_FALSE(draw::testing::says(line, "1–4"));
    cue.choices.texts.emplace_back("4");
    EXPECT_TRUE(draw::testing::says(
        testing::build_view("key-line", snapshot, window, { 0, 0, 1920, 34 }, make_style(Theme::dark, 1.0F)), "1–4"));
}

// The bars of a lesson about something else would have empty axes.
TEST(Scenes, AnOpenQuestionHidesBarsThatAreNotItsSubject)
{
    session::Snapshot snapshot = testing::played();
    snapshot.cue.edit().numbers = session::CueNumbers::hidden;
    snapshot.scene.edit().detail = problem::SceneDetail::banks;
    EXPECT_EQ(scene_of(snapshot).id, "hidden-scene");
    const DrawList scene =
        testing::build_view("hidden-scene", snapshot, kFullScreen, { 0, 0, 500, 300 }, make_style(Theme::dark, 1.0F));
    EXPECT_TRUE(draw::testing::says(scene, "reveals the answer"));
    snapshot.scene.edit().detail = problem::SceneDetail::values;
    EXPECT_EQ(scene_of(snapshot).id, "array-scene") << "the values are the subject";
}

TEST(HistoryPanel, ListsTheAccessesOfTheSelectedCellInPlaceOfTheWarps)
{
    session::Snapshot snapshot = testing::played();
    EXPECT_EQ(&present(*find_view("lanes"), snapshot), find_view("lanes"));
    auto history = std::make_shared<analysis::WordHistory>();
    history->accesses = { { 2, 0, 0b1, simt::AccessKind::store, 3, {} },
        { 5, 1, 0b111000, simt::AccessKind::load, 5, analysis::WordOrder { 0, "__syncthreads(), line 4" } },
        { 7, 0, 0b10, simt::AccessKind::store, 5, analysis::WordOrder { 1, "" } } };
    history->all = 3;
    auto& selection = snapshot.selection.edit();
    selection.cell = session::ChosenCell { {}, 3, ptx::StateSpace::shared, 12, 4, 0b1 };
    selection.history = history;
    EXPECT_EQ(&present(*find_view("lanes"), snapshot), find_view("history"));
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 560, 400 }, Size { 372, 240 } }) {
        const DrawList panel = testing::build_view("history", snapshot, kFullScreen, { 0, 0, size.width, size.height }, style);
        for (const char* words : { "element 3", "3 accesses", "warp 0, lane 0", "warp 1, lanes 3–5",
                 "after 1: __syncthreads(), line 4", "after 2: no barrier orders them", "no earlier access conflicts" })
            EXPECT_TRUE(draw::testing::says(panel, words)) << words << " at " << size.width;
        const auto places = testing::places_of<session::SeekPlayback>(panel);
        ASSERT_EQ(places.size(), 3U);
        EXPECT_EQ(*places[1].command.step.value(), 5U);
        EXPECT_TRUE(draw::testing::outside_items(panel).empty());
    }
}

TEST(WarpsPanel, ChipsChooseWarps)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    std::set<std::uint32_t> warps;
    std::set<std::uint32_t> lanes;
    const DrawList panel = testing::build_view("lanes", testing::nbody_on_gpu(), kFullScreen, *layout.warps, style);
    for (const auto& place : testing::places_of<session::SelectLane>(panel))
        lanes.insert(place.command.lane);
    for (const auto& place : testing::places_of<session::SelectWarp>(panel))
        warps.insert(place.command.warp);
    EXPECT_EQ(testing::actions_of(panel).size(), 32U + 8U);
    EXPECT_EQ(lanes.size(), 32U);
    EXPECT_EQ(warps, (std::set<std::uint32_t> { 0, 1, 2, 3, 4, 5, 6, 7 }));
}

TEST(BanksPanel, AccessesAndTheirOccurrencesCanBeChosen)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 1920, 1080 }, Size { 2560, 1440 } }) {
        const StageLayout layout = layout_stage(size, style);
        std::set<std::uint32_t> accesses;
        const DrawList panel = testing::build_view("banks", testing::reduction_with_conflict(), { size }, layout.access, style);
        std::size_t steps = 0;
        for (const auto& place : testing::places_of<session::SelectAccess>(panel))
            if (const auto* pc = place.command.pc.value())
                accesses.insert(*pc);
            else
                ++steps;
        EXPECT_EQ(accesses, (std::set<std::uint32_t> { 7, 13, 113, 213 }));
        EXPECT_EQ(steps, 2U);
    }
}

TEST(BanksPanel, ABankMarksTheLanesThatAccessIt)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const auto panel_of = [&](const char* id, Rect rect, LaneMask marked) {
        WindowState window = kFullScreen;
        window.marked = marked;
        return testing::build_view(id, snapshot, window, rect, style);
    };
    const DrawList plain = panel_of("banks", layout.access, 0);
    LaneMask all = 0;
    LaneMask first = 0;
    for (const Target& target : plain.targets) {
        const Action* action = action_of(target.click());
        const auto* mark = action != nullptr ? std::get_if<MarkLanes>(action) : nullptr;
        if (mark == nullptr)
            continue;
        EXPECT_GT(lane_count(mark->lanes), 1U) << "each bank of this access serves several lanes";
        EXPECT_EQ(all & mark->lanes, 0U) << "a lane accesses one bank";
        first = all == 0 ? mark->lanes : first;
        all |= mark->lanes;
        EXPECT_TRUE(draw::testing::inside(target.rect, { 0, 0, layout.access.width, layout.access.height }, 0.01F));
    }
    EXPECT_EQ(all, snapshot.selection->chosen_access->access.lanes);
    EXPECT_EQ(draw::testing::count_color(panel_of("banks", layout.access, first), style.text),
        draw::testing::count_color(plain, style.text) + lane_count(first))
        << "a frame around each of these lanes";
    EXPECT_EQ(draw::testing::count_color(panel_of("lanes", *layout.warps, first), style.orange),
        draw::testing::count_color(panel_of("lanes", *layout.warps, 0), style.orange) + lane_count(first));
}

TEST(BigNumber, IsTheFigureThatTheCuePointsAt)
{
    session::Snapshot snapshot = testing::reduction_with_conflict();
    snapshot.cue.edit().figure = "banks";
    const BigNumber access = big_number(snapshot);
    EXPECT_EQ(access.value, std::to_string(snapshot.selection->chosen_access->shared->wavefronts));
    EXPECT_EQ(access.unit, "wavefronts, ideal 1");
    EXPECT_TRUE(access.excess);
    snapshot.cue.edit().figure = "warps";
    EXPECT_EQ(big_number(snapshot).value, "–") << "nothing is evaluated yet";
    auto assessment = std::make_shared<session::Assessment>();
    assessment->report = snapshot.run->recording->report;
    assessment->report.total.instructions = 100;
    assessment->report.total.active_lanes = assessment->report.total.executed_lanes = 1250;
    snapshot.run.edit().assessment = assessment;
    EXPECT_EQ(big_number(snapshot).value, "12.5");
    EXPECT_EQ(big_number(snapshot).unit, "of 32 lanes");
    snapshot.cue.edit().numbers = session::CueNumbers::hidden;
    EXPECT_EQ(big_number(snapshot).value, "?");
    EXPECT_EQ(big_number({}).value, "–");
}

TEST(BigNumber, ShowsTheSourceOfATime)
{
    session::Snapshot snapshot = testing::crowded();
    snapshot.cue.edit().figure = "timings";
    EXPECT_NE(big_number(snapshot).detail.find("estimated for GTX 280"), std::string::npos) << big_number(snapshot).detail;
    snapshot = testing::nbody_on_gpu();
    snapshot.cue.edit().figure = "timings";
    EXPECT_NE(big_number(snapshot).detail.find("NVIDIA H200"), std::string::npos) << big_number(snapshot).detail;
}

} // namespace
} // namespace warpstage::views
