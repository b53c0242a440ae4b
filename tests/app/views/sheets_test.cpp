// Sheets in the place of the scene, sheets over everything, and the line editor.
#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/palette/list.h"
#include "app/views/sheets/counters_figure.h"
#include "core/analysis/metrics.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/app/views/view_of.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::Overlay;

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
            off ? "The assembler has merged two loads into one, which requests the same sectors in fewer requests." : "" });
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

TEST(Sheets, AllFitInEveryScene)
{
    session::CounterView refused = counted();
    refused.refusal =
        "Reading hardware counters requires a permission that this user does not have: start as root, or load the driver with "
        "NVreg_RestrictProfilingToAdminUsers=0, as the NVIDIA page ERR_NVGPUCTRPERM describes in detail.";
    session::CounterView unpredicted;
    unpredicted.unpredicted = "No prediction, because the kernel ends with a fault on the virtual machine: something went wrong.";
    std::vector<session::Snapshot> snapshots { testing::played(), testing::nothing_yet(), testing::global_access(),
        with_counters(counted()), with_counters(refused), with_counters(unpredicted), testing::crowded() };
    for (const session::Snapshot& snapshot : snapshots)
        for (const char* sheet : { "counters", "compare", "memory", "heat", "waves", "rounding", "sm", "why" })
            for (const Size size : { Size { 1280, 720 }, Size { 1920, 1080 }, Size { 1024, 768 }, Size { 3840, 2160 } })
                for (const float scale : { 1.0F, 2.0F }) {
                    const Style style = make_style(Theme::dark, scale);
                    const StageLayout layout = layout_stage(size, style);
                    const DrawList panel =
                        testing::build_view(sheet, snapshot, { size }, sheet_area(view_of(sheet), layout, style), style);
                    for (const std::string& wrong : draw::testing::outside_items(panel))
                        ADD_FAILURE() << size.width << " at " << scale << ", sheet " << sheet << ": " << wrong;
                    for (const std::string& wrong : draw::testing::colliding_texts(panel))
                        ADD_FAILURE() << size.width << " at " << scale << ", sheet " << sheet << ": " << wrong;
                }
}

TEST(Class, ShowsHowManyStudentsMeetEachRequirement)
{
    session::Snapshot snapshot = testing::played();
    WindowState window { { 1280, 720 }, 60.0F };
    window.sheet = &view_of("class");
    const auto says = [&](const char* words) {
        return draw::testing::says(compose_overlay(snapshot, window, make_style(Theme::dark, 1.0F)).picture, words);
    };
    EXPECT_TRUE(says("start with `--publish`"));
    snapshot.classroom.edit() = { true, 41, {} };
    EXPECT_TRUE(says("no student has checked an exercise yet"));
    snapshot.classroom.edit().exercises = { { "Repair a race", 40, 12, 5, { { "No bank conflicts", 27 } }, "No race" } };
    for (const char* words : { "41 students", "Repair a race", "No bank conflicts", "27 of 40", "12 submitted, 5 with all points",
             "Most often not met first: No race" })
        EXPECT_TRUE(says(words)) << words;
}

TEST(Counters, ShowsAgreementAndExplainsDifferences)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const session::CounterView view = counted();
    const DrawList picture = counters_figure({ &view, "no divergence" }, { 1400, 900 }, style);
    EXPECT_TRUE(draw::testing::says(picture, "reduce2 · grid 16384×1×1 · block 256×1×1"));
    EXPECT_TRUE(draw::testing::says(picture, "+23.46"));
    EXPECT_TRUE(draw::testing::says(picture, "The assembler has merged two loads"));
    EXPECT_TRUE(draw::testing::says(picture, "same"));
    EXPECT_TRUE(draw::testing::says(picture, "values agree"));
    EXPECT_TRUE(draw::testing::says(picture, "Measured on NVIDIA H200."));
}

TEST(Counters, WithoutCountersNothingIsLabeledMeasured)
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
    const DrawList panel = testing::build_view("compare", testing::played(), { { 1920, 1080 } }, layout.scene, style);
    EXPECT_TRUE(draw::testing::says(panel, "interleaved"));
    EXPECT_TRUE(draw::testing::says(panel, "no divergence"));
    EXPECT_TRUE(draw::testing::says(panel, "Step time, estimated for GTX 280"));
    const auto banks = draw::testing::texts_of(panel);
    EXPECT_EQ(std::count_if(banks.begin(), banks.end(), [](const Text& text) { return text.text == "Banks"; }), 2);
}

