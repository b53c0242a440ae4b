// The start page at every size: all entries are shown, fit and can be reached.
#include "app/views/start/start_page.h"
#include "app/views/view.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

StartPage page_of(std::size_t lessons)
{
    StartPage page;
    page.actions = { { "Continue", "4 · Transpose, tiled, cue 3 of 9" }, { "Open a session", "A saved lecture (*.warpstage)" },
        { "Open a CUDA file", "Your own kernels (*.cu)" } };
    for (std::size_t i = 1; i <= lessons; ++i)
        page.lessons.push_back({ fmt::format("{} · Lesson {}", i, i), "One sentence that describes the topic of the lesson." });
    DrawList picture { kStartPicture };
    picture.add(Box { { 10, 10, 440, 230 }, make_style(Theme::dark, 1.0F).blue, {}, 1.0F, 0.0F });
    if (lessons > 0)
        page.lessons.front().picture = std::make_shared<const DrawList>(picture);
    return page;
}

// As the lessons of the project: at most four per group.
StartPage grouped_page()
{
    StartPage page = page_of(15);
    page.groups = { "Access", "Kernels", "Machine", "Correctness", "Today" };
    constexpr std::array<std::size_t, 15> kGroups { 2, 0, 0, 1, 1, 1, 1, 2, 0, 2, 2, 3, 4, 4, 4 };
    for (std::size_t i = 0; i < page.lessons.size(); ++i)
        page.lessons[i].group = kGroups[i];
    return page;
}

std::size_t overlaps(const StartPlaces& places)
{
    std::size_t found = 0;
    for (std::size_t i = 0; i < places.entries.size(); ++i)
        for (std::size_t k = i + 1; k < places.entries.size(); ++k)
            if (draw::testing::overlap(places.entries[i], places.entries[k]))
                ++found;
    return found;
}

TEST(StartPage, EverythingFitsAtEverySizeAndTheChosenEntryIsVisible)
{
    for (const Size size :
        { Size { 1280, 720 }, Size { 1920, 1080 }, Size { 3840, 2160 }, Size { 1024, 768 }, Size { 640, 400 } })
        for (const float scale : { 1.0F, 1.5F, 2.0F, 3.0F })
            for (const std::size_t lessons : { 1U, 12U, 31U }) {
                const Style style = make_style(Theme::dark, scale);
                auto page = std::make_shared<StartPage>(page_of(lessons));
                for (page->chosen = 0; page->chosen < page->count(); page->chosen += 5) {
                    const std::string what =
                        fmt::format("{}x{} at {}, {} lessons, {} chosen", size.width, size.height, scale, lessons, page->chosen);
                    const StartPlaces places = start_places(*page, size, style);
                    EXPECT_GT(places.entries[page->chosen].width, 0.0F) << what;
                    EXPECT_EQ(overlaps(places), 0U) << what;
                    WindowState window { .size = size };
                    window.start = page;
                    const DrawList list = testing::build_view("start", {}, window, size.area(), style);
                    if (size.height / scale >= 200) { // below this size it is unreadable
                        EXPECT_TRUE(draw::testing::colliding_texts(list).empty()) << what;
                    }
                    if (size.height / scale >= 360) {
                        EXPECT_TRUE(draw::testing::outside_items(list).empty()) << what;
                    }
                }
            }
}

TEST(StartPage, TwelveLessonsAreVisibleFrom720Lines)
{
    const StartPage page = page_of(12);
    for (const Size size : { Size { 1280, 720 }, Size { 1920, 1080 } })
        for (const Rect& place : start_places(page, size, make_style(Theme::dark, 1.0F)).entries)
            EXPECT_GT(place.height, 40.0F);
}

TEST(StartPage, EachGroupIsAColumnBelowItsHeading)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const StartPage page = grouped_page();
    for (const Size size : { Size { 1280, 720 }, Size { 1024, 768 }, Size { 1920, 1080 } }) {
        const StartPlaces places = start_places(page, size, style);
        ASSERT_EQ(places.groups.size(), page.groups.size());
        EXPECT_EQ(overlaps(places), 0U);
        for (std::size_t i = 0; i < page.lessons.size(); ++i) {
            const Rect& heading = places.groups[page.lessons[i].group];
            const Rect& place = places.entries[page.before_lessons() + i];
            EXPECT_FLOAT_EQ(place.x, heading.x);
            EXPECT_GE(place.y, heading.bottom());
            EXPECT_GT(place.height, 40.0F) << "all are visible";
        }
        WindowState window { .size = size };
        window.start = std::make_shared<StartPage>(page);
        const DrawList list = testing::build_view("start", {}, window, size.area(), style);
        EXPECT_TRUE(draw::testing::says(list, "Correctness"));
        EXPECT_TRUE(draw::testing::colliding_texts(list).empty());
        EXPECT_TRUE(draw::testing::outside_items(list).empty());
    }
    EXPECT_TRUE(start_places(page, { 640, 400 }, style).groups.empty()) << "too narrow for five columns";
}

