// A process that replies, dies or sleeps, simulated by programs available on every system.
#include "core/live/worker_process.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <thread>

namespace warpstage::live {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

WorkerProcess shell(const std::string& script)
{
    auto started = WorkerProcess::start("/bin/sh", { "-c", script });
    VERIFY(started.ok());
    return *std::move(started);
}

TEST(WorkerProcess, RepliesToEachLine)
{
    auto worker = shell("while read line; do echo \"got $line\"; done");
    for (const auto* word : { "one", "two", "three" }) {
        const auto answer = worker.ask(word, 20s);
        ASSERT_TRUE(answer.ok()) << answer.error().message;
        EXPECT_EQ(*answer, std::string { "got " } + word);
    }
    EXPECT_TRUE(worker.running());
}

TEST(WorkerProcess, LongLinesPassInBothDirections)
{
    auto worker = shell("exec cat");
    const std::string line(3'000'000, 'x');
    const auto answer = worker.ask(line, 60s);
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(*answer, line);
}

TEST(WorkerProcess, ACrashIsReported)
{
    auto worker = shell("read line; kill -SEGV $$");
    const auto answer = worker.ask("go", 20s);
    ASSERT_FALSE(answer.ok());
    EXPECT_APPROVED(answer.error().message);
    EXPECT_FALSE(worker.running());
}

TEST(WorkerProcess, AnExitWithoutAReplyIsReported)
{
    auto worker = shell("read line; exit 3");
    const auto answer = worker.ask("go", 20s);
    ASSERT_FALSE(answer.ok());
    EXPECT_APPROVED(answer.error().message);
}

TEST(WorkerProcess, AnExitBeforeTheRequestIsReported)
{
    auto worker = shell("exit 0");
    std::this_thread::sleep_for(50ms);
    const auto answer = worker.ask("go", 20s);
    ASSERT_FALSE(answer.ok());
    EXPECT_APPROVED(answer.error().message);
}

TEST(WorkerProcess, AnEndlessLoopIsStopped)
{
    auto worker = shell("while :; do :; done");
    const auto answer = worker.ask("go", 100ms);
    ASSERT_FALSE(answer.ok());
    EXPECT_APPROVED(answer.error().message);
    EXPECT_FALSE(worker.running());
}

TEST(WorkerProcess, CanBeStopped)
{
    // exec, because a child process `sleep` would outlive the shell, and ctest waits for every process that holds the output
    // open.
    auto worker = shell("exec sleep 60");
    std::stop_source source;
    source.request_stop();
    const auto answer = worker.ask("go", 60s, source.get_token());
    ASSERT_FALSE(answer.ok());
    EXPECT_APPROVED(answer.error().message);
}

TEST(WorkerProcess, AMissingProgramIsReported)
{
    const auto started = WorkerProcess::start("/nowhere/warpstage", {});
    ASSERT_FALSE(started.ok());
    EXPECT_APPROVED(started.error().message);
}

} // namespace
} // namespace warpstage::live
