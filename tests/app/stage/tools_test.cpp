// Presentation controls: text size, themes, views, blank screen, laser pointer and highlighter, the tour, a clip.
#include "app/stage/context/surface.h"
#include "app/stage/overlay_view.h"
#include "app/stage/stage.h"
#include "tests/app/stage/golden.h"
#include "tests/app/stage/sample_snapshot.h"
#include "tests/app/views/view_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

using std::chrono_literals::operator""ms;

class ToolsStage : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        fs::create_directories(m_folder);
        m_options.size = { 640, 360 };
        m_options.scale = 0.5F;
        m_options.shaders = fs::path(WARPSTAGE_SOURCE) / "shaders";
        m_options.pictures = m_folder / "pictures";
        open();
    }
    void TearDown() override { fs::remove_all(m_folder); }

    void open()
    {
        m_stage.reset(); // its context is deleted before another one is created
        auto stage = Stage::open_offscreen(m_options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        draw();
    }
    void draw(std::chrono::milliseconds at = 0ms) { m_stage->draw(m_snapshot, Stage::Time { at }); }
    // After all messages have disappeared.
    Image settled()
    {
        draw(m_now);
        m_now += 20000ms;
        draw(m_now);
        draw(m_now);
        return m_stage->image();
    }
    void press(Key key, Shift shift = Shift::up, Control control = Control::up)
    {
        m_stage->receive(KeyPress { key, shift, control });
    }
    void drag(draw::Point from, draw::Point to)
    {
        m_stage->receive(PointerPress { Press::down, from });
        m_stage->receive(PointerMove { to });
        m_stage->receive(PointerPress { Press::up, to });
    }

    StageOptions m_options;
    fs::path m_folder = fs::temp_directory_path() / ("warpstage-tools-" + std::to_string(::getpid()));
    std::shared_ptr<session::Snapshot> m_snapshot = sample_bodies(60);
    std::unique_ptr<Stage> m_stage;
    std::chrono::milliseconds m_now { 0 };
};

TEST_F(ToolsStage, ControlPlusEnlargesTextAndZeroResetsIt)
{
    const Image usual = settled();
    press(Key::plus, Shift::down, Control::down);
    press(Key::plus, Shift::down, Control::down);
    EXPECT_EQ(m_stage->settings().text_size, 1.5F);
    EXPECT_GT(difference_of(usual, settled()).worst_tile, 14.0);
    press(Key::minus, Shift::up, Control::down);
    EXPECT_EQ(m_stage->settings().text_size, 1.25F);
    press(Key::digit_0, Shift::up, Control::down);
    EXPECT_EQ(settled().rgba, usual.rgba) << "everything is restored";
}

// Off screen as in a window; without a second screen only the user switches it.
TEST_F(ToolsStage, HallModeIsSwitchedByKeyEventAndOption)
{
    const Image all = settled();
    EXPECT_FALSE(m_stage->overlay().window().hall.has_value());
    press(Key::f6);
    EXPECT_NE(difference_of(settled(), all).mean, 0.0);
    EXPECT_TRUE(m_stage->overlay().window().hall.has_value());
    press(Key::f7);
    settled();
    EXPECT_TRUE(m_stage->overlay().window().hall.has_value());
    press(Key::f6);
    EXPECT_EQ(difference_of(settled(), all).mean, 0.0);
    EXPECT_FALSE(m_stage->overlay().window().hall.has_value());
    m_stage->receive(HallMode { true });
    draw();
    EXPECT_TRUE(m_stage->overlay().window().hall.has_value());
    m_options.hall = true;
    open();
    EXPECT_TRUE(m_stage->overlay().window().hall.has_value());
}

// If the source does not fit among all panels, three panels remain, and the source is one of them.
TEST_F(ToolsStage, LargeTextKeepsFigureSourceAndCaption)
{
    m_options.scale = 1.0F;
    for (const gl::PixelSize size : { gl::PixelSize { 1280, 720 }, gl::PixelSize { 1920, 1080 } }) {
        m_options.size = size;
        open();
        for (const auto& [text_size, hall] : { std::pair { 1.0F, false }, std::pair { 2.0F, true }, std::pair { 3.0F, true } }) {
            while (m_stage->settings().text_size < text_size)
                press(Key::plus, Shift::up, Control::down);
            draw();
            EXPECT_EQ(m_stage->overlay().window().hall.has_value(), hall) << size.width << ", " << text_size;
        }
    }
}

TEST_F(ToolsStage, TheScaleHasAnEffectAtEverySize)
{
    for (const gl::PixelSize size : { gl::PixelSize { 640, 360 }, gl::PixelSize { 1920, 1080 }, gl::PixelSize { 3840, 2160 } }) {
        m_options.size = size;
        m_options.scale = 1.0F;
        open();
        const Image usual = m_stage->image();
        m_options.scale = 1.25F;
        open();
        EXPECT_GT(difference_of(m_stage->image(), usual).mean, 0.1) << size.width;
    }
}

