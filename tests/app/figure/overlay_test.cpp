#include "app/figure/layout.h"
#include "app/figure/overlay.h"
#include "app/figure/panel.h"
#include "app/figure/text_metrics.h"
#include "tests/app/figure/geometry.h"
#include "tests/app/figure/snapshots.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace warpstage::figure {
namespace {

using testing::NamedSnapshot;

constexpr std::array<Size, 5> kSizes = { { { 1280, 720 }, { 1366, 768 }, { 1920, 1080 }, { 2560, 1440 }, { 3840, 2160 } } };
constexpr std::array<float, 3> kScales = { 1.0F, 1.5F, 2.0F };

const std::vector<NamedSnapshot>& snapshots()
{
    static const std::vector<NamedSnapshot> all = testing::all_snapshots();
    return all;
}

std::vector<Rect> rects_of(const std::vector<Panel>& panels)
{
    std::vector<Rect> rects;
    for (const Panel& panel : panels)
        rects.push_back(panel.rect);
    return rects;
}

bool same(Rect a, Rect b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

class Stage : public ::testing::TestWithParam<std::tuple<Size, float>> {
protected:
    Size m_size = std::get<0>(GetParam());
    Style m_style = make_style(Theme::dark, std::get<1>(GetParam()));
    StageLayout m_layout = layout_stage(m_size, m_style);
    OverlayState m_state { m_size, 60.0F, false, "Saved /home/presenter/Pictures/warpstage-0007.png" };

    [[nodiscard]] Rect window() const { return { 0, 0, m_size.width, m_size.height }; }
};

TEST_P(Stage, PanelsAreApartAndInTheWindow)
{
    const std::vector<Rect> rects = rects_of(compose_panels(snapshots().front().snapshot, m_state, m_layout, m_style));
    for (std::size_t i = 0; i < rects.size(); ++i) {
        EXPECT_TRUE(testing::inside(rects[i], window(), 0.01F)) << i;
        EXPECT_FALSE(testing::overlap(rects[i], m_layout.scene)) << i << " covers the scene";
        for (std::size_t k = i + 1; k < rects.size(); ++k)
            EXPECT_FALSE(testing::overlap(rects[i], rects[k])) << i << " and " << k;
    }
    EXPECT_TRUE(testing::inside(m_layout.scene, window(), 0.0F));
    EXPECT_GE(m_layout.scene.width, 0.15F * m_size.width);
    EXPECT_GE(m_layout.scene.height, 0.3F * m_size.height);
}

TEST_P(Stage, PanelsStayWhereTheyAreWhateverTheyShow)
{
    const std::vector<Rect> first = rects_of(compose_panels(snapshots().front().snapshot, m_state, m_layout, m_style));
    for (const NamedSnapshot& named : snapshots()) {
        const std::vector<Rect> rects = rects_of(compose_panels(named.snapshot, m_state, m_layout, m_style));
        ASSERT_EQ(rects.size(), first.size()) << named.name;
        for (std::size_t i = 0; i < rects.size(); ++i)
            EXPECT_TRUE(same(rects[i], first[i])) << named.name << " " << i;
    }
}

TEST_P(Stage, ItemsStayInsideTheirPanel)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_layout, m_style)) {
            EXPECT_FLOAT_EQ(panel.picture.size.width, panel.rect.width);
            EXPECT_FLOAT_EQ(panel.picture.size.height, panel.rect.height);
            for (const std::string& wrong : testing::outside_items(panel.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
        }
}

TEST_P(Stage, TextsDoNotMeet)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_layout, m_style))
            for (const std::string& wrong : testing::colliding_texts(panel.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
}

TEST_P(Stage, NoTextIsTooSmallToRead)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Text& text : testing::texts_of(compose_overlay(named.snapshot, m_state, m_style).picture)) {
            EXPECT_GE(text.size, 13.0F * m_style.scale) << named.name << ": " << text.text;
            EXPECT_GT(text.max_width, 0.0F) << named.name << ": " << text.text << " has no end";
        }
}

TEST_P(Stage, EveryPanelSaysSomething)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_layout, m_style))
            EXPECT_FALSE(testing::texts_of(panel.picture).empty()) << named.name;
}

