#include "core/session/run/timing_log.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using namespace std::chrono_literals;

engine::StepTiming step_of(std::chrono::nanoseconds first, std::chrono::nanoseconds second)
{
    return { { { "a", first, false }, { "b", second, true } }, first + second };
}

TEST(TimingLog, TheFirstStepWarmsUpAndIsNotCounted)
{
    TimingLog log;
    log.add(0, step_of(100ms, 100ms));
    EXPECT_EQ(log.step(0).samples, 0U);
    log.add(0, step_of(1ms, 2ms));
    EXPECT_EQ(log.step(0).samples, 1U);
    EXPECT_EQ(log.step(0).median, 3ms);
}

TEST(TimingLog, MedianAndSpreadOfStepsAndWorks)
{
    TimingLog log;
    log.add(1, step_of(9ms, 9ms));
    for (const auto ms : { 5, 1, 3 })
        log.add(1, step_of(std::chrono::milliseconds(ms), 1ms));
    EXPECT_EQ(log.step(1).minimum, 2ms);
    EXPECT_EQ(log.step(1).median, 4ms);
    EXPECT_EQ(log.step(1).maximum, 6ms);
    const auto works = log.works(1);
    ASSERT_EQ(works.size(), 2U);
    EXPECT_EQ(works[0].label, "a");
    EXPECT_EQ(works[0].timing.median, 3ms);
    EXPECT_TRUE(works[1].on_host);
    EXPECT_EQ(works[1].timing.maximum, 1ms);
}

TEST(TimingLog, LaunchesOfOneKernelInAStepAreOneEntry)
{
    TimingLog log;
    const engine::StepTiming twice { { { "reduce1", 2ms, false }, { "reduce1", 1ms, false } }, 3ms };
    log.add(0, twice);
    log.add(0, twice);
    ASSERT_EQ(log.works(0).size(), 1U);
    EXPECT_EQ(log.works(0)[0].timing.median, 3ms);
}

TEST(TimingLog, HistoryIsBoundedAndRemembersTheVariant)
{
    TimingLog log;
    for (int i = 0; i < 1000; ++i)
        log.add(static_cast<std::size_t>(i % 2), step_of(1ms, 1ms));
    EXPECT_EQ(log.history().size(), 200U);
    EXPECT_EQ(log.history().back().variant, 1U);
    EXPECT_EQ(log.step(0).samples, 200U);
    log.clear();
    EXPECT_TRUE(log.history().empty());
    EXPECT_EQ(log.step(0).samples, 0U);
}

TEST(TimingLog, MoreAccurateSamplesReplaceOthersAndAreNotMixedWithThem)
{
    TimingLog log;
    log.add(0, step_of(9ms, 0ms), Sampling::while_drawing);
    log.add(0, step_of(8ms, 0ms), Sampling::while_drawing);
    EXPECT_EQ(log.step(0).samples, 2U) << "such samples are taken after the first step";
    EXPECT_EQ(log.step(0).sampling, Sampling::while_drawing);
    log.add(0, step_of(3ms, 0ms), Sampling::quiet_step);
    EXPECT_EQ(log.step(0).samples, 1U);
    EXPECT_EQ(log.step(0).median, 3ms);
    EXPECT_EQ(log.step(0).sampling, Sampling::quiet_step);
    EXPECT_EQ(log.history().size(), 1U);
    log.add(0, step_of(9ms, 0ms), Sampling::while_drawing);
    EXPECT_EQ(log.step(0).median, 3ms);
    log.add(0, step_of(2ms, 0ms), Sampling::quiet_series);
    EXPECT_EQ(log.step(0).median, 2ms);
    ASSERT_EQ(log.works(0).size(), 2U);
    EXPECT_EQ(log.works(0)[0].timing.sampling, Sampling::quiet_series);
}

} // namespace
} // namespace warpstage::session
