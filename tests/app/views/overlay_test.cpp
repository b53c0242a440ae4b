#include "app/draw/text_metrics.h"
#include "app/views/frame/layout.h"
#include "app/views/frame/overlay.h"
#include "app/views/frame/panel.h"
#include "app/views/sheets/help_sheet.h"
#include "app/views/sheets/tour.h"
#include "app/views/timings/big_number.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/snapshots.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace warpstage::views {
namespace {

using testing::NamedSnapshot;

constexpr std::array<Size, 6> kSizes = { { { 1024, 768 }, { 1280, 720 }, { 1366, 768 }, { 1920, 1080 }, { 2560, 1440 },
    { 3840, 2160 } } };
constexpr std::array<float, 4> kScales = { 1.0F, 1.5F, 2.0F, 3.0F };

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
    OverlayState m_state = [this] {
        OverlayState state { m_size, 60.0F, false, "Saved /home/presenter/Pictures/warpstage-0007.png" };
        state.keys = testing::sample_keys();
        return state;
    }();

    [[nodiscard]] Rect window() const { return { 0, 0, m_size.width, m_size.height }; }
};

TEST_P(Stage, PanelsAreApartAndInTheWindow)
{
    const std::vector<Rect> rects = rects_of(compose_panels(snapshots().front().snapshot, m_state, m_layout, m_style));
    for (std::size_t i = 0; i < rects.size(); ++i) {
        EXPECT_TRUE(draw::testing::inside(rects[i], window(), 0.01F)) << i;
        EXPECT_FALSE(draw::testing::overlap(rects[i], m_layout.scene)) << i << " covers the scene";
        for (std::size_t k = i + 1; k < rects.size(); ++k)
            EXPECT_FALSE(draw::testing::overlap(rects[i], rects[k])) << i << " and " << k;
    }
    EXPECT_TRUE(draw::testing::inside(m_layout.scene, window(), 0.0F));
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
            for (const std::string& wrong : draw::testing::outside_items(panel.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
        }
}

TEST_P(Stage, TextsDoNotMeet)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_layout, m_style))
            for (const std::string& wrong : draw::testing::colliding_texts(panel.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
}

TEST_P(Stage, NoTextIsTooSmallToRead)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Text& text : draw::testing::texts_of(compose_overlay(named.snapshot, m_state, m_style).picture)) {
            EXPECT_GE(text.size, 13.0F * m_style.scale) << named.name << ": " << text.text;
            EXPECT_GT(text.max_width, 0.0F) << named.name << ": " << text.text << " has no end";
        }
}

TEST_P(Stage, EveryPanelSaysSomething)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_layout, m_style))
            EXPECT_FALSE(draw::testing::texts_of(panel.picture).empty()) << named.name;
}

TEST_P(Stage, EveryVariantCanBeClickedInItsPanel)
{
    for (const NamedSnapshot& named : snapshots()) {
        std::set<std::size_t> reached;
        for (const HitRegion& region : compose_overlay(named.snapshot, m_state, m_style).regions)
            if (const auto* select = std::get_if<session::SelectVariant>(&region.command)) {
                reached.insert(select->index);
                ASSERT_TRUE(m_layout.variants);
                EXPECT_TRUE(draw::testing::inside(region.rect, *m_layout.variants, 0.01F)) << named.name;
            }
        if (m_layout.variants) {
            EXPECT_EQ(reached.size(), named.snapshot.setup->variants.size()) << named.name;
        }
    }
}

TEST_P(Stage, RegionsLieInTheWindowAndOutsideOfTheScene)
{
    for (const NamedSnapshot& named : snapshots())
        for (const HitRegion& region : compose_overlay(named.snapshot, m_state, m_style).regions) {
            EXPECT_TRUE(draw::testing::inside(region.rect, window(), 0.01F)) << named.name;
            EXPECT_GT(region.rect.width, 4.0F) << named.name;
            EXPECT_FALSE(draw::testing::overlap(region.rect, m_layout.scene)) << named.name;
        }
}