TEST(Comparison, DrawsEachFigureOfBothVariants)
{
    const Style style = make_style(Theme::dark, 1.0F);
    session::Snapshot model = testing::played();
    const auto built = [&](ComparedFigure figure, Size window) {
        WindowState state { window };
        state.compared = figure;
        return testing::build_view("compare", model, state, layout_stage(window, style).scene, style);
    };
    for (const Size window : { Size { 1024, 768 }, Size { 1280, 720 }, Size { 1920, 1080 } })
        for (std::size_t i = 0; i < kComparedFigures.size(); ++i) {
            const DrawList sheet = built(static_cast<ComparedFigure>(i), window);
            EXPECT_TRUE(draw::testing::colliding_texts(sheet).empty()) << kComparedFigures.at(i);
            EXPECT_TRUE(draw::testing::outside_items(sheet).empty()) << kComparedFigures.at(i);
        }
    const auto count = [&](ComparedFigure figure, std::string_view words) {
        return std::ranges::count_if(draw::testing::texts_of(built(figure, { 1920, 1080 })),
            [&](const Text& text) { return text.text.starts_with(words); });
    };
    EXPECT_EQ(count(ComparedFigure::lanes, "Warps") + count(ComparedFigure::lanes, "Lanes"), 3) << "two figures and the name";
    EXPECT_EQ(count(ComparedFigure::source, "Source"), 3) << "two columns and the name of the figure";
    EXPECT_EQ(count(ComparedFigure::sm, "modeling"), 1) << "the model has not run yet";
    EXPECT_GE(count(ComparedFigure::timeline, "no divergence"), 1);
    EXPECT_GE(count(ComparedFigure::timeline, "interleaved"), 1);
    const DrawList sheet = built(ComparedFigure::access, { 1920, 1080 });
    EXPECT_EQ(std::ranges::count_if(sheet.targets,
                  [](const Target& target) {
                      const Action* action = action_of(target.click());
                      return action != nullptr && std::holds_alternative<ChooseCompared>(*action);
                  }),
        kComparedFigures.size());
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
    EXPECT_EQ(line.text, "id2") << "a character that the language does not use";
    for (int i = 0; i < 500; ++i)
        line.insert(U'9');
    EXPECT_EQ(line.text.size(), kMaxEditBytes);
    line.refusal = "no";
    line.erase_before();
    EXPECT_TRUE(line.refusal.empty()) << "it referred to another text";
}

TEST(Editor, TypingReplacesTheSelection)
{
    const auto selected = [] {
        EditorLine line { "n", "n", "1024", 4, "" };
        line.selected = true;
        return line;
    };
    EditorLine line = selected();
    line.insert(U'7');
    line.insert(U'5');
    EXPECT_EQ(line.text, "75");
    line = selected();
    line.erase_before();
    EXPECT_EQ(line.text, "");
    line = selected();
    line.erase_after();
    EXPECT_EQ(line.text, "");
    line = selected();
    line.right();
    line.insert(U'5');
    EXPECT_EQ(line.text, "10245") << "an arrow keeps the text";
    line = selected();
    line.left();
    line.insert(U'5');
    EXPECT_EQ(line.text, "51024");
    line = selected();
    line.insert(U'\n');
    EXPECT_EQ(line.text, "1024") << "nothing was typed";
}

TEST(Editor, ASearchAcceptsAllAlphabetsAndErasesWholeCharacters)
{
    EditorLine line;
    line.characters = Characters::all;
    for (const char32_t c : U"ž共a\u0007")
        line.insert(c);
    EXPECT_EQ(line.text, "ž共a");
    line.left();
    line.left();
    line.erase_after();
    EXPECT_EQ(line.text, "ža");
    line.erase_before();
    EXPECT_EQ(line.text, "a");
    EXPECT_EQ(line.caret, 0U);
    line.right();
    EXPECT_EQ(line.caret, 1U);
    for (int i = 0; i < 500; ++i)
        line.insert(U'共');
    EXPECT_LE(line.text.size(), kMaxEditBytes);
}

