// The panels of the stage for each size of the window and of the text: places, legibility, tips.
#include "app/draw/text_metrics.h"
#include "app/views/frame/arrangement.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/sheets/tour.h"
#include "app/views/timings/big_number.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/app/views/view_of.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::compose_panels;
using testing::kScales;
using testing::kSizes;
using testing::NamedSnapshot;
using testing::notice_boxes;
using testing::Overlay;
using testing::Panel;

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
        for (const auto& place : testing::places_of<session::SelectVariant>(picture)) {
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
            const Action* action = action_of(target.click());
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
    for (const auto& panel : { m_layout.variants, m_layout.warps, m_layout.parameters, m_layout.source, m_layout.timeline,
             std::optional(m_layout.access) })
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
        for (const char* id : { "banks", "lanes", "variants", "parameters", "source", "timeline", "compare" }) {
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
            EXPECT_GE(figures.front().text, 1.0F);
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
        EXPECT_TRUE(m_layout.parameters);
    }
    if (m_layout.variants) {
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

} // namespace
} // namespace warpstage::views
