// Messages on the stage.
#include "app/views/frame/hall.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::views {
namespace {

using testing::notice_boxes;

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

// In hall mode a message stands between the lesson's title and the number of the cue.
TEST(Notices, InTheHallTheyCoverNoWords)
{
    auto snapshot = testing::reduction_with_conflict();
    snapshot.cue.edit().index = 3;
    snapshot.cue.edit().count = 20;
    for (const Size size : { Size { 640, 360 }, Size { 1280, 720 }, Size { 1920, 1080 } }) {
        const Style style = make_hall_style(Theme::dark, size.height, 1.0F);
        WindowState window { size, 60.0F };
        window.badge = "Memory hierarchy";
        const Rect bar { 0, 0, size.width, 3.0F * style.body };
        const Rect toast = hall_toast(snapshot, window, bar, style);
        const DrawList picture = testing::build_view("hall-bar", snapshot, window, bar, style);
        ASSERT_TRUE(draw::testing::says(picture, "cue 4 of 20"));
        for (const char* words : { "Reduction", "cue 4 of 20", "Memory hierarchy" })
            EXPECT_FALSE(draw::testing::overlap(toast, drawn_rect(draw::testing::text_with(picture, words))))
                << words << " at " << size.width;
        EXPECT_GT(toast.width, 10 * style.body) << size.width;
    }
}

} // namespace
} // namespace warpstage::views