TEST(Editor, ALongTextAndALongSentenceStayInside)
{
    for (const float scale : { 1.0F, 2.0F })
        for (const std::size_t caret : { std::size_t { 0 }, std::size_t { 97 }, std::size_t { 180 } }) {
            auto list = std::make_shared<ListState>();
            list->field = EditorLine {
                "pattern", "pattern", std::string(180, '8'), caret,
                "Parameter pattern: `tid +` ends where a number, a name or a parenthesis has to follow, at column 6 of the text."
            };
            WindowState window;
            window.list = list;
            const DrawList panel = testing::build_view("list", {}, window, { 0, 0, 620, 400 }, make_style(Theme::dark, scale));
            EXPECT_FALSE(panel.items.empty());
            for (const std::string& wrong : draw::testing::outside_items(panel))
                ADD_FAILURE() << caret << " at " << scale << ": " << wrong;
        }
}

TEST(Tips, ContainDefinitionFormulaValuesSourceAndNsightName)
{
    analysis::Counters counters;
    counters.instructions = 100;
    counters.executed_lanes = 2850;
    const Tip tip = metric_tip("active_threads_pred_on", counters);
    EXPECT_EQ(tip.title, "Avg. Not Predicated Off Threads");
    EXPECT_APPROVED(tip.formula);
    EXPECT_FALSE(tip.definition.empty());
    EXPECT_FALSE(tip.source.empty());
    EXPECT_EQ(tip.nsight, "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio");
}

TEST(Tips, StayInTheWindowAtEveryMousePosition)
{
    for (const analysis::Metric& metric : analysis::all_metrics())
        for (const float scale : { 1.0F, 2.0F })
            for (const Point pointer : { Point { 0, 0 }, Point { 1279, 719 }, Point { 640, 10 }, Point { 5, 700 } }) {
                WindowState window;
                window.tip = PointedTip { metric_tip(metric.id, {}), pointer };
                const DrawList panel =
                    testing::build_view("tip", {}, window, { 0, 0, 1280, 720 }, make_style(Theme::dark, scale));
                EXPECT_FALSE(panel.items.empty());
                for (const std::string& wrong : draw::testing::outside_items(panel))
                    ADD_FAILURE() << metric.id << " at " << scale << ": " << wrong;
                for (const std::string& wrong : draw::testing::colliding_texts(panel))
                    ADD_FAILURE() << metric.id << " at " << scale << ": " << wrong;
            }
}

TEST(Overlay, EveryParameterIsEditedByAClick)
{
    session::Snapshot snapshot = testing::reduction_with_conflict();
    snapshot.setup.edit().parameters[1].is_text = true;
    const Overlay overlay = compose_overlay(snapshot, { { 1920, 1080 }, 60.0F }, make_style(Theme::dark, 1.0F));
    std::vector<std::string> edited;
    for (const Action& action : testing::actions_of(overlay.picture))
        if (const auto* edit = std::get_if<EditParameter>(&action))
            edited.push_back(edit->id);
    std::vector<std::string> all;
    for (const session::ParameterView& parameter : snapshot.setup->parameters)
        all.push_back(parameter.id);
    EXPECT_EQ(edited, all);
    for (const auto& place : testing::places_of<session::SetParameter>(overlay.picture))
        EXPECT_NE(place.command.value.value(), nullptr) << "a click sets the value that it shows";
}

TEST(Overlay, WhileTypingNothingElseCanBeClicked)
{
    WindowState state { { 1920, 1080 }, 60.0F };
    auto list = std::make_shared<ListState>();
    list->field = EditorLine { "n", "elements", "2^20", 4, "" };
    state.list = list;
    const Overlay overlay = compose_overlay(testing::played(), state, make_style(Theme::dark, 1.0F));
    for (const Target& target : overlay.picture.targets)
        EXPECT_TRUE(action_of(target.click()) != nullptr && std::holds_alternative<ChooseRow>(*action_of(target.click())));
    EXPECT_TRUE(draw::testing::says(overlay.picture, "2^20"));
}

TEST(Overlay, EveryPanelWithAFigureCanBeSaved)
{
    WindowState state { { 1920, 1080 }, 60.0F };
    const auto figures = [&] {
        std::vector<std::string_view> ids;
        for (const Placed& placed : compose_overlay(testing::played(), state, make_style(Theme::dark, 1.0F)).views)
            if (can_be_maximized(*placed.view))
                ids.push_back(placed.view->id);
        return ids;
    };
    EXPECT_EQ(figures().size(), 6U);
    state.sheet = &view_of("compare");
    ASSERT_EQ(figures().size(), 6U) << "a sheet that cues point at covers one of the panels on its right";
    EXPECT_EQ(figures().back(), "compare");
}

} // namespace
} // namespace warpstage::views