TEST_P(Stage, NoticesStayInTheSceneAndApart)
{
    for (const NamedSnapshot& named : snapshots()) {
        const std::vector<Panel> notices = notice_stack(named.snapshot, m_state, m_layout.scene, m_style);
        EXPECT_FALSE(notices.empty()) << named.name << ": the message has to be seen";
        for (std::size_t i = 0; i < notices.size(); ++i) {
            EXPECT_TRUE(draw::testing::inside(notices[i].rect, m_layout.scene, 0.01F)) << named.name;
            EXPECT_TRUE(draw::testing::outside_items(notices[i].picture).empty()) << named.name;
            EXPECT_TRUE(draw::testing::colliding_texts(notices[i].picture).empty()) << named.name;
            for (std::size_t k = i + 1; k < notices.size(); ++k)
                EXPECT_FALSE(draw::testing::overlap(notices[i].rect, notices[k].rect)) << named.name;
        }
    }
}

TEST_P(Stage, HelpSheetFitsAndTakesTheClicks)
{
    m_state.help = true;
    const Overlay overlay = compose_overlay(snapshots().front().snapshot, m_state, m_style);
    EXPECT_TRUE(overlay.regions.empty());
    std::set<std::string> said;
    for (std::size_t page = 0, pages = 1; page < pages; ++page) {
        const HelpSheet shown = help_sheet(m_state.keys, page, m_size, m_style);
        pages = shown.pages;
        EXPECT_LE(pages, 12U);
        const Panel& sheet = shown.panel;
        EXPECT_TRUE(draw::testing::inside(sheet.rect, window(), 0.0F));
        for (const std::string& wrong : draw::testing::outside_items(sheet.picture))
            ADD_FAILURE() << wrong;
        for (const std::string& wrong : draw::testing::colliding_texts(sheet.picture))
            ADD_FAILURE() << wrong;
        for (const Text& text : draw::testing::texts_of(sheet.picture)) {
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text << " is cut";
            said.insert(text.text);
        }
    }
    for (const KeyWords& key : m_state.keys) {
        EXPECT_TRUE(said.contains(std::string { key.keys })) << key.keys;
        EXPECT_TRUE(said.contains(std::string { key.meaning })) << key.meaning;
    }
    EXPECT_EQ(help_sheet(m_state.keys, 99, m_size, m_style).panel.rect.width,
        help_sheet(m_state.keys, 98, m_size, m_style).panel.rect.width);
}

// Hover over any figure and it says what it is. Words that speak for themselves: keys, notices, what a cue says, a typed value.
TEST_P(Stage, EveryNumberHasATip)
{
    m_state.message.clear();
    for (const NamedSnapshot& named : snapshots())
        for (const Sheet sheet : { Sheet::none, Sheet::counters, Sheet::comparison, Sheet::memory })
            for (const View view : { View::panels, View::number }) {
                session::Snapshot snapshot = named.snapshot;
                snapshot.notices.edit().clear();
                snapshot.cue.edit().index.reset();
                if (snapshot.run->recording && snapshot.run->recording->trap)
                    continue;
                m_state.sheet = sheet;
                m_state.view = view;
                const Overlay overlay = compose_overlay(snapshot, m_state, m_style);
                for (const Text& text : draw::testing::texts_of(overlay.picture)) {
                    const bool number =
                        std::any_of(text.text.begin(), text.text.end(), [](char c) { return c >= '0' && c <= '9'; });
                    const Rect rect = drawn_rect(text);
                    const Point middle { rect.x + rect.width / 2, rect.y + rect.height / 2 };
                    if (!number || (m_layout.footer && m_layout.footer->contains(middle)))
                        continue;
                    const bool told = std::any_of(overlay.tips.begin(), overlay.tips.end(), [&](const TipRegion& region) {
                        return region.rect.contains(middle) && !region.tip.title.empty()
                            && !(region.tip.definition.empty() && region.tip.formula.empty());
                    });
                    EXPECT_TRUE(told) << named.name << " " << static_cast<int>(sheet) << static_cast<int>(view) << ": "
                                      << text.text;
                }
            }
}

