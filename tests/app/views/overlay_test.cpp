#include "app/draw/text_metrics.h"
#include "app/views/frame/arrangement.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/sheets/tour.h"
#include "app/views/timings/big_number.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <tuple>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::compose_panels;
using testing::NamedSnapshot;
using testing::Overlay;
using testing::Panel;

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
        rects.push_back(panel.placed.rect);
    return rects;
}

// The background of each notice, the newest first: the only boxes with an outline.
std::vector<Rect> notice_boxes(const DrawList& notices)
{
    std::vector<Rect> boxes;
    for (const Item& item : notices.items)
        if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->outline)
            boxes.push_back(box->rect);
    return boxes;
}

std::vector<Placed> figures_in(const Overlay& overlay)
{
    std::vector<Placed> figures;
    std::ranges::copy_if(
        overlay.views, std::back_inserter(figures), [](const Placed& placed) { return can_be_maximized(*placed.view); });
    return figures;
}

class Stage : public ::testing::TestWithParam<std::tuple<Size, float>> {
protected:
    Size m_size = std::get<0>(GetParam());
    Style m_style = make_style(Theme::dark, std::get<1>(GetParam()));
    StageLayout m_layout = layout_stage(m_size, m_style);
    WindowState m_state = [this] {
        WindowState state { m_size, 60.0F, "Saved /home/presenter/Pictures/warpstage-0007.png" };
        state.keys = &testing::sample_keys();
        return state;
    }();

    [[nodiscard]] Rect window() const { return { 0, 0, m_size.width, m_size.height }; }
};

TEST_P(Stage, PanelsDoNotOverlapAndAreInTheWindow)
{
    const std::vector<Rect> rects = rects_of(compose_panels(snapshots().front().snapshot, m_state, m_style));
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

TEST_P(Stage, PanelsDoNotMoveWithTheirContent)
{
    const std::vector<Rect> first = rects_of(compose_panels(snapshots().front().snapshot, m_state, m_style));
    for (const NamedSnapshot& named : snapshots()) {
        const std::vector<Rect> rects = rects_of(compose_panels(named.snapshot, m_state, m_style));
        ASSERT_EQ(rects.size(), first.size()) << named.name;
        for (std::size_t i = 0; i < rects.size(); ++i)
            EXPECT_EQ(rects[i], first[i]) << named.name << " " << i;
    }
}

TEST_P(Stage, ItemsStayInsideTheirPanel)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_style)) {
            EXPECT_FLOAT_EQ(panel.picture.size.width, panel.placed.rect.width);
            EXPECT_FLOAT_EQ(panel.picture.size.height, panel.placed.rect.height);
            for (const std::string& wrong : draw::testing::outside_items(panel.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
        }
}

TEST_P(Stage, TextsDoNotOverlap)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_style))
            for (const std::string& wrong : draw::testing::colliding_texts(panel.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
}

TEST_P(Stage, NoTextIsTooSmallToRead)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Text& text : draw::testing::texts_of(compose_overlay(named.snapshot, m_state, m_style).picture)) {
            EXPECT_GE(text.size, 13.0F * m_style.scale) << named.name << ": " << text.text;
            EXPECT_GT(text.max_width, 0.0F) << named.name << ": " << text.text << " has no max_width";
        }
}

TEST_P(Stage, NoPanelIsEmpty)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Panel& panel : compose_panels(named.snapshot, m_state, m_style))
            EXPECT_FALSE(draw::testing::texts_of(panel.picture).empty()) << named.name;
}

TEST_P(Stage, EveryVariantCanBeClickedInItsPanel)
{
    for (const NamedSnapshot& named : snapshots()) {
        std::set<std::size_t> reached;
        const DrawList picture = compose_overlay(named.snapshot, m_state, m_style).picture;
        for (const auto& place : draw::testing::places_of<session::SelectVariant>(picture)) {
            reached.insert(place.command.index);
            ASSERT_TRUE(m_layout.variants);
            EXPECT_TRUE(draw::testing::inside(place.rect, *m_layout.variants, 0.01F)) << named.name;
        }
        if (m_layout.variants) {
            EXPECT_EQ(reached.size(), named.snapshot.setup->variants.size()) << named.name;
        }
    }
}

TEST_P(Stage, RegionsAreInTheWindowAndOutsideTheScene)
{
    for (const NamedSnapshot& named : snapshots())
        for (const Target& target : compose_overlay(named.snapshot, m_state, m_style).picture.targets) {
            const Action* action = target.action();
            if (action == nullptr || !std::holds_alternative<session::Command>(*action))
                continue;
            EXPECT_TRUE(draw::testing::inside(target.rect, window(), 0.01F)) << named.name;
            EXPECT_GT(target.rect.width, 4.0F) << named.name;
            EXPECT_FALSE(draw::testing::overlap(target.rect, m_layout.scene)) << named.name;
        }
}

