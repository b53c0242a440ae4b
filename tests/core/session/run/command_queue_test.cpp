#include "core/session/run/command_queue.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using std::chrono_literals::operator""ms;

std::uint32_t lane_of(const Command& command)
{
    return std::get<SelectLane>(command).lane;
}

struct Queue {
    bool execute(CommandQueue::Time now)
    {
        return queue.execute_ready(
            now, [this](const Command& command) { return lane_of(command) < ready; },
            [this](const Command& command) { executed.push_back(lane_of(command)); });
    }

    CommandQueue queue;
    std::uint32_t ready = 100; // numbers below are commands
    std::vector<std::uint32_t> executed;
};

TEST(CommandQueue, KeepsTheOrderAndStopsAtTheFirstThatWaits)
{
    Queue commands;
    for (const std::uint32_t lane : { 1U, 200U, 2U })
        commands.queue.push(SelectLane { lane });
    EXPECT_FALSE(commands.execute({}));
    EXPECT_EQ(commands.executed, (std::vector<std::uint32_t> { 1 }));
    EXPECT_FALSE(commands.queue.empty());
    commands.ready = 300;
    EXPECT_FALSE(commands.execute({}));
    EXPECT_EQ(commands.executed, (std::vector<std::uint32_t> { 1, 200, 2 }));
    EXPECT_TRUE(commands.queue.empty());
}

TEST(CommandQueue, ALongWaitIsReported)
{
    Queue commands;
    const CommandQueue::Time now {};
    commands.queue.push(SelectLane { 200 });
    EXPECT_FALSE(commands.execute(now));
    EXPECT_FALSE(commands.execute(now + 600ms));
    EXPECT_TRUE(commands.execute(now + 700ms));
    commands.ready = 300;
    EXPECT_FALSE(commands.execute(now + 800ms));
    commands.queue.push(SelectLane { 400 });
    EXPECT_FALSE(commands.execute(now + 900ms)) << "this command has just begun to wait";
}

} // namespace
} // namespace warpstage::session