TEST_P(Stage, EveryVariantCanBeClickedInItsPanel)
{
    for (const NamedSnapshot& named : snapshots()) {
        std::set<std::size_t> reached;
        for (const HitRegion& region : compose_overlay(named.snapshot, m_state, m_style).regions)
            if (const auto* select = std::get_if<session::SelectVariant>(&region.command)) {
                reached.insert(select->index);
                EXPECT_TRUE(testing::inside(region.rect, m_layout.variants, 0.01F)) << named.name;
            }
        EXPECT_EQ(reached.size(), named.snapshot.variants.size()) << named.name;
    }
}

TEST_P(Stage, RegionsLieInTheWindowAndOutsideOfTheScene)
{
    for (const NamedSnapshot& named : snapshots())
        for (const HitRegion& region : compose_overlay(named.snapshot, m_state, m_style).regions) {
            EXPECT_TRUE(testing::inside(region.rect, window(), 0.01F)) << named.name;
            EXPECT_GT(region.rect.width, 4.0F) << named.name;
            EXPECT_FALSE(testing::overlap(region.rect, m_layout.scene)) << named.name;
        }
}

TEST_P(Stage, NoticesStayInTheSceneAndApart)
{
    for (const NamedSnapshot& named : snapshots()) {
        const std::vector<Panel> notices = notice_stack(named.snapshot, m_state, m_layout.scene, m_style);
        EXPECT_FALSE(notices.empty()) << named.name << ": the message has to be seen";
        for (std::size_t i = 0; i < notices.size(); ++i) {
            EXPECT_TRUE(testing::inside(notices[i].rect, m_layout.scene, 0.01F)) << named.name;
            EXPECT_TRUE(testing::outside_items(notices[i].picture).empty()) << named.name;
            EXPECT_TRUE(testing::colliding_texts(notices[i].picture).empty()) << named.name;
            for (std::size_t k = i + 1; k < notices.size(); ++k)
                EXPECT_FALSE(testing::overlap(notices[i].rect, notices[k].rect)) << named.name;
        }
    }
}

TEST_P(Stage, HelpSheetFitsAndTakesTheClicks)
{
    m_state.help = true;
    const Overlay overlay = compose_overlay(snapshots().front().snapshot, m_state, m_style);
    EXPECT_TRUE(overlay.regions.empty());
    const Panel sheet = help_sheet(m_size, m_style);
    EXPECT_TRUE(testing::inside(sheet.rect, window(), 0.0F));
    for (const std::string& wrong : testing::outside_items(sheet.picture))
        ADD_FAILURE() << wrong;
    for (const std::string& wrong : testing::colliding_texts(sheet.picture))
        ADD_FAILURE() << wrong;
    for (const Text& text : testing::texts_of(sheet.picture))
        EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text << " is cut";
    for (const char* key :
        { "1–9", "Tab", "Space", "R", "G", "A", "K", "J L", "S", "C", "M", "X", "U", "F", "Enter", "Shift F12", "Home End",
            "Shift ← →", "PgDn PgUp", "V", "N", "P", "← →", "↑ ↓", "+ −", "0", "drag", "F2", "F11", "H", "F12", "?" })
        EXPECT_TRUE(testing::says(sheet.picture, key)) << key;
}

// What goes first when room gets short: see StageLayout.
TEST_P(Stage, PanelsAreGivenUpInOrder)
{
    if (m_layout.source) {
        EXPECT_TRUE(m_layout.timings);
        EXPECT_TRUE(m_layout.parameters);
    }
    EXPECT_EQ(m_layout.timings.has_value(), m_layout.parameters.has_value());
    if (m_layout.parameters) {
        EXPECT_TRUE(m_layout.footer);
    }
}

std::string name_of_case(const ::testing::TestParamInfo<std::tuple<Size, float>>& info)
{
    const auto& [size, scale] = info.param;
    return fmt::format("{:.0f}x{:.0f}at{:.0f}percent", size.width, size.height, 100 * scale);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, Stage, ::testing::Combine(::testing::ValuesIn(kSizes), ::testing::ValuesIn(kScales)), name_of_case);