TEST_P(Stage, OnePictureAndOneNumberStayInTheWindow)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Picture picture :
            { Picture::access, Picture::lanes, Picture::timings, Picture::source, Picture::timeline, Picture::comparison }) {
            m_state.view = View::picture;
            m_state.chosen_picture = picture;
            const Overlay overlay = compose_overlay(named.snapshot, m_state, m_style);
            for (const std::string& wrong : draw::testing::outside_items(overlay.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
            EXPECT_EQ(overlay.scene.width, 0.0F) << "nothing shines between the panels";
            ASSERT_EQ(overlay.pictures.size(), 1U);
            EXPECT_EQ(overlay.pictures.front().picture, picture);
            EXPECT_GT(overlay.pictures.front().rect.height, 0.3F * m_size.height) << named.name;
        }
}

// A two-hundredth of 30 metres is 15 centimetres: a fourteenth of a screen of two metres.
TEST_P(Stage, TheOneNumberIsLegibleAtThirtyMetres)
{
    constexpr float kCapital = 0.73F; // of the em square, Inter
    for (const NamedSnapshot& named : snapshots()) {
        m_state.view = View::number;
        m_state.message.clear();
        const Overlay overlay = compose_overlay(named.snapshot, m_state, m_style);
        for (const std::string& wrong : draw::testing::outside_items(overlay.picture))
            ADD_FAILURE() << named.name << ": " << wrong;
        const std::string value = big_number(named.snapshot).value;
        float largest = 0.0F;
        for (const Text& text : draw::testing::texts_of(overlay.picture))
            if (text.text == value)
                largest = std::max(largest, text.size);
        EXPECT_GE(kCapital * largest, m_size.height / 14.0F) << named.name << ": " << value;
    }
}

TEST_P(Stage, TheTourStandsBesideItsPanelAndFits)
{
    for (std::size_t step = 0; step < kTourSteps; ++step) {
        const Panel card = tour_card(step, m_layout, m_size, m_style);
        EXPECT_TRUE(draw::testing::inside(card.rect, window(), 0.01F)) << step;
        for (const std::string& wrong : draw::testing::outside_items(card.picture))
            ADD_FAILURE() << step << ": " << wrong;
        for (const std::string& wrong : draw::testing::colliding_texts(card.picture))
            ADD_FAILURE() << step << ": " << wrong;
        for (const Text& text : draw::testing::texts_of(card.picture))
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text << " is cut";
        m_state.tour = step;
        EXPECT_TRUE(compose_overlay(snapshots().front().snapshot, m_state, m_style).regions.empty());
    }
}

// What goes first when room gets short: see StageLayout.
TEST_P(Stage, PanelsAreGivenUpInOrder)
{
    if (m_layout.source) {
        EXPECT_TRUE(m_layout.timings);
        EXPECT_TRUE(m_layout.parameters);
    }
    if (m_layout.variants) {
        EXPECT_EQ(m_layout.timings.has_value(), m_layout.parameters.has_value());
        EXPECT_TRUE(m_layout.warps);
    }
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
    EXPECT_LT(draw::testing::text_with(reduction.picture, "121 of 333").anchor.y, reduction.scene.y);
}

TEST(Overlay, BadgeSaysWhichMachineRuns)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    EXPECT_TRUE(
        draw::testing::says(compose_overlay(testing::nbody_on_gpu(), state, style).picture, "NVIDIA H200 · CUDA–OpenGL interop"));
    EXPECT_TRUE(draw::testing::says(
        compose_overlay(testing::reduction_with_conflict(), state, style).picture, "virtual machine · emulated"));
    EXPECT_TRUE(draw::testing::says(compose_overlay(testing::host_only(), state, style).picture, "paused"));
}