TEST_P(Stage, OneMessageIsShownAndCoversNoPanelAndNoScene)
{
    const Rect area = toast_area(m_layout, m_state.size, m_style);
    EXPECT_TRUE(draw::testing::inside(area, window(), 0.01F));
    EXPECT_FALSE(draw::testing::overlap(area, m_layout.scene));
    for (const auto& panel : { m_layout.variants, m_layout.warps, m_layout.parameters, m_layout.timings, m_layout.source,
             m_layout.timeline, std::optional(m_layout.access) })
        EXPECT_FALSE(panel && draw::testing::overlap(area, *panel));
    for (const NamedSnapshot& named : snapshots()) {
        const DrawList notices = testing::build_view("notices", named.snapshot, m_state, area, m_style);
        EXPECT_EQ(notice_boxes(notices).size(), 1U) << named.name << ": the message must be visible";
        EXPECT_TRUE(draw::testing::outside_items(notices).empty()) << named.name;
        EXPECT_TRUE(draw::testing::colliding_texts(notices).empty()) << named.name;
    }
}

TEST_P(Stage, HelpSheetFitsAndTakesTheClicks)
{
    m_state.help = 0;
    const Overlay overlay = compose_overlay(snapshots().front().snapshot, m_state, m_style);
    EXPECT_TRUE(overlay.picture.targets.empty());
    std::set<std::string> said;
    for (std::size_t page = 0, pages = 1; page < pages; ++page) {
        const PagedSheet shown = help_sheet(*m_state.keys, page, m_size, m_style);
        pages = shown.pages;
        EXPECT_LE(pages, 12U);
        const DrawList& sheet = shown.picture;
        EXPECT_LE(sheet.size.width, m_size.width);
        EXPECT_LE(sheet.size.height, m_size.height);
        for (const std::string& wrong : draw::testing::outside_items(sheet))
            ADD_FAILURE() << wrong;
        for (const std::string& wrong : draw::testing::colliding_texts(sheet))
            ADD_FAILURE() << wrong;
        for (const Text& text : draw::testing::texts_of(sheet)) {
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text << " is cut";
            said.insert(text.text);
        }
    }
    for (const KeyWords& key : *m_state.keys) {
        EXPECT_TRUE(said.contains(std::string { key.keys })) << key.keys;
        EXPECT_TRUE(said.contains(std::string { key.meaning })) << key.meaning;
    }
    EXPECT_EQ(help_sheet(*m_state.keys, 99, m_size, m_style).picture.size.width,
        help_sheet(*m_state.keys, 98, m_size, m_style).picture.size.width);
}

// Every figure has a tip. Exceptions are self-explanatory texts: keys, notices, the words of a cue, a typed value.
TEST_P(Stage, EveryNumberHasATip)
{
    m_state.message = {};
    for (const NamedSnapshot& named : snapshots())
        for (const char* sheet : { "", "counters", "compare", "memory" })
            for (const Display display : { Display::panels, Display::number }) {
                session::Snapshot snapshot = named.snapshot;
                snapshot.notices.edit().clear();
                snapshot.cue.edit().index.reset();
                if (snapshot.run->recording && snapshot.run->recording->trap)
                    continue;
                m_state.sheet = find_view(sheet);
                m_state.display = display;
                const Overlay overlay = compose_overlay(snapshot, m_state, m_style);
                for (const Text& text : draw::testing::texts_of(overlay.picture)) {
                    const bool number =
                        std::any_of(text.text.begin(), text.text.end(), [](char c) { return c >= '0' && c <= '9'; });
                    const Rect rect = drawn_rect(text);
                    const Point middle { rect.x + rect.width / 2, rect.y + rect.height / 2 };
                    if (!number || (m_layout.footer && m_layout.footer->contains(middle)))
                        continue;
                    const bool told = std::ranges::any_of(overlay.picture.targets, [&](const Target& target) {
                        const Tip* tip = target.tip();
                        return tip != nullptr && target.rect.contains(middle) && !tip->title.empty()
                            && !(tip->definition.empty() && tip->formula.empty());
                    });
                    EXPECT_TRUE(told) << named.name << " " << sheet << static_cast<int>(display) << ": " << text.text;
                }
            }
}