TEST(Overlay, AllPanelsAreThereOnAFullScreen)
{
    for (const float scale : { 1.0F, 1.5F }) {
        const StageLayout layout = layout_stage({ 1920, 1080 }, make_style(Theme::dark, scale));
        EXPECT_TRUE(layout.parameters && layout.timings && layout.source && layout.timeline && layout.footer) << scale;
    }
    EXPECT_TRUE(layout_stage({ 1280, 720 }, make_style(Theme::dark, 1.0F)).source);
    EXPECT_TRUE(layout_stage({ 1280, 720 }, make_style(Theme::dark, 1.0F)).timeline);
}

TEST(Overlay, SceneEndsWhereTheArraysCaptionBegins)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    const Rect scene = layout_stage(state.size, style).scene;
    EXPECT_TRUE(same(compose_overlay(testing::nbody_on_gpu(), state, style).scene, scene));
    const Overlay reduction = compose_overlay(testing::reduction_with_conflict(), state, style);
    EXPECT_GT(reduction.scene.y, scene.y);
    EXPECT_FLOAT_EQ(reduction.scene.bottom(), scene.bottom());
    EXPECT_LT(testing::text_with(reduction.picture, "121 of 333").anchor.y, reduction.scene.y);
}

TEST(Overlay, BadgeSaysWhichMachineRuns)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    EXPECT_TRUE(
        testing::says(compose_overlay(testing::nbody_on_gpu(), state, style).picture, "NVIDIA H200 · CUDA–OpenGL interop"));
    EXPECT_TRUE(
        testing::says(compose_overlay(testing::reduction_with_conflict(), state, style).picture, "virtual machine · emulated"));
    EXPECT_TRUE(testing::says(compose_overlay(testing::host_only(), state, style).picture, "paused"));
}

TEST(Overlay, EmptyStatesHaveWords)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    const DrawList host = compose_overlay(testing::host_only(), state, style).picture;
    EXPECT_TRUE(testing::says(host, "this variant runs on the host: no warps to show"));
    EXPECT_TRUE(testing::says(host, "this variant runs on the host: no requests to show"));
    const DrawList nothing = compose_overlay(testing::nothing_yet(), state, style).picture;
    EXPECT_TRUE(testing::says(nothing, "recording…"));
    EXPECT_TRUE(testing::says(nothing, "nothing has run yet"));
    session::Snapshot global = testing::nbody_on_gpu();
    global.accesses.clear();
    global.chosen_access.reset();
    EXPECT_TRUE(testing::says(compose_overlay(global, state, style).picture, "no shared or global memory in the recorded block"));
}

TEST(Overlay, TheSceneShinesThroughThePanelsALittle)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    for (const Panel& panel : compose_panels(testing::nbody_on_gpu(), { { 1920, 1080 }, 60.0F, false, "" }, layout, style)) {
        const auto* ground = std::get_if<Box>(&panel.picture.items.front());
        ASSERT_NE(ground, nullptr);
        EXPECT_GE(ground->fill->a, 240); // 94 %
        EXPECT_LE(ground->fill->a, 245); // 96 %
    }
}

TEST(Overlay, AnEmptySnapshotAndATinyWindowAreDrawn)
{
    for (const Size size : { Size { 0, 0 }, Size { 1, 1 }, Size { 200, 100 }, Size { 640, 360 } })
        EXPECT_FALSE(compose_overlay({}, { size, 0.0F, false, "" }, make_style(Theme::light, 2.0F)).picture.items.empty());
}

TEST(Overlay, TimesOfTheVirtualMachineAreCalledEmulatedEverywhere)
{
    for (const Size size : kSizes)
        for (const float scale : kScales) {
            const Style style = make_style(Theme::dark, scale);
            const StageLayout layout = layout_stage(size, style);
            const session::Snapshot snapshot = testing::crowded();
            EXPECT_TRUE(testing::says(variants_panel(snapshot, layout, style).picture, "emulated"));
            if (!layout.timings)
                continue;
            const DrawList timings = timings_panel(snapshot, *layout.timings, layout, style).picture;
            EXPECT_TRUE(testing::says(timings, "emulated") || testing::says(timings, "Emulated"))
                << size.width << " at " << scale;
        }
}