TEST(StartPage, ArrowsStayInAGroupOrGoToTheNextOne)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 1280, 720 };
    StartPage page = grouped_page();
    const auto from = [&](std::size_t lesson, Toward toward) {
        page.chosen = 3 + lesson;
        return neighbor_of(page, toward, size, style);
    };
    EXPECT_EQ(from(1, Toward::down), 3U + 2U) << "lesson 3 below lesson 2";
    EXPECT_EQ(from(8, Toward::down), 3U + 8U) << "the last one of its group";
    EXPECT_EQ(from(1, Toward::right), 3U + 3U) << "lesson 4 beside lesson 2";
    EXPECT_EQ(from(10, Toward::right), 3U + 11U) << "the only one of a shorter group";
    EXPECT_EQ(from(1, Toward::left), 3U + 1U);
    EXPECT_EQ(from(12, Toward::up), 2U) << "the last action";
    std::set<std::size_t> reached { 0 };
    for (bool more = true; more;) {
        more = false;
        for (const std::size_t at : std::set(reached))
            for (const Toward toward : { Toward::left, Toward::right, Toward::up, Toward::down }) {
                page.chosen = at;
                more = reached.insert(neighbor_of(page, toward, size, style)).second || more;
            }
    }
    EXPECT_EQ(reached.size(), page.count());
}

TEST(StartPage, ALongTitleIsWrittenSmallerBeforeItIsCut)
{
    for (const Size size : { Size { 1280, 720 }, Size { 1920, 1080 } }) {
        const Style style = make_style(Theme::dark, 1.0F);
        auto page = std::make_shared<StartPage>(page_of(12));
        page->lessons[9].title = "10 · Latency hiding and occupancy";
        WindowState window { .size = size };
        window.start = page;
        const DrawList list = testing::build_view("start", {}, window, size.area(), style);
        const Text title = draw::testing::text_with(list, "Latency hiding");
        EXPECT_LE(text_width(title.text, title.face, title.size), title.max_width) << size.width;
    }
}

TEST(StartPage, ItCoversTheWindowAndEveryEntryCanBeClicked)
{
    WindowState window { .size = { 1280, 720 } };
    window.start = std::make_shared<StartPage>(page_of(12));
    const auto overlay =
        testing::compose_overlay(testing::all_snapshots().front().snapshot, window, make_style(Theme::dark, 1.0F));
    std::set<std::size_t> reached;
    for (const Target& target : overlay.picture.targets) {
        ASSERT_NE(target.click(), nullptr) << "nothing of the background";
        reached.insert(std::get<ChooseStart>(*action_of(target.click())).index);
    }
    EXPECT_EQ(reached.size(), 15U);
    EXPECT_EQ(overlay.scene.width, 0.0F);
}

TEST(StartPage, ArrowsReachEveryEntry)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Size size : { Size { 1280, 720 }, Size { 640, 400 } }) {
        StartPage page = page_of(12);
        std::set<std::size_t> reached { 0 };
        for (bool more = true; more;) {
            more = false;
            for (const std::size_t from : std::set(reached))
                for (const Toward toward : { Toward::left, Toward::right, Toward::up, Toward::down }) {
                    page.chosen = from;
                    more = reached.insert(neighbor_of(page, toward, size, style)).second || more;
                }
        }
        EXPECT_EQ(reached.size(), page.count());
    }
    StartPage page = page_of(12);
    page.chosen = 3 + 5;
    EXPECT_EQ(neighbor_of(page, Toward::up, { 1280, 720 }, style), 3U + 1U);
    EXPECT_EQ(neighbor_of(page, Toward::down, { 1280, 720 }, style), 3U + 9U);
}

TEST(StartPage, LettersAndNumbersFindEntries)
{
    StartPage page;
    page.actions = { { "Continue", "" }, { "Open a CUDA file", "" } };
    for (const char* title : { "1 · Warps and divergence", "2 · Coalescing", "4 · Transpose", "11 · Transfers", "12 · Hazards" })
        page.lessons.push_back({ title, "" });
    EXPECT_EQ(entry_by(page, "tr"), 2U + 2U);
    EXPECT_EQ(entry_by(page, "TRANSF"), 2U + 3U);
    EXPECT_EQ(entry_by(page, "1"), 2U);
    EXPECT_EQ(entry_by(page, "12"), 2U + 4U);
    EXPECT_EQ(entry_by(page, "div"), 2U);
    EXPECT_EQ(entry_by(page, "con"), 0U);
    EXPECT_EQ(entry_by(page, "cuda"), 1U);
    EXPECT_EQ(entry_by(page, "op f"), 1U);
    EXPECT_EQ(entry_by(page, "f op"), std::nullopt);
    EXPECT_EQ(entry_by(page, "xyz"), std::nullopt);
    EXPECT_EQ(entry_by(page, " "), std::nullopt);
}

TEST(StartPage, TheDeviceIsDescribedInOneLine)
{
    WindowState window { .size = { 1280, 720 } };
    window.start = std::make_shared<StartPage>(page_of(12));
    session::Snapshot model;
    const auto says = [&](const std::string& words) {
        return draw::testing::says(
            testing::build_view("start", model, window, { 0, 0, 1280, 720 }, make_style(Theme::dark, 1.0F)), words);
    };
    EXPECT_TRUE(says("PTX virtual machine"));
    auto& engine = model.device.edit().engine;
    engine.kind = engine::EngineKind::gpu;
    engine.name = "NVIDIA H200";
    engine.detail = "CC 9.0, 132 SMs";
    EXPECT_TRUE(says("NVIDIA H200 (CC 9.0, 132 SMs)"));
}

} // namespace
} // namespace warpstage::views
