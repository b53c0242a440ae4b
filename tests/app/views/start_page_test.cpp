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
