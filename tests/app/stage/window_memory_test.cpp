// The position of a new window: geometry and a small file.
#include "app/stage/context/window_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

bool fits(const WindowBox& box, const WindowBox& area)
{
    return box.x >= area.x && box.y >= area.y && box.x + box.width <= area.x + area.width
        && box.y + box.height <= area.y + area.height;
}

TEST(WindowMemory, AWindowWhoseScreenIsUnpluggedIsWholeOnAnother)
{
    const WindowBox screen { 0, 0, 1024, 768 };
    const WindowFrame frame { 1, 20, 1, 5 };
    EXPECT_EQ(whole_window({ 1, 20, 1024, 768 }, frame, screen), (WindowBox { 1, 20, 1022, 743 }));
    EXPECT_EQ(whole_window({ 1100, 60, 600, 400 }, frame, screen), (WindowBox { 423, 60, 600, 400 }));
    EXPECT_EQ(whole_window({ 40, 50, 600, 400 }, frame, screen), (WindowBox { 40, 50, 600, 400 })) << "stays";
    EXPECT_EQ(whole_window({ 0, 0, 1024, 768 }, {}, screen), screen) << "without a frame";
    EXPECT_EQ(whole_window({ 0, 0, 10, 10 }, frame, { 0, 0, 8, 8 }).width, 6);
}

TEST(WindowMemory, TheFirstWindowFitsTheScreenAndIsMostOfIt)
{
    for (const WindowBox area : { WindowBox { 0, 0, 1024, 768 }, WindowBox { 0, 28, 1366, 740 }, WindowBox { 0, 0, 1920, 1080 },
             WindowBox { 1920, 0, 3840, 2160 }, WindowBox { 0, 0, 3440, 1440 }, WindowBox { 0, 0, 1080, 1920 },
             WindowBox { 0, 0, 800, 480 } }) {
        const WindowBox box = first_window(area);
        EXPECT_TRUE(fits(box, area)) << area.width << "x" << area.height;
        EXPECT_GT(box.width * 100 / area.width, 60);
    }
    EXPECT_EQ(first_window({ 0, 0, 3840, 2160 }).width, 3072);
    EXPECT_EQ(first_window({ 0, 0, 1600, 1000 }), (WindowBox { 160, 140, 1280, 720 }));
}

TEST(WindowMemory, ARememberedWindowStaysOnAnExistingScreen)
{
    const std::vector<WindowBox> both { { 0, 0, 1920, 1080 }, { 1920, 0, 3840, 2160 } };
    const WindowBox second { 2500, 300, 1600, 900 };
    EXPECT_EQ(window_on(second, both), second);
    EXPECT_FALSE(window_on(second, { both.front() })) << "the second screen no longer exists";
    const auto large = window_on({ -100, -50, 2400, 1400 }, { both.front() });
    ASSERT_TRUE(large);
    EXPECT_TRUE(fits(*large, both.front()));
    EXPECT_LT(large->height, 1080) << "its title bar is on the screen";
}

TEST(WindowMemory, SavedDataIsReadAndInvalidDataIsNot)
{
    const fs::path folder = fs::temp_directory_path() / ("warpstage-window-" + std::to_string(::getpid()));
    const fs::path file = folder / "state" / "window.txt";
    EXPECT_FALSE(load_window(file));
    const WindowMemory memory { { 30, 40, 1280, 720 }, true, false };
    ASSERT_TRUE(save_window(memory, file)) << "the folder is created";
    EXPECT_EQ(load_window(file), memory);
    for (const char* wrong :
        { "box = 1 2 3\n", "box = 0 0 10 10\n", "box = 0 0 99999999 720\n", "box = a b c d\n", "full-screen = yes\n" }) {
        std::ofstream(file) << wrong;
        EXPECT_FALSE(load_window(file)) << wrong;
    }
    fs::remove_all(folder);
}

} // namespace
} // namespace warpstage::stage
