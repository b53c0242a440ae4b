#include "tests/approved.h"
#include "tests/core/session/owners.h"

#include <gtest/gtest.h>

#include <thread>

namespace warpstage::session {
namespace {

using GpuUse = Stepper::GpuUse;

struct Running : Owners {
    Running()
        : Owners("nbody", 2, "256")
    {
    }
    // Runs the current step to its end.
    std::optional<engine::StepOutcome> end()
    {
        while (!stepper.idle()) {
            if (auto outcome = stepper.collect({}))
                return outcome;
            std::this_thread::yield();
        }
        return std::nullopt;
    }
    void begin()
    {
        static_cast<void>(stepper.adopt(GpuUse::free));
        static_cast<void>(stepper.start(GpuUse::free, {}));
    }
};

TEST(Stepper, AdoptsOnceAndCountsEachStep)
{
    Running running;
    EXPECT_TRUE(running.stepper.adopt(GpuUse::free));
    EXPECT_EQ(running.stepper.adopted(), running.program.known_plan(2));
    EXPECT_FALSE(running.stepper.adopt(GpuUse::free)) << "no other choice";
    for (std::uint64_t step = 1; step <= 3; ++step) {
        static_cast<void>(running.stepper.start(GpuUse::free, {}));
        EXPECT_TRUE(running.end());
        EXPECT_EQ(running.stepper.steps(), step);
    }
    const auto section = running.stepper.section(nullptr);
    EXPECT_EQ(section.of(2).timing.samples, 2U) << "the first step is a warm-up";
    EXPECT_EQ(section.of(2).speed_up, 1.0);
    EXPECT_TRUE(section.of(2).emulated);
    EXPECT_EQ(section.of(1).timing.samples, 0U);
    EXPECT_GT(section.merit, 0.0);
    static_cast<void>(running.stepper.exchange_times());
    EXPECT_EQ(running.stepper.section(nullptr).of(2).timing.samples, 0U);
}

// Emulated kernels are not comparable with host code, which the virtual machine does not run.
TEST(TimingSection, ComparesWithTheFirstTimeOfTheSameKind)
{
    TimingSection section;
    section.variants.resize(5);
    for (const std::size_t timed : { 1U, 2U, 4U })
        section.variants[timed].timing.samples = 1;
    section.variants[2].emulated = section.variants[3].emulated = section.variants[4].emulated = true;
    EXPECT_EQ(section.reference(1), 1U);
    EXPECT_EQ(section.reference(2), 2U);
    EXPECT_EQ(section.reference(4), 2U);
    EXPECT_EQ(section.reference(0), 1U);
}

TEST(Stepper, AStepOfAPreviousPlanIsNotCounted)
{
    Running running;
    running.begin();
    running.program.select_variant(1, {});
    running.stepper.change_plan();
    EXPECT_FALSE(running.end());
    EXPECT_EQ(running.stepper.steps(), 0U);
    running.begin();
    EXPECT_TRUE(running.end());
    EXPECT_EQ(running.stepper.adopted_variant(), 1U);
    running.begin();
    running.stepper.restart();
    EXPECT_FALSE(running.end());
    EXPECT_EQ(running.stepper.steps(), 0U);
}

TEST(Stepper, NothingStartsWhilePausedOrWhileCountersAreCollected)
{
    Running running;
    static_cast<void>(running.stepper.adopt(GpuUse::free));
    static_cast<void>(running.stepper.start(GpuUse::counting, {}));
    EXPECT_TRUE(running.stepper.idle());
    running.stepper.toggle_pause();
    static_cast<void>(running.stepper.start(GpuUse::free, {}));
    EXPECT_TRUE(running.stepper.idle());
    EXPECT_FALSE(running.stepper.section(nullptr).playing);
}

TEST(Stepper, AQuestionAboutWaitsIsANotice)
{
    Running running;
    running.stepper.toggle_pause();
    running.stepper.ask_waits();
    ASSERT_EQ(running.notices.section(nullptr).size(), 1U) << "no kernel runs";
    running.stepper.toggle_pause();
    running.stepper.ask_waits();
    for (int step = 0; step < 1000 && running.notices.section(nullptr).size() < 2; ++step) {
        running.begin();
        static_cast<void>(running.end());
    }
    const std::vector<Notice> notices = running.notices.section(nullptr);
    ASSERT_EQ(notices.size(), 2U);
    EXPECT_EQ(notices.back().severity, Severity::attention);
    EXPECT_NE(notices.back().text.find("warp"), std::string::npos) << notices.back().text;
    EXPECT_EQ(running.stepper.waits(), nullptr) << "the step that was asked has ended";
}

TEST(Stepper, TimesOfAFileAreNotMixedWithOthers)
{
    Running running;
    running.begin();
    EXPECT_TRUE(running.end());
    Replay replay;
    replay.times.push_back({ running.program.lesson()->variants[2].id, {}, {} });
    replay.times.back().timing.samples = 7;
    replay.times.back().works.push_back({ "kernel", false, {} });
    const auto section = running.stepper.section(&replay);
    EXPECT_EQ(section.of(2).timing.samples, 7U);
    EXPECT_EQ(section.works.size(), 1U);
    EXPECT_TRUE(section.history.empty());
}

TEST(Engines, WithoutAGpuThereIsOnlyTheVirtualMachine)
{
    auto engines = *Engines::open(engine::EngineKind::vm, 0, {}, Urgency::usual);
    EXPECT_FALSE(engines.has_gpu());
    EXPECT_FALSE(engines.on_gpu());
    EXPECT_FALSE(engines.select(engine::EngineKind::gpu));
    EXPECT_TRUE(engines.select(engine::EngineKind::vm));
    EXPECT_APPROVED(engines.gpu_absence());
}

} // namespace
} // namespace warpstage::session
