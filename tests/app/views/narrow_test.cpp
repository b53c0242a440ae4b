// Narrow windows, such as a phone's: tabs instead of panels around the scene.
#include "app/views/palette/list.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/app/views/view_of.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::compose_panels;

struct Phone {
    Size size;
    float scale = 1.0F;
};
constexpr std::array<Phone, 11> kPhones { { { { 390, 844 } }, { { 320, 568 } }, { { 1170, 2532 }, 3.0F }, { { 480, 640 } },
    { { 640, 360 } }, { { 640, 480 } }, { { 780, 600 } }, { { 1280, 720 }, 2.0F }, { { 844, 390 } }, { { 932, 430 } },
    { { 740, 300 } } } };

std::vector<Tab> all_tabs()
{
    std::vector<Tab> tabs;
    for (std::size_t i = 0; i < kTabs; ++i)
        tabs.push_back(static_cast<Tab>(i));
    return tabs;
}

WindowState window_of(const Phone& phone, Tab tab)
{
    WindowState window { phone.size, 60.0F };
    window.keys = &testing::sample_keys();
    window.tab = tab;
    return window;
}

Style style_of(const Phone& phone)
{
    return make_style(Theme::dark, phone.scale);
}

template <typename Check> void for_each_tab(const Check& check)
{
    for (const Phone& phone : kPhones)
        for (const Tab tab : all_tabs())
            check(phone, tab, fmt::format("{}x{} tab {}", phone.size.width, phone.size.height, static_cast<int>(tab)));
}

TEST(Narrow, PanelsOfATabAreInTheWindowAndDoNotOverlap)
{
    const session::Snapshot snapshot = testing::crowded();
    for_each_tab([&](const Phone& phone, Tab tab, const std::string& where) {
        const auto panels = compose_panels(snapshot, window_of(phone, tab), style_of(phone));
        ASSERT_GE(panels.size(), tab == Tab::scene ? 2U : 3U) << where;
        for (std::size_t i = 0; i < panels.size(); ++i) {
            EXPECT_TRUE(draw::testing::inside(panels[i].placed.rect, phone.size.area(), 0.01F)) << where << " " << i;
            for (std::size_t k = i + 1; k < panels.size(); ++k)
                EXPECT_FALSE(draw::testing::overlap(panels[i].placed.rect, panels[k].placed.rect))
                    << where << " " << i << " " << k;
        }
    });
}

TEST(Narrow, TextsAreInsideLegibleAndApart)
{
    for (const auto& named : testing::all_snapshots())
        for_each_tab([&](const Phone& phone, Tab tab, const std::string& where) {
            for (const auto& panel : compose_panels(named.snapshot, window_of(phone, tab), style_of(phone))) {
                for (const std::string& wrong : draw::testing::outside_items(panel.picture))
                    ADD_FAILURE() << named.name << " " << where << " " << panel.placed.view->id << ": " << wrong;
                for (const std::string& wrong : draw::testing::colliding_texts(panel.picture))
                    ADD_FAILURE() << named.name << " " << where << " " << panel.placed.view->id << ": " << wrong;
                for (const Text& text : draw::testing::texts_of(panel.picture))
                    EXPECT_GE(text.size, 13.0F * phone.scale) << named.name << " " << where << ": " << text.text;
            }
        });
}

TEST(Narrow, WordsOfTablesAreWhole)
{
    auto snapshot = testing::reduction_with_conflict();
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->notes = "# Notes\n\n| operation | wavefronts per request | what limits the kernel |\n|---|---|---|\n"
                    "| Multiplications | 32 | wavefronts of __shfl_down_sync |\n";
    snapshot.setup.edit().lesson = lesson;
    for (const Phone& phone : kPhones) {
        WindowState window = window_of(phone, Tab::scene);
        window.notes = 0;
        std::string shown = "\n";
        for (const Text& text : draw::testing::texts_of(compose_overlay(snapshot, window, style_of(phone)).picture))
            shown += text.text + "\n";
        for (const char* word : { "Multiplications", "wavefronts", "__shfl_down_sync" })
            EXPECT_NE(shown.find(word), std::string::npos) << phone.size.width << ": " << word << " in" << shown;
    }
}

