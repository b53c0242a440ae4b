#include "core/base/process/program_run.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpstage {
namespace {

using std::chrono::milliseconds;

Result<ProgramRun> shell(const std::string& words, const ProgramLimits& limits = {}, const std::stop_token& stop = {})
{
    return run_program("/bin/sh", { "-c", words }, limits, stop);
}

TEST(ProgramRun, TakesBothStreamsAndTheStatus)
{
    const auto run = shell("echo out; echo err >&2; exit 3");
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(run->status, 3);
    EXPECT_EQ(run->output, "out\nerr\n");
}

TEST(ProgramRun, ASignalIsAStatusAbove128)
{
    const auto run = shell("kill -9 $$");
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(run->status, 128 + 9);
}

TEST(ProgramRun, ReadsNothingFromTheTerminal)
{
    const auto run = shell("cat");
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(run->output, "");
}

TEST(ProgramRun, AMissingProgramIsNamed)
{
    const auto run = run_program("/nowhere/ptxas", {});
    ASSERT_FALSE(run.ok());
    EXPECT_APPROVED(run.error().message);
}

TEST(ProgramRun, AnEndlessProgramIsStoppedWithItsChildren)
{
    const auto run = shell("sleep 100 & wait", { milliseconds(100) });
    ASSERT_FALSE(run.ok());
    EXPECT_APPROVED(run.error().message);
}

TEST(ProgramRun, AProgramThatClosesItsOutputAndContinuesIsStopped)
{
    const auto run = shell("exec >&- 2>&-; sleep 100", { milliseconds(100) });
    ASSERT_FALSE(run.ok());
    EXPECT_THAT(run.error().message, testing::HasSubstr("did not end within"));
}

TEST(ProgramRun, OutputIsLimited)
{
    const auto run = shell("yes", { milliseconds(60'000), 1U << 20U });
    ASSERT_FALSE(run.ok());
    EXPECT_APPROVED(run.error().message);
}

TEST(ProgramRun, ARequestToStopEndsIt)
{
    std::stop_source stop;
    std::jthread later([&] {
        std::this_thread::sleep_for(milliseconds(50));
        stop.request_stop();
    });
    const auto run = shell("sleep 100", { milliseconds(60'000) }, stop.get_token());
    ASSERT_FALSE(run.ok());
    EXPECT_APPROVED(run.error().message);
}

} // namespace
} // namespace warpstage