TEST_F(ToolsStage, ThemesAreCyclic)
{
    const Image dark = settled();
    press(Key::t);
    EXPECT_EQ(m_stage->settings().theme, draw::Theme::light);
    EXPECT_GT(difference_of(dark, settled()).mean, 50.0);
    press(Key::t);
    EXPECT_EQ(m_stage->settings().theme, draw::Theme::high_contrast);
    const Image contrast = settled();
    EXPECT_GT(difference_of(dark, contrast).worst_tile, 5.0);
    press(Key::t);
    EXPECT_EQ(settled().rgba, dark.rgba);
}

TEST_F(ToolsStage, TheBlankScreenIsBlackAndAnyKeyRestoresIt)
{
    const Image before = settled();
    for (const Key key : { Key::period, Key::b }) {
        press(key);
        EXPECT_EQ(m_stage->mode(), Stage::Mode::blank);
        const Image dark = settled();
        for (std::size_t i = 0; i < dark.rgba.size(); i += 4)
            ASSERT_EQ(dark.rgba[i] + dark.rgba[i + 1] + dark.rgba[i + 2], 0);
        press(Key::page_down);
        EXPECT_TRUE(m_stage->take_commands().empty()) << "no other effect";
        EXPECT_EQ(settled().rgba, before.rgba);
    }
}

TEST_F(ToolsStage, TheHighlighterDrawsAndEscapeClears)
{
    const Image before = settled();
    press(Key::w);
    drag({ 200, 100 }, { 420, 110 });
    EXPECT_TRUE(m_stage->take_commands().empty()) << "items under the highlighter are not clicked";
    EXPECT_GT(difference_of(before, settled()).worst_tile, 8.0);
    press(Key::w);
    EXPECT_GT(difference_of(before, settled()).worst_tile, 8.0) << "the strokes stay when the highlighter is off";
    press(Key::escape);
    EXPECT_EQ(settled().rgba, before.rgba);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::plain);
}

TEST_F(ToolsStage, ABadgeNamesTheModeThatEscapeLeaves)
{
    const auto badge = [&] {
        draw(m_now);
        return m_stage->overlay().window().badge;
    };
    EXPECT_EQ(badge(), "");
    for (const auto& [key, name] : { std::pair { Key::w, "Highlighter" }, { Key::i, "Laser pointer" },
             { Key::d, "Headline figure" }, { Key::s, "Comparison" }, { Key::q, "SM" } }) {
        press(key);
        EXPECT_EQ(badge(), name);
        press(Key::escape);
        EXPECT_EQ(badge(), "") << name;
    }
    press(Key::n);
    EXPECT_EQ(badge(), "") << "the notes say it themselves";
}

TEST_F(ToolsStage, TheLaserPointerFollowsTheMouseAndItsTrailFades)
{
    const Image before = settled();
    press(Key::i);
    m_stage->receive(PointerMove { { 200, 150 } });
    draw(m_now);
    m_stage->receive(PointerMove { { 400, 250 } });
    draw(m_now + 10ms);
    const Image moved = m_stage->image();
    const auto red_at = [](const Image& image, std::size_t x, std::size_t y) {
        const auto* const pixel = image.rgba.data() + 4 * (y * image.width + x);
        return pixel[0] - pixel[1];
    };
    EXPECT_GT(red_at(moved, 400, 247), 60);
    EXPECT_GT(red_at(moved, 200, 150), red_at(before, 200, 150) + 10) << "the trail";
    const Image later = settled();
    EXPECT_GT(red_at(later, 400, 247), 60) << "it rests";
    EXPECT_LT(red_at(later, 200, 150), red_at(before, 200, 150) + 10);
    press(Key::escape);
    EXPECT_LT(red_at(settled(), 400, 247), 60);
}

TEST_F(ToolsStage, EveryViewReturnsToAllPanels)
{
    const Image panels = settled();
    for (const Key key : { Key::o, Key::d, Key::h }) {
        press(key);
        EXPECT_EQ(m_stage->mode(), Stage::Mode::view);
        EXPECT_GT(difference_of(panels, settled()).worst_tile, 14.0);
        press(key);
        EXPECT_EQ(settled().rgba, panels.rgba) << "the same key";
        press(key);
        press(Key::escape);
        EXPECT_EQ(settled().rgba, panels.rgba) << "Escape";
    }
    press(Key::d);
    press(Key::s);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::sheet) << "a sheet takes the place of the scene";
    press(Key::escape);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::plain);
}