TEST_P(Stage, MaximizedPanelAndHeadlineFigureStayInTheWindow)
{
    for (const NamedSnapshot& named : snapshots())
        for (const char* id : { "banks", "lanes", "timings", "source", "timeline", "compare" }) {
            m_state.display = Display::maximized;
            m_state.maximized = &view_of(id);
            const Overlay overlay = compose_overlay(named.snapshot, m_state, m_style);
            for (const std::string& wrong : draw::testing::outside_items(overlay.picture))
                ADD_FAILURE() << named.name << ": " << wrong;
            EXPECT_EQ(overlay.scene.width, 0.0F) << "nothing is visible between the panels";
            const std::vector<Placed> figures = figures_in(overlay);
            ASSERT_EQ(figures.size(), 1U);
            EXPECT_EQ(figures.front().view, &present(view_of(id), named.snapshot));
            EXPECT_GT(figures.front().rect.height, 0.3F * m_size.height) << named.name;
        }
}

// 1/200 of 30 meters is 15 centimeters: 1/14 of a screen of two meters.
TEST_P(Stage, TheHeadlineFigureIsLegibleAtThirtyMeters)
{
    constexpr float kCapital = 0.73F; // of the em square, Inter
    for (const NamedSnapshot& named : snapshots()) {
        m_state.display = Display::number;
        m_state.message = {};
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

TEST_P(Stage, TheTourIsBesideItsPanelAndFits)
{
    for (std::size_t i = 0; i < 2 * kTourSteps; ++i) {
        const std::size_t step = i / 2;
        m_state.tour = TourStep { step, i % 2 == 1 };
        const DrawList card = testing::build_view("tour", {}, m_state, window(), m_style);
        for (const std::string& wrong : draw::testing::outside_items(card))
            ADD_FAILURE() << step << ": " << wrong;
        for (const std::string& wrong : draw::testing::colliding_texts(card))
            ADD_FAILURE() << step << ": " << wrong;
        for (const Text& text : draw::testing::texts_of(card))
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text << " is cut";
        m_state.tour.reset();
        const std::size_t usual = compose_overlay(snapshots().front().snapshot, m_state, m_style).picture.targets.size();
        m_state.tour = TourStep { step };
        EXPECT_EQ(compose_overlay(snapshots().front().snapshot, m_state, m_style).picture.targets.size(), usual)
            << "the requested action can be clicked";
    }
}

// The order in which panels are omitted if space is limited: see StageLayout.
TEST_P(Stage, PanelsAreOmittedInOrder)
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

TEST(Views, HaveUniqueIdsAndTheMembersOfTheirPlace)
{
    std::set<std::string_view> ids;
    std::set<std::string_view> cues;
    for (const View& view : all_views()) {
        EXPECT_TRUE(ids.insert(view.id).second) << view.id;
        EXPECT_EQ(find_view(view.id), &view);
        EXPECT_TRUE(view.build != nullptr || view.figure.prepare != nullptr || view.place == Place::scene)
            << view.id << " shows nothing; scenes drawn by the stage have their own test";
        EXPECT_EQ(view.place == Place::panel, view.rect != nullptr) << view.id;
        if (view.while_asked == WhileAsked::hidden) {
            EXPECT_FALSE(view.title.empty()) << view.id;
            EXPECT_TRUE(view.reads.has(Part::cue)) << view.id << " would not depend on the question";
        }
        if (!view.cue.empty())
            cues.insert(view.cue);
    }
    // Words in the existing lessons; the scene is drawn by the stage.
    cues.insert("scene");
    EXPECT_EQ(cues,
        (std::set<std::string_view> { "scene", "variants", "parameters", "warps", "banks", "sectors", "partitions", "timings",
            "source", "sm", "compare", "retirement", "occupancy", "hierarchy", "index" }));
    const auto words = cue_figures();
    EXPECT_EQ(cues, (std::set<std::string_view> { words.begin(), words.end() }));
    EXPECT_EQ(find_view("nothing"), nullptr);
    EXPECT_EQ(view_of_settings("access"), find_view("banks"));
    EXPECT_EQ(view_of_settings("comparison"), find_view("compare"));
}

TEST(Views, ANarrowedModelHasOnlyTheRequestedParts)
{
    const session::Snapshot whole = testing::played();
    EXPECT_EQ(narrowed(whole, {}), session::Snapshot {});
    const session::Snapshot some = narrowed(whole, Part::setup | Part::playing);
    EXPECT_EQ(some.setup, whole.setup);
    EXPECT_EQ(some.run, session::Snapshot {}.run);
    EXPECT_EQ(some.timing->playing, whole.timing->playing);
    EXPECT_TRUE(some.timing->variants.empty());
    EXPECT_EQ(narrowed(whole, Part::setup | Part::playing), some) << "the same handles";
}

TEST(Overlay, AllPanelsAreShownOnAFullScreen)
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
    const WindowState state { { 1920, 1080 }, 60.0F };
    const Rect scene = layout_stage(state.size, style).scene;
    EXPECT_EQ(compose_overlay(testing::nbody_on_gpu(), state, style).scene, scene);
    const Overlay reduction = compose_overlay(testing::reduction_with_conflict(), state, style);
    EXPECT_GT(reduction.scene.y, scene.y);
    EXPECT_FLOAT_EQ(reduction.scene.bottom(), scene.bottom());
    EXPECT_LT(draw::testing::text_with(reduction.picture, "121 of 333").anchor.y, reduction.scene.y);
}

TEST(Overlay, BadgeNamesTheDevice)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const WindowState state { { 1920, 1080 }, 60.0F };
    EXPECT_TRUE(
        draw::testing::says(compose_overlay(testing::nbody_on_gpu(), state, style).picture, "NVIDIA H200 · CUDA–OpenGL interop"));
    EXPECT_TRUE(
        draw::testing::says(compose_overlay(testing::reduction_with_conflict(), state, style).picture, "PTX virtual machine"));
    EXPECT_TRUE(draw::testing::says(compose_overlay(testing::host_only(), state, style).picture, "paused"));
}

