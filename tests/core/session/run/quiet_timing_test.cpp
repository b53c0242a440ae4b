#include "core/session/run/quiet_timing.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace warpstage::session {
namespace {

using namespace std::chrono_literals;
using Next = QuietTiming::Next;
using Device = QuietTiming::Device;

problem::Plan plan_of_works(std::vector<problem::Work> step)
{
    problem::Plan plan;
    plan.step = std::move(step);
    return plan;
}

// 60 frames per second; a step ends in each of them.
struct Frames {
    explicit Frames(QuietTiming::Duration step, std::vector<problem::Work> works = { problem::KernelLaunch {} })
    {
        timing.restart(plan_of_works(std::move(works)), Device::shared);
        EXPECT_EQ(timing.next(now), Next::run) << "the length of the step is unknown";
        EXPECT_FALSE(timing.ran(step)) << "warm-up";
        EXPECT_EQ(timing.next(now), Next::run);
        EXPECT_FALSE(timing.ran(step));
    }
    // Frames until something other than a step concurrent with the frames is due; nothing: not within the limit.
    std::optional<int> until_due(int most)
    {
        for (int frame = 0; frame < most; ++frame, now += 16'667us) {
            if (timing.next(now) != Next::run)
                return frame;
        }
        return std::nullopt;
    }

    QuietTiming timing;
    QuietTiming::Time now {};
};

TEST(QuietTiming, WithoutDrawingOnTheDeviceEveryStepCounts)
{
    QuietTiming timing;
    timing.restart(plan_of_works({ problem::KernelLaunch {} }), Device::alone);
    for (int step = 0; step < 3; ++step) {
        EXPECT_EQ(timing.next({}), Next::run);
        EXPECT_EQ(timing.ran(1ms), Sampling::every_step);
    }
    timing.restart(plan_of_works({ problem::HostWork {} }), Device::shared);
    EXPECT_EQ(timing.ran(1ms), Sampling::every_step) << "a step on the CPU needs no GPU";
    EXPECT_EQ(timing.next({}), Next::run);
}

TEST(QuietTiming, AShortStepIsSampledInEveryFrameUntilThereAreEnough)
{
    Frames frames(100us);
    EXPECT_EQ(frames.timing.next(frames.now), Next::sample);
    frames.timing.warmed_up(frames.now, 30ms);
    for (int sample = 0; sample < 21; ++sample) {
        frames.now += 16'667us;
        EXPECT_EQ(frames.timing.next(frames.now), Next::sample) << sample;
        EXPECT_FALSE(frames.timing.ran(100us)) << "beside the frames";
        frames.timing.counted(frames.now, 3ms);
    }
    // Then periodically, so that the time of a warm GPU replaces that of a cold one.
    EXPECT_EQ(frames.until_due(60), 6);
}

TEST(QuietTiming, FramesAreHeldForPlansThatCannotBeSampled)
{
    Frames frames(4ms);
    EXPECT_EQ(frames.timing.next(frames.now), Next::sample);
    frames.timing.unsuited();
    EXPECT_EQ(frames.timing.next(frames.now), Next::hold);
    frames.timing.counted(frames.now, 2ms);
    EXPECT_EQ(frames.until_due(60), 1) << "the frame rate is not reduced";
    EXPECT_EQ(frames.timing.next(frames.now), Next::hold);
}

TEST(QuietTiming, FramesAreDroppedRarelyAndOnlyForAFewSamples)
{
    Frames frames(1200ms); // concurrently with the frames; a third of it otherwise
    for (int sample = 0; sample < 4; ++sample) {
        EXPECT_EQ(frames.timing.next(frames.now), Next::hold) << sample;
        frames.timing.counted(frames.now, 400ms);
        EXPECT_EQ(frames.until_due(1000), 480) << "a twentieth of the time";
    }
    frames.timing.counted(frames.now, 400ms);
    EXPECT_FALSE(frames.until_due(10'000));
    // The next adopted plan is measured again.
    frames.timing.restart(plan_of_works({ problem::KernelLaunch {} }), Device::shared);
    EXPECT_FALSE(frames.timing.ran(1ms));
    EXPECT_FALSE(frames.timing.ran(1ms));
    EXPECT_EQ(frames.timing.next(frames.now), Next::sample);
}

TEST(QuietTiming, FramesStopForMoreThanASecondOnlyOnce)
{
    Frames frames(2900ms);
    EXPECT_EQ(frames.timing.next(frames.now), Next::hold);
    frames.timing.counted(frames.now, 1100ms);
    EXPECT_FALSE(frames.until_due(10'000));
}

// Sampling leaves the frames at least three quarters of the time, or nineteen twentieths if a sample is longer than a frame can
// spare.
TEST(QuietTiming, TheShareOfMeasuringIsBounded)
{
    for (const auto length : { 100us, 1000us, 4900us, 5100us, 12'000us, 100'000us }) {
        Frames frames(length);
        frames.timing.unsuited();
        QuietTiming::Duration measured { 0 };
        const auto began = frames.now;
        while (frames.now - began < 60s) {
            frames.now += 1ms;
            if (frames.timing.next(frames.now) == Next::run)
                continue;
            measured += length;
            frames.timing.counted(frames.now, length);
            frames.now += length;
        }
        const double share = std::chrono::duration<double>(measured) / std::chrono::duration<double>(frames.now - began);
        EXPECT_LE(share, length <= 5ms ? 0.26 : 0.05) << length.count();
        EXPECT_GT(measured.count(), 0);
    }
}

TEST(QuietTiming, AStepTooLongToHoldFramesCountsAsItRan)
{
    Frames frames(1ms);
    frames.timing.restart(plan_of_works({ problem::KernelLaunch {} }), Device::shared);
    EXPECT_FALSE(frames.timing.ran(8s)) << "warm-up";
    EXPECT_EQ(frames.timing.ran(8s), Sampling::while_drawing);
    EXPECT_EQ(frames.timing.next(frames.now), Next::run);
    EXPECT_EQ(frames.timing.ran(6s), Sampling::while_drawing);
}

} // namespace
} // namespace warpstage::session