TEST(Narrow, AQuestionShowsTheSourceInsteadOfPanelsThatWait)
{
    auto snapshot = testing::crowded();
    snapshot.cue.edit().numbers = session::CueNumbers::hidden;
    for_each_tab([&](const Phone& phone, Tab tab, const std::string& where) {
        if (tab != Tab::source)
            return;
        std::vector<std::string_view> shown;
        for (const auto& panel : compose_panels(snapshot, window_of(phone, tab), style_of(phone)))
            if (panel.placed.view->place == Place::panel) {
                shown.push_back(panel.placed.view->id);
                EXPECT_GE(panel.placed.rect.height, 0.9F * layout_stage(phone.size, style_of(phone)).scene.height) << where;
            }
        EXPECT_EQ(shown, std::vector<std::string_view> { "source" }) << where;
    });
}

TEST(Narrow, APhoneOnItsSideHasEveryPanel)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 844, 390 }, Size { 667, 331 }, Size { 740, 300 } })
        for (const View& view : all_views())
            if (view.place == Place::panel) {
                const auto rect = view.rect(layout_stage(size, style, { tab_of(view) }));
                ASSERT_TRUE(rect) << view.id;
                EXPECT_GE(rect->width, 200.0F) << view.id;
                EXPECT_GE(rect->height, 180.0F) << view.id;
            }
    EXPECT_FALSE(layout_stage({ 1280, 400 }, style).tabs) << "a wide window shows panels beside each other";
}

TEST(Narrow, LongNamesOfLessonsAreWhole)
{
    auto snapshot = testing::reduction_with_conflict();
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->title = "Latency hiding and occupancy";
    snapshot.setup.edit().lesson = lesson;
    for (const Size size : { Size { 640, 360 }, Size { 640, 480 }, Size { 780, 600 } }) {
        const Phone phone { size };
        const WindowState window = window_of(phone, Tab::scene);
        const Style style = style_of(phone);
        const DrawList bar = testing::build_view("narrow-bar", snapshot, window, layout_stage(size, style).top_bar, style);
        std::string shown;
        for (const Text& text : draw::testing::texts_of(bar)) {
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width + 0.01F) << text.text;
            shown += text.text + ' ';
        }
        EXPECT_NE(shown.find("Latency hiding and occupancy"), std::string::npos) << size.width << ": " << shown;
    }
}

TEST(Narrow, ALongMessageEndsWithAWord)
{
    auto snapshot = testing::reduction_with_conflict();
    const std::string sentence =
        "Barrier in divergent code: 16 of the 32 active threads of warp 3 wait at __syncthreads() for the others, which are on "
        "another path; thread (96,0,0) of block (16,0,0), lane 0, line 36";
    snapshot.notices.edit() = { { session::Severity::attention, sentence } };
    for (const Phone& phone : { Phone { { 390, 844 } }, Phone { { 844, 390 } } }) {
        std::string shown;
        for (const Placed& placed : arrange(snapshot, {}, window_of(phone, Tab::variants), style_of(phone)).views)
            if (placed.view->id == "notices")
                for (const Text& text : draw::testing::texts_of(
                         testing::build_placed(placed, snapshot, window_of(phone, Tab::variants), style_of(phone)))) {
                    EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width) << text.text;
                    shown += text.text + ' ';
                }
        ASSERT_TRUE(shown.ends_with("… ")) << shown;
        shown.resize(shown.size() - std::string_view { "… " }.size());
        ASSERT_TRUE(sentence.starts_with(shown)) << shown;
        EXPECT_NE(std::string_view { " ,:;" }.find(sentence[shown.size()]), std::string_view::npos)
            << shown << ": a part of a word";
        EXPECT_GT(shown.size(), 60U) << shown;
    }
}