TEST(Overlay, EmptyPanelsHaveAMessage)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const WindowState state { { 1920, 1080 }, 60.0F };
    const DrawList host = compose_overlay(testing::host_only(), state, style).picture;
    EXPECT_TRUE(draw::testing::says(host, "this variant runs on the host: no warps to show"));
    EXPECT_TRUE(draw::testing::says(host, "this variant runs on the host: no requests to show"));
    const DrawList nothing = compose_overlay(testing::nothing_yet(), state, style).picture;
    EXPECT_TRUE(draw::testing::says(nothing, "recording…"));
    EXPECT_TRUE(draw::testing::says(nothing, "nothing has run yet"));
    session::Snapshot stopped = testing::trapped();
    stopped.timing.edit().works.clear();
    EXPECT_TRUE(draw::testing::says(compose_overlay(stopped, state, style).picture, "no time: a fault stops the step"));
    session::Snapshot global = testing::nbody_on_gpu();
    global.run.edit().accesses.clear();
    global.selection.edit().chosen_access.reset();
    EXPECT_TRUE(draw::testing::says(
        compose_overlay(global, state, style).picture, "the recorded block accesses no shared or global memory"));
}

TEST(Overlay, PanelsAreSlightlyTranslucent)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Panel& panel : compose_panels(testing::nbody_on_gpu(), { { 1920, 1080 }, 60.0F }, style)) {
        const auto* ground = std::get_if<Box>(&panel.picture.items.front());
        ASSERT_NE(ground, nullptr);
        EXPECT_GE(ground->fill->a, 240); // 94 %
        EXPECT_LE(ground->fill->a, 245); // 96 %
    }
}

TEST(Overlay, AnEmptySnapshotAndATinyWindowAreDrawn)
{
    for (const Size size : { Size { 0, 0 }, Size { 1, 1 }, Size { 200, 100 }, Size { 640, 360 } })
        EXPECT_FALSE(compose_overlay({}, { size, 0.0F }, make_style(Theme::light, 2.0F)).picture.items.empty());
}

TEST(Overlay, EstimatedTimesAreLabeledEverywhere)
{
    for (const Size size : kSizes)
        for (const float scale : kScales) {
            const Style style = make_style(Theme::dark, scale);
            const StageLayout layout = layout_stage(size, style);
            const session::Snapshot snapshot = testing::crowded();
            const WindowState window { size, 60.0F };
            const DrawList bar = testing::build_view("top-bar", snapshot, window, layout.top_bar, style);
            EXPECT_TRUE(draw::testing::says(bar, "virtual machine") || draw::testing::says(bar, "VM"));
            if (layout.variants) {
                const DrawList variants = testing::build_view("variants", snapshot, window, *layout.variants, style);
                EXPECT_TRUE(draw::testing::says(variants, "estimated") || draw::testing::says(variants, "Estimated"));
            }
            if (!layout.timings)
                continue;
            const DrawList timings = testing::build_view("timings", snapshot, window, *layout.timings, style);
            EXPECT_TRUE(draw::testing::says(timings, "estimated") || draw::testing::says(timings, "Estimated"))
                << size.width << " at " << scale;
        }
}

DrawList notices_in(std::string_view id, const session::Snapshot& snapshot, Rect area)
{
    return testing::build_view(id, snapshot, {}, area, make_style(Theme::dark, 1.0F));
}

