// What stands in the scene's place, what lies over everything, and what the windows are asked for.
#include "app/views/frame/panel.h"
#include "app/views/sheets/counters_figure.h"
#include "core/analysis/metrics.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstage::views {
namespace {

session::CounterView counted()
{
    session::CounterView view;
    view.machine = "NVIDIA H200";
    view.architecture = "CC 9.0";
    session::CountedLaunchView launch { "reduce2", { 16384, 1, 1 }, { 256, 1, 1 }, {} };
    for (const analysis::Metric& metric : analysis::all_metrics()) {
        if (!metric.counted())
            continue;
        const bool off = metric.id == "sectors";
        launch.comparisons.push_back({ &metric, 123456789.0, off ? 100000000.0 : 123456789.0, off ? 23.456789 : 0.0, !off,
            off ? "The assembler has made two loads of one, which asks for the same sectors in fewer requests." : "" });
    }
    view.launches = { launch, launch };
    return view;
}

session::Snapshot with_counters(session::CounterView view)
{
    session::Snapshot snapshot = testing::played();
    snapshot.counters.edit().hardware = std::make_shared<const session::CounterView>(std::move(view));
    return snapshot;
}

TEST(Sheets, AllFitWhereverTheSceneIs)
{
    session::CounterView refused = counted();
    refused.refusal =
        "Reading hardware counters needs leave that this user does not have: start as root, or load the driver with "
        "NVreg_RestrictProfilingToAdminUsers=0, as the NVIDIA page ERR_NVGPUCTRPERM describes at some length.";
    session::CounterView unpredicted;
    unpredicted.unpredicted = "The virtual machine finds a fault, so nothing can be predicted: something went wrong.";
    std::vector<session::Snapshot> snapshots { testing::played(), testing::nothing_yet(), testing::global_access(),
        with_counters(counted()), with_counters(refused), with_counters(unpredicted), testing::crowded() };
    for (const session::Snapshot& snapshot : snapshots)
        for (const Sheet sheet : { Sheet::counters, Sheet::comparison, Sheet::memory })
            for (const Size size : { Size { 1280, 720 }, Size { 1920, 1080 }, Size { 1024, 768 }, Size { 3840, 2160 } })
                for (const float scale : { 1.0F, 2.0F }) {
                    const Style style = make_style(Theme::dark, scale);
                    const StageLayout layout = layout_stage(size, style);
                    const auto panel = centre_sheet(snapshot, sheet, sheet_area(layout, style), layout, style);
                    ASSERT_TRUE(panel);
                    for (const std::string& wrong : draw::testing::outside_items(panel->picture))
                        ADD_FAILURE() << size.width << " at " << scale << ", sheet " << static_cast<int>(sheet) << ": " << wrong;
                    for (const std::string& wrong : draw::testing::colliding_texts(panel->picture))
                        ADD_FAILURE() << size.width << " at " << scale << ", sheet " << static_cast<int>(sheet) << ": " << wrong;
                }
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1280, 720 }, style);
    EXPECT_FALSE(centre_sheet(snapshots.front(), Sheet::none, layout.scene, layout, style));
}

TEST(Counters, SaysWhatAgreesAndWhyTheRestDoesNot)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const session::CounterView view = counted();
    const DrawList picture = counters_figure({ &view, "no divergence" }, { 1400, 900 }, style);
    EXPECT_TRUE(draw::testing::says(picture, "reduce2 · 16384×1×1 blocks of 256×1×1"));
    EXPECT_TRUE(draw::testing::says(picture, "+23.46"));
    EXPECT_TRUE(draw::testing::says(picture, "The assembler has made two loads"));
    EXPECT_TRUE(draw::testing::says(picture, "same"));
    EXPECT_TRUE(draw::testing::says(picture, "figures agree"));
    EXPECT_TRUE(draw::testing::says(picture, "Measured: NVIDIA H200."));
}

TEST(Counters, WithoutAMeasurementNothingIsCalledMeasured)
{
    session::CounterView view = counted();
    view.machine.clear();
    view.refusal = "No NVIDIA driver.";
    for (auto& launch : view.launches)
        for (auto& row : launch.comparisons)
            row.measured = row.difference = std::numeric_limits<double>::quiet_NaN();
    const DrawList picture = counters_figure({ &view, "no divergence" }, { 1400, 900 }, make_style(Theme::dark, 1.0F));
    EXPECT_TRUE(draw::testing::says(picture, "No NVIDIA driver."));
    EXPECT_TRUE(draw::testing::says(picture, "nothing was measured"));
    EXPECT_FALSE(draw::testing::says(picture, "agree"));
    const auto texts = draw::testing::texts_of(picture);
    EXPECT_TRUE(std::none_of(texts.begin(), texts.end(), [](const Text& text) { return text.text == "same"; }));
}

TEST(Comparison, NamesBothVariantsAndDrawsBothAccesses)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    const auto panel = centre_sheet(testing::played(), Sheet::comparison, layout.scene, layout, style);
    ASSERT_TRUE(panel);
    EXPECT_TRUE(draw::testing::says(panel->picture, "interleaved"));
    EXPECT_TRUE(draw::testing::says(panel->picture, "no divergence"));
    EXPECT_TRUE(draw::testing::says(panel->picture, "Step, emulated"));
    const auto banks = draw::testing::texts_of(panel->picture);
    EXPECT_EQ(std::count_if(banks.begin(), banks.end(), [](const Text& text) { return text.text == "Banks"; }), 2);
}