TEST(Notices, TrapIsAFaultWithItsMessageAndAWarningSign)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const std::vector<Panel> notices = notice_stack(testing::trapped(), {}, { 0, 0, 600, 600 }, style);
    ASSERT_EQ(notices.size(), 2U);
    EXPECT_TRUE(testing::says(notices[0].picture, "Invalid __global__ read")) << "the newest at the bottom";
    EXPECT_GT(testing::count_color(notices[0].picture, style.vermilion), 1U) << "frame and triangle";
    EXPECT_TRUE(testing::says(notices[1].picture, "Copies through the host"));
    EXPECT_GT(testing::count_color(notices[1].picture, style.orange), 1U);
}

TEST(Notices, TheSameTextIsSaidOnce)
{
    session::Snapshot snapshot = testing::trapped();
    snapshot.notices.push_back({ session::Severity::fault, snapshot.recording->trap->message });
    EXPECT_EQ(notice_stack(snapshot, {}, { 0, 0, 600, 600 }, make_style(Theme::dark, 1.0F)).size(), 2U);
}

TEST(Notices, TheOldestGoFirstWhereRoomIsShort)
{
    session::Snapshot snapshot;
    for (int i = 0; i < 20; ++i)
        snapshot.notices.push_back({ session::Severity::information, "notice " + std::to_string(i) });
    const std::vector<Panel> notices = notice_stack(snapshot, {}, { 0, 0, 400, 200 }, make_style(Theme::dark, 1.0F));
    ASSERT_GE(notices.size(), 2U);
    ASSERT_LT(notices.size(), 20U);
    EXPECT_TRUE(testing::says(notices.front().picture, "notice 19"));
}

TEST(ParametersPanel, SuggestionsGoFirstAndNothingIsDroppedSilently)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    const auto suggested = [&](const session::Snapshot& snapshot) {
        const Panel panel = parameters_panel(snapshot, *layout.parameters, layout, style);
        return std::count_if(panel.regions.begin(), panel.regions.end(),
            [](const HitRegion& region) { return std::holds_alternative<session::SetParameter>(region.command); });
    };
    EXPECT_EQ(suggested(testing::reduction_with_conflict()), 3 + 5 + 2);
    EXPECT_EQ(suggested(testing::crowded()), 0);
    EXPECT_TRUE(
        testing::says(parameters_panel(testing::crowded(), *layout.parameters, layout, style).picture, "more, see --set"));
}

TEST(WarpsPanel, ChipsChooseWarps)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    std::set<std::uint32_t> warps;
    std::set<std::uint32_t> lanes;
    for (const HitRegion& region : warps_panel(testing::nbody_on_gpu(), layout, style).regions) {
        if (const auto* lane = std::get_if<session::SelectLane>(&region.command))
            lanes.insert(lane->lane);
        else
            warps.insert(std::get<session::SelectWarp>(region.command).warp);
    }
    EXPECT_EQ(lanes.size(), 32U);
    EXPECT_EQ(warps, (std::set<std::uint32_t> { 0, 1, 2, 3, 4, 5, 6, 7 }));
}

TEST(BanksPanel, AccessesAndTheirOccurrencesCanBeChosen)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 1920, 1080 }, Size { 2560, 1440 } }) {
        const StageLayout layout = layout_stage(size, style);
        std::set<std::uint32_t> accesses;
        int steps = 0;
        for (const HitRegion& region : access_panel(testing::reduction_with_conflict(), layout, style).regions) {
            if (const auto* select = std::get_if<session::SelectAccess>(&region.command))
                accesses.insert(select->pc);
            steps += std::holds_alternative<session::StepAccess>(region.command) ? 1 : 0;
        }
        EXPECT_EQ(accesses, (std::set<std::uint32_t> { 7, 13, 113, 213 }));
        EXPECT_EQ(steps, 2);
    }
}

} // namespace
} // namespace warpstage::figure