constexpr Rect kNotices { 0, 0, 1200, 44 };
const WindowState kFullScreen { { 1920, 1080 } };

TEST(Notices, TrapIsAFaultWithItsMessageAndAWarningSign)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const DrawList notices = notices_in("notices", testing::trapped(), kNotices);
    ASSERT_EQ(notice_boxes(notices).size(), 1U);
    EXPECT_TRUE(draw::testing::says(notices, "Invalid __global__ read"));
    EXPECT_FALSE(draw::testing::says(notices, "Copies through the host")) << "a fault comes first";
    EXPECT_GT(draw::testing::count_color(notices, style.vermilion), 1U) << "frame and triangle";
}

TEST(Notices, TheAnswerToAKeyComesBeforeAFault)
{
    WindowState window;
    window.message.text = "Saved picture.png.";
    const DrawList notices = testing::build_view("notices", testing::trapped(), window, kNotices, make_style(Theme::dark, 1.0F));
    EXPECT_EQ(notice_boxes(notices).size(), 1U);
    EXPECT_TRUE(draw::testing::says(notices, "Saved picture.png."));
}

TEST(Notices, TheSameTextIsShownOnce)
{
    session::Snapshot snapshot = testing::trapped();
    snapshot.notices.edit().push_back({ session::Severity::fault, snapshot.run->recording->trap->message });
    EXPECT_EQ(notice_boxes(notices_in("notices", snapshot, kNotices)).size(), 1U);
}

TEST(Notices, AFaultOfTwoBlocksIsShownOnce)
{
    session::Snapshot snapshot = testing::trapped();
    const std::string message = snapshot.run->recording->trap->message;
    const std::string other = message.substr(0, message.rfind("; ")) + "; thread (1,0,0) of block (9,0,0), lane 1";
    ASSERT_NE(other, message);
    snapshot.notices.edit().push_back({ session::Severity::fault, other });
    EXPECT_TRUE(draw::testing::says(notices_in("notices", snapshot, kNotices), "Invalid __global__ read"));
    const DrawList others = notices_in("other-notices", snapshot, kNotices);
    EXPECT_EQ(notice_boxes(others).size(), 1U);
    EXPECT_FALSE(draw::testing::says(others, "Invalid __global__ read")) << "it is shown elsewhere";
}

TEST(Notices, TheNewestIsShown)
{
    session::Snapshot snapshot;
    for (int i = 0; i < 20; ++i)
        snapshot.notices.edit().push_back({ session::Severity::information, "notice " + std::to_string(i) });
    const DrawList notices = notices_in("notices", snapshot, { 0, 0, 400, 44 });
    EXPECT_EQ(notice_boxes(notices).size(), 1U);
    EXPECT_TRUE(draw::testing::says(notices, "notice 19"));
    EXPECT_FALSE(draw::testing::says(notices, "notice 0"));
}

TEST(ParametersPanel, SuggestionsAreOmittedFirstAndOmissionsAreIndicated)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    const auto suggested = [&](const session::Snapshot& snapshot) {
        const DrawList panel = testing::build_view("parameters", snapshot, kFullScreen, *layout.parameters, style);
        return draw::testing::places_of<session::SetParameter>(panel).size();
    };
    EXPECT_EQ(suggested(testing::reduction_with_conflict()), 3U + 5U + 2U);
    EXPECT_EQ(suggested(testing::crowded()), 0U);
    EXPECT_TRUE(draw::testing::says(
        testing::build_view("parameters", testing::crowded(), kFullScreen, *layout.parameters, style), "more: Enter"));
}

TEST(WarpsPanel, ChipsChooseWarps)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StageLayout layout = layout_stage({ 1920, 1080 }, style);
    std::set<std::uint32_t> warps;
    std::set<std::uint32_t> lanes;
    const DrawList panel = testing::build_view("lanes", testing::nbody_on_gpu(), kFullScreen, *layout.warps, style);
    for (const auto& place : draw::testing::places_of<session::SelectLane>(panel))
        lanes.insert(place.command.lane);
    for (const auto& place : draw::testing::places_of<session::SelectWarp>(panel))
        warps.insert(place.command.warp);
    EXPECT_EQ(draw::testing::actions_of(panel).size(), 32U + 8U);
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
        for (const auto& place : draw::testing::places_of<session::SelectAccess>(panel))
            accesses.insert(place.command.pc);
        const std::size_t steps = draw::testing::places_of<session::StepAccess>(panel).size();
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
        const auto* mark = target.action() != nullptr ? std::get_if<MarkLanes>(target.action()) : nullptr;
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