TEST(Overlay, EmptyStatesHaveWords)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const OverlayState state { { 1920, 1080 }, 60.0F, false, "" };
    const DrawList host = compose_overlay(testing::host_only(), state, style).picture;
    EXPECT_TRUE(draw::testing::says(host, "this variant runs on the host: no warps to show"));
    EXPECT_TRUE(draw::testing::says(host, "this variant runs on the host: no requests to show"));
    const DrawList nothing = compose_overlay(testing::nothing_yet(), state, style).picture;
    EXPECT_TRUE(draw::testing::says(nothing, "recording…"));
    EXPECT_TRUE(draw::testing::says(nothing, "nothing has run yet"));
    session::Snapshot stopped = testing::trapped();
    stopped.timing.edit().works.clear();
    EXPECT_TRUE(draw::testing::says(compose_overlay(stopped, state, style).picture, "a fault stops it: there is no time"));
    session::Snapshot global = testing::nbody_on_gpu();
    global.run.edit().accesses.clear();
    global.selection.edit().chosen_access.reset();
    EXPECT_TRUE(
        draw::testing::says(compose_overlay(global, state, style).picture, "no shared or global memory in the recorded block"));
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
            EXPECT_TRUE(draw::testing::says(top_bar(snapshot, { size, 60.0F }, layout, style).picture, "emulated"));
            if (layout.variants) {
                EXPECT_TRUE(draw::testing::says(variants_panel(snapshot, *layout.variants, layout, style).picture, "emulated"));
            }
            if (!layout.timings)
                continue;
            const DrawList timings = timings_panel(snapshot, *layout.timings, layout, style).picture;
            EXPECT_TRUE(draw::testing::says(timings, "emulated") || draw::testing::says(timings, "Emulated"))
                << size.width << " at " << scale;
        }
}

TEST(Notices, TrapIsAFaultWithItsMessageAndAWarningSign)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const std::vector<Panel> notices = notice_stack(testing::trapped(), {}, { 0, 0, 600, 600 }, style);
    ASSERT_EQ(notices.size(), 2U);
    EXPECT_TRUE(draw::testing::says(notices[0].picture, "Invalid __global__ read")) << "the newest at the bottom";
    EXPECT_GT(draw::testing::count_color(notices[0].picture, style.vermilion), 1U) << "frame and triangle";
    EXPECT_TRUE(draw::testing::says(notices[1].picture, "Copies through the host"));
    EXPECT_GT(draw::testing::count_color(notices[1].picture, style.orange), 1U);
}

TEST(Notices, TheSameTextIsSaidOnce)
{
    session::Snapshot snapshot = testing::trapped();
    snapshot.notices.edit().push_back({ session::Severity::fault, snapshot.run->recording->trap->message });
    EXPECT_EQ(notice_stack(snapshot, {}, { 0, 0, 600, 600 }, make_style(Theme::dark, 1.0F)).size(), 2U);
}

TEST(Notices, AFaultOfTwoBlocksIsSaidOnce)
{
    session::Snapshot snapshot = testing::trapped();
    const std::string message = snapshot.run->recording->trap->message;
    const std::string other = message.substr(0, message.rfind("; ")) + "; thread (1,0,0) of block (9,0,0), lane 1";
    ASSERT_NE(other, message);
    snapshot.notices.edit().push_back({ session::Severity::fault, other });
    const Style style = make_style(Theme::dark, 1.0F);
    EXPECT_EQ(notice_stack(snapshot, {}, { 0, 0, 600, 600 }, style).size(), 2U);
    EXPECT_EQ(notice_stack(snapshot, {}, { 0, 0, 600, 600 }, style, message).size(), 1U) << "it stands elsewhere already";
}

TEST(Notices, TheOldestGoFirstWhereRoomIsShort)
{
    session::Snapshot snapshot;
    for (int i = 0; i < 20; ++i)
        snapshot.notices.edit().push_back({ session::Severity::information, "notice " + std::to_string(i) });
    const std::vector<Panel> notices = notice_stack(snapshot, {}, { 0, 0, 400, 200 }, make_style(Theme::dark, 1.0F));
    ASSERT_GE(notices.size(), 2U);
    ASSERT_LT(notices.size(), 20U);
    EXPECT_TRUE(draw::testing::says(notices.front().picture, "notice 19"));
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
        draw::testing::says(parameters_panel(testing::crowded(), *layout.parameters, layout, style).picture, "more, see --set"));
}