TEST(Narrow, EveryPanelHasATab)
{
    for (const View& view : all_views())
        if (view.place == Place::panel) {
            EXPECT_NE(tab_of(view), Tab::scene) << view.id;
        }
    EXPECT_EQ(tab_of(view_of("banks")), Tab::access);
    EXPECT_EQ(tab_of(view_of("timeline")), Tab::source);
    EXPECT_EQ(tab_of(view_of("compare")), Tab::scene);
}

TEST(Narrow, BarsHavePlacesForAFinger)
{
    constexpr float kFinger = 40.0F;
    for (const Phone& phone : kPhones)
        for (const auto& panel : compose_panels(testing::crowded(), window_of(phone, Tab::scene), style_of(phone))) {
            EXPECT_GE(testing::actions_of(panel.picture).size(), kTabs) << panel.placed.view->id;
            for (const Target& target : panel.picture.targets)
                if (target.click() != nullptr) {
                    EXPECT_GE(target.rect.width, kFinger * phone.scale) << panel.placed.view->id;
                    EXPECT_GE(target.rect.height, kFinger * phone.scale) << panel.placed.view->id;
                }
        }
}

TEST(Narrow, RowsOfListsAreAsHighAsAFinger)
{
    const auto list = std::make_shared<ListState>();
    for (int i = 0; i < 100; ++i)
        list->rows.push_back({ fmt::format("Row {}", i) });
    list->total = list->rows.size();
    const Phone phone = kPhones.front();
    Style style = style_of(phone);
    const std::size_t for_a_mouse = list_capacity(*list, phone.size, style);
    style.least_target = 44.0F;
    EXPECT_LE(list_capacity(*list, phone.size, style), for_a_mouse);
    WindowState window = window_of(phone, Tab::scene);
    window.list = list;
    std::size_t rows = 0;
    for (const Target& target : testing::build_view("list", {}, window, phone.size.area(), style).targets)
        if (const auto* action = action_of(target.click()); action != nullptr && std::get<ChooseRow>(*action).row) {
            EXPECT_GE(target.rect.height, 44.0F);
            ++rows;
        }
    EXPECT_EQ(rows, list_capacity(*list, phone.size, style));
}

TEST(Narrow, TheDeviceIsNamed)
{
    for (const Phone& phone : kPhones) {
        const auto picture =
            compose_overlay(testing::reduction_with_conflict(), window_of(phone, Tab::variants), style_of(phone)).picture;
        EXPECT_TRUE(draw::testing::says(picture, "virtual machine") || draw::testing::says(picture, "VM")) << phone.size.width;
    }
}

// A question that is cut off cannot be answered.
TEST(Narrow, AQuestionAndItsAnswersAreComplete)
{
    session::Snapshot snapshot = testing::crowded();
    auto& cue = snapshot.cue.edit();
    cue.index = 0;
    cue.numbers = session::CueNumbers::hidden;
    cue.words =
        "A thread adds if tid % (2 * s) is 0. In the first level (s = 1), how many lanes of a warp add, and how many warps are "
        "idle?";
    cue.choices.texts = { "16 lanes, and no warp is idle", "32 lanes, and half of the warps are idle",
        "16 lanes, and half are idle" };
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
    lesson->cues.resize(1);
    lesson->cues[0].question = cue.words;
    lesson->cues[0].choices = cue.choices.texts;
    snapshot.setup.edit().lesson = lesson;
    for (const Phone& phone : kPhones) {
        if (phone.size.width < 640 || phone.size.height < 480)
            continue;
        const auto picture = compose_overlay(snapshot, window_of(phone, Tab::scene), style_of(phone)).picture;
        EXPECT_TRUE(draw::testing::says(picture, "are")) << phone.size.width;
        for (const Text& text : draw::testing::texts_of(picture))
            EXPECT_EQ(text.text.find("\u2026"), std::string::npos) << phone.size.width << ": " << text.text;
    }
}

TEST(Narrow, WindowsThatAreLowOrWideHaveNoTabs)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 426, 240 }, Size { 480, 320 }, Size { 1280, 390 }, Size { 1024, 768 } })
        EXPECT_FALSE(layout_stage(size, style).tabs) << size.width;
}

} // namespace
} // namespace warpstage::views