TEST(Editor, TypesAndErasesAtTheCaret)
{
    EditorLine line { "pattern", "pattern", "tid", 3, "" };
    line.insert(U'*');
    line.insert(U'2');
    EXPECT_EQ(line.text, "tid*2");
    line.left();
    line.erase_before();
    EXPECT_EQ(line.text, "tid2");
    line.home();
    line.erase_before();
    line.erase_after();
    EXPECT_EQ(line.text, "id2");
    line.end();
    line.erase_after();
    line.right();
    line.insert(U'ü');
    line.insert(U'\n');
    EXPECT_EQ(line.text, "id2") << "what the language is not written with";
    for (int i = 0; i < 500; ++i)
        line.insert(U'9');
    EXPECT_EQ(line.text.size(), kLongestEdit);
    line.refusal = "no";
    line.erase_before();
    EXPECT_TRUE(line.refusal.empty()) << "it was said of another text";
}

TEST(Editor, ALongTextAndALongSentenceStayInside)
{
    for (const float scale : { 1.0F, 2.0F })
        for (const std::size_t caret : { std::size_t { 0 }, std::size_t { 97 }, std::size_t { 180 } }) {
            const EditorLine line {
                "pattern", "pattern", std::string(180, '8'), caret,
                "Parameter pattern: `tid +` ends where a number, a name or a parenthesis has to follow, at column 6 of the text."
            };
            const Panel panel = editor_panel(line, { 0, 0, 620, 400 }, make_style(Theme::dark, scale));
            for (const std::string& wrong : draw::testing::outside_items(panel.picture))
                ADD_FAILURE() << caret << " at " << scale << ": " << wrong;
            EXPECT_TRUE(draw::testing::inside(panel.rect, { 0, 0, 620, 400 }, 0.1F));
        }
}

TEST(Tips, SayDefinitionFormulaWithValuesSourceAndNsightsName)
{
    analysis::Counters counters;
    counters.instructions = 100;
    counters.executed_lanes = 2850;
    const Tip tip = metric_tip("active_threads_pred_on", counters);
    EXPECT_EQ(tip.title, "Avg. Not Predicated Off Threads");
    EXPECT_EQ(tip.formula, "threads that executed / instructions = 2\u2009850 / 100 = 28.50");
    EXPECT_FALSE(tip.definition.empty());
    EXPECT_FALSE(tip.source.empty());
    EXPECT_EQ(tip.nsight, "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio");
}

TEST(Tips, StayInTheWindowWhereverTheMouseRests)
{
    for (const analysis::Metric& metric : analysis::all_metrics())
        for (const float scale : { 1.0F, 2.0F })
            for (const Point pointer : { Point { 0, 0 }, Point { 1279, 719 }, Point { 640, 10 }, Point { 5, 700 } }) {
                const Panel panel = tip_panel(metric_tip(metric.id, {}), pointer, { 1280, 720 }, make_style(Theme::dark, scale));
                EXPECT_TRUE(draw::testing::inside(panel.rect, { 0, 0, 1280, 720 }, 0.1F)) << metric.id;
                for (const std::string& wrong : draw::testing::outside_items(panel.picture))
                    ADD_FAILURE() << metric.id << " at " << scale << ": " << wrong;
                for (const std::string& wrong : draw::testing::colliding_texts(panel.picture))
                    ADD_FAILURE() << metric.id << " at " << scale << ": " << wrong;
            }
}

TEST(Overlay, ATextIsTypedAndANumberIsStepped)
{
    session::Snapshot snapshot = testing::reduction_with_conflict();
    snapshot.setup.edit().parameters[1].is_text = true;
    const Style style = make_style(Theme::dark, 1.0F);
    const OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    const Overlay overlay = compose_overlay(snapshot, state, style);
    std::vector<std::string> edited;
    for (const WindowRegion& region : overlay.window_regions)
        if (const auto* edit = std::get_if<EditParameter>(&region.order))
            edited.push_back(edit->id);
    EXPECT_EQ(edited, std::vector<std::string> { "block" });
    EXPECT_TRUE(std::none_of(overlay.regions.begin(), overlay.regions.end(), [](const HitRegion& region) {
        const auto* stepped = std::get_if<session::StepParameter>(&region.command);
        return stepped != nullptr && stepped->id == "block";
    }));
}

TEST(Overlay, WhileTypingNothingElseCanBeClicked)
{
    OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    state.editor = EditorLine { "n", "elements", "2^20", 4, "" };
    const Overlay overlay = compose_overlay(testing::played(), state, make_style(Theme::dark, 1.0F));
    EXPECT_TRUE(overlay.regions.empty());
    EXPECT_TRUE(overlay.window_regions.empty());
    EXPECT_TRUE(draw::testing::says(overlay.picture, "2^20"));
}

TEST(Overlay, EveryPanelWithAPictureCanBeSaved)
{
    OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    const Style style = make_style(Theme::dark, 1.0F);
    EXPECT_EQ(compose_overlay(testing::played(), state, style).pictures.size(), 5U);
    state.sheet = Sheet::comparison;
    const Overlay overlay = compose_overlay(testing::played(), state, style);
    ASSERT_EQ(overlay.pictures.size(), 6U);
    EXPECT_EQ(overlay.pictures.back().picture, Picture::comparison);
}

} // namespace
} // namespace warpstage::views
