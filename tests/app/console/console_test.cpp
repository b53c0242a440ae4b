// The event loop of the program while the console is open.
#include "app/console/console.h"
#include "tests/app/console/window_fixture.h"

#include <gtest/gtest.h>

namespace warpstage::console {
namespace {

class ConsoleLoop : public ::testing::Test {
protected:
    void open()
    {
        m_options.catalog = testing::shipped_lessons();
        m_options.data = testing::own_folder() / "loop";
        auto console = Console::open(m_options, *m_session, m_stage);
        ASSERT_TRUE(console) << console.error().message;
        m_console = *std::move(console);
    }

    std::unique_ptr<session::Session> m_session = testing::running_session("reduction", "reduce1", "1024");
    testing::StillStage m_stage;
    ConsoleOptions m_options;
    std::unique_ptr<Console> m_console;
};

TEST_F(ConsoleLoop, DrawsFramesUntilTheStageIsClosed)
{
    m_stage.close_after = 30;
    open();
    EXPECT_EQ(m_console->run(), Ended::program_left);
    EXPECT_EQ(m_stage.frames, 30);
}

TEST_F(ConsoleLoop, TheStagesKeyClosesItAndItCanBeOpenedAgain)
{
    m_stage.close_after = 5;
    m_stage.how = StageState::console_key;
    open();
    EXPECT_EQ(m_console->run(), Ended::console_closed);
    m_stage.frames = 0;
    EXPECT_EQ(m_console->run(), Ended::console_closed);
    EXPECT_EQ(m_stage.frames, 5);
}

} // namespace
} // namespace warpstage::console