TEST(WarpsPanel, ChipsChooseWarps)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    std::set<std::uint32_t> warps;
    std::set<std::uint32_t> lanes;
    for (const HitRegion& region : warps_panel(testing::nbody_on_gpu(), 0, *layout.warps, layout, style).regions) {
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
        for (const HitRegion& region :
            access_panel(testing::reduction_with_conflict(), 0, layout.access, layout, style).regions) {
            if (const auto* select = std::get_if<session::SelectAccess>(&region.command))
                accesses.insert(select->pc);
            steps += std::holds_alternative<session::StepAccess>(region.command) ? 1 : 0;
        }
        EXPECT_EQ(accesses, (std::set<std::uint32_t> { 7, 13, 113, 213 }));
        EXPECT_EQ(steps, 2);
    }
}

TEST(BanksPanel, ABankMarksTheLanesThatMetIt)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    const session::Snapshot snapshot = testing::reduction_with_conflict();
    const Panel plain = access_panel(snapshot, 0, layout.access, layout, style);
    LaneMask all = 0;
    for (const WindowRegion& region : plain.window_regions) {
        const LaneMask lanes = std::get<MarkLanes>(region.order).lanes;
        EXPECT_GT(lane_count(lanes), 1U) << "each bank of this access serves several lanes";
        EXPECT_EQ(all & lanes, 0U) << "a lane meets one bank";
        all |= lanes;
        EXPECT_TRUE(draw::testing::inside(region.rect, { 0, 0, layout.access.width, layout.access.height }, 0.01F));
    }
    EXPECT_EQ(all, snapshot.selection->chosen_access->access.lanes);
    const LaneMask first = std::get<MarkLanes>(plain.window_regions.front().order).lanes;
    const Panel marked = access_panel(snapshot, first, layout.access, layout, style);
    EXPECT_EQ(draw::testing::count_color(marked.picture, style.text),
        draw::testing::count_color(plain.picture, style.text) + lane_count(first))
        << "a frame around each of these lanes";
    const Panel rows = warps_panel(snapshot, first, *layout.warps, layout, style);
    const Panel none = warps_panel(snapshot, 0, *layout.warps, layout, style);
    EXPECT_EQ(draw::testing::count_color(rows.picture, style.orange),
        draw::testing::count_color(none.picture, style.orange) + lane_count(first));
}

TEST(BigNumber, IsTheOneThatTheCuePointsAt)
{
    session::Snapshot snapshot = testing::reduction_with_conflict();
    snapshot.cue.edit().figure = lesson::CueFigure::banks;
    const BigNumber access = big_number(snapshot);
    EXPECT_EQ(access.value, std::to_string(snapshot.selection->chosen_access->shared->wavefronts));
    EXPECT_EQ(access.unit, "wavefronts, ideal 1");
    EXPECT_TRUE(access.excess);
    snapshot.cue.edit().figure = lesson::CueFigure::warps;
    EXPECT_EQ(big_number(snapshot).value, "–") << "nothing has been judged yet";
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

TEST(BigNumber, TimesOfTheVirtualMachineAreCalledEmulated)
{
    session::Snapshot snapshot = testing::crowded();
    snapshot.cue.edit().figure = lesson::CueFigure::timings;
    EXPECT_NE(big_number(snapshot).detail.find("emulated"), std::string::npos) << big_number(snapshot).detail;
    snapshot = testing::nbody_on_gpu();
    snapshot.cue.edit().figure = lesson::CueFigure::timings;
    EXPECT_NE(big_number(snapshot).detail.find("NVIDIA H200"), std::string::npos) << big_number(snapshot).detail;
}

} // namespace
} // namespace warpstage::views
