// A real window, if a display is available: tests/gui starts one for these tests.
#include "app/stage/stage.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

namespace warpstage::stage {
namespace {

class RealWindow : public testing::Test {
protected:
    void SetUp() override
    {
        const auto named = [](const char* variable) {
            const char* value = std::getenv(variable);
            return value != nullptr && *value != '\0';
        };
        if (!named("DISPLAY") && !named("WAYLAND_DISPLAY"))
            GTEST_SKIP() << "No display.";
        StageOptions options;
        options.size = { 800, 450 };
        options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
        auto stage = Stage::open_window(options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        m_stage->receive(KeyPress { Key::escape }); // the tour
    }

    Image drawn()
    {
        m_stage->draw(m_snapshot, {});
        return m_stage->image();
    }

    // The window system responds asynchronously.
    void wait_for(gl::PixelSize size)
    {
        for (int i = 0; i < 200 && m_stage->size() != size; ++i) {
            m_stage->draw(m_snapshot, {});
            static_cast<void>(m_stage->parts().launch.take_files());
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_EQ(m_stage->size(), size);
    }

    std::shared_ptr<const session::Snapshot> m_snapshot = sample_bodies(800);
    std::unique_ptr<Stage> m_stage;
};

TEST_F(RealWindow, IsCreatedAgainInItsPlaceWhenItsContextIsLost)
{
    const Image before = drawn();
    ASSERT_FALSE(before.rgba.empty());
    const auto place = m_stage->place();
    for (int i = 0; i < 3; ++i) {
        const auto renewed = m_stage->renew_graphics();
        ASSERT_TRUE(renewed) << renewed.error().message;
        EXPECT_EQ(drawn().rgba, before.rgba);
        EXPECT_EQ(m_stage->place()->center_x, place->center_x);
        EXPECT_EQ(m_stage->place()->center_y, place->center_y);
        EXPECT_FALSE(m_stage->should_close());
    }
}

TEST_F(RealWindow, CanBeTinyAndLargeAgain)
{
    const Image before = drawn();
    m_stage->resize({ 320, 200 });
    wait_for({ 320, 200 });
    const Image small = drawn();
    EXPECT_EQ(small.width, 320U);
    EXPECT_EQ(small.height, 200U);
    m_stage->resize({ 800, 450 });
    wait_for({ 800, 450 });
    EXPECT_EQ(drawn().rgba, before.rgba);
}

} // namespace
} // namespace warpstage::stage