TEST(OverlayView, ACueOpensTheSheetThatItPointsAt)
{
    OverlayView controls(views::Display::panels, views::no_keys());
    session::CueView cue { 4, 0, "Words.", "sm", {}, session::CueNumbers::shown };
    controls.follow_cue(cue);
    EXPECT_EQ(controls.sheet(), views::find_view("sm"));
    controls.toggle_sheet(views::view_of("sm"));
    controls.follow_cue(cue);
    EXPECT_EQ(controls.sheet(), nullptr) << "closed by the user, the cue stays";
    cue.index = 1;
    controls.follow_cue(cue);
    EXPECT_EQ(controls.sheet(), views::find_view("sm"));
    cue = { 4, 2, "Words.", "banks", {}, session::CueNumbers::shown };
    controls.follow_cue(cue);
    EXPECT_EQ(controls.sheet(), nullptr);
    controls.toggle_sheet(views::view_of("heat"));
    cue.index = 3;
    controls.follow_cue(cue);
    EXPECT_EQ(controls.sheet(), views::find_view("heat")) << "opened by the user";
}

TEST_F(ToolsStage, TheListOfKeysHasPagesIfTextIsLarge)
{
    press(Key::question);
    settled();
    press(Key::question);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::plain) << "all on one page";
    for (int i = 0; i < 6; ++i)
        press(Key::plus, Shift::up, Control::down);
    int pages = 0;
    do {
        press(Key::question);
        settled();
        ++pages;
    } while (m_stage->mode() == Stage::Mode::help && pages < 20);
    EXPECT_GT(pages, 2);
    EXPECT_LT(pages, 20);
}

TEST_F(ToolsStage, SettingsAreRememberedAndTheTourIsShownOnce)
{
    m_options.settings = m_folder / "config" / "stage.txt";
    open();
    EXPECT_EQ(m_stage->mode(), Stage::Mode::tour);
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(m_stage->mode(), Stage::Mode::tour) << i;
        press(Key::enter);
    }
    EXPECT_EQ(m_stage->mode(), Stage::Mode::plain) << "five steps";
    EXPECT_TRUE(m_stage->take_commands().empty());
    press(Key::plus, Shift::up, Control::down);
    press(Key::t);
    press(Key::d);
    open();
    EXPECT_EQ(m_stage->mode(), Stage::Mode::view) << "the headline figure instead of the tour";
    EXPECT_EQ(m_stage->settings().text_size, 1.25F);
    EXPECT_EQ(m_stage->settings().theme, draw::Theme::light);
    press(Key::f1, Shift::down);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::tour) << "again on request";
    press(static_cast<Key>('2'));
    EXPECT_EQ(m_stage->take_commands().size(), 1U) << "another key keeps its function";
    EXPECT_EQ(m_stage->mode(), Stage::Mode::tour) << "and the tour waits for the requested action";
    press(Key::escape);
    EXPECT_EQ(m_stage->mode(), Stage::Mode::view);
}

TEST_F(ToolsStage, AClipHasThirtyNumberedImagesPerSecond)
{
    press(Key::f9);
    for (int frame = 0; frame < 60; ++frame)
        draw(std::chrono::milliseconds(frame * 1000 / 60));
    press(Key::f9);
    std::size_t pictures = 0;
    for (const auto& entry : fs::recursive_directory_iterator(m_options.pictures))
        if (entry.path().extension() == ".png") {
            ++pictures;
            EXPECT_THAT(entry.path().filename().string(), testing::MatchesRegex("frame-000[0-9][0-9]\\.png"));
            EXPECT_THAT(entry.path().parent_path().filename().string(),
                testing::MatchesRegex("warpstage-sample-global-clip-CC-9-0-[0-9]{8}-[0-9]{6}"));
        }
    EXPECT_GE(pictures, 28U);
    EXPECT_LE(pictures, 31U);
}

// Minimized, tiny, larger than the screen, and back.
TEST_F(ToolsStage, AnySizeIsDrawnAndTheFirstOneIsTheSameAgain)
{
    const Image before = settled();
    for (const gl::PixelSize size : { gl::PixelSize { 320, 200 }, gl::PixelSize { 0, 0 }, gl::PixelSize { 0, 400 },
             gl::PixelSize { 1, 1 }, gl::PixelSize { 2000, 40 }, gl::PixelSize { 64, 1500 } }) {
        m_stage->resize(size);
        settled();
        press(Key::d);
        settled();
        press(Key::escape);
    }
    m_stage->resize({ 640, 360 });
    EXPECT_EQ(settled().rgba, before.rgba);
    m_stage->resize({ 0, 0 });
    draw(m_now);
    const auto saved = m_stage->screenshot(m_folder / "a.png");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message, "Screenshot `" + (m_folder / "a.png").string() + "` not saved: the window is minimized.");
}

} // namespace
} // namespace warpstage::stage
