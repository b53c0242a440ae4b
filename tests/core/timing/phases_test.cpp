// Phases of mbarrier objects in the SM model.
#include "core/timing/phases.h"

#include <gtest/gtest.h>

#include <optional>

namespace warpstage::timing {
namespace {

using Kind = simt::PhaseStep::Kind;

constexpr LaneMask kAll = ~LaneMask { 0 };

simt::PhaseStep step_of(Kind kind, std::uint64_t phase, LaneMask passed = 0)
{
    return { .kind = kind, .object = 64, .lanes = kAll, .passed = passed, .phase = phase };
}

struct Recorded {
    Recorded() { stream.warps.resize(2); }
    void add(std::uint32_t warp, std::uint32_t pc, const simt::PhaseStep& phase)
    {
        stream.warps[warp].push_back({ .pc = pc });
        ++stream.steps;
        collector.add(stream, warp, phase);
    }

    BlockStream stream;
    PhaseCollector collector;
};

TEST(Phases, RepeatedTestsAreOneStepThatWaits)
{
    Recorded recorded;
    recorded.add(0, 1, step_of(Kind::initialize, 0));
    for (int i = 0; i < 3; ++i) {
        recorded.add(0, 2, step_of(Kind::test, 0));
        recorded.stream.warps[0].push_back({ .pc = 3 });
        ++recorded.stream.steps;
    }
    recorded.add(0, 2, step_of(Kind::test, 1, kAll));
    const BlockStream& stream = recorded.stream;
    ASSERT_EQ(stream.warps[0].size(), 2U);
    EXPECT_EQ(stream.polls, 6U);
    EXPECT_EQ(stream.steps, 2U);
    ASSERT_EQ(stream.warps[0][1].phases, 1U);
    EXPECT_TRUE(stream.phases[0].waits);
    EXPECT_EQ(stream.phases[0].phase, 0);
}

TEST(Phases, APhaseIsCompleteWhenAllRecordedContributionsAreThere)
{
    Recorded recorded;
    recorded.add(0, 1, step_of(Kind::arrive, 0));
    recorded.add(1, 1, step_of(Kind::copy, 0));
    recorded.add(1, 1, step_of(Kind::arrive, 1));
    PhaseClock clock;
    clock.start(recorded.stream);
    EXPECT_FALSE(clock.contribute(0, 0, 50.0));
    EXPECT_EQ(clock.completion(0, 0), std::nullopt);
    EXPECT_TRUE(clock.contribute(0, 0, 20.0));
    EXPECT_EQ(clock.completion(0, 0), 50.0) << "the last contribution counts";
    EXPECT_EQ(clock.completion(0, 1), std::nullopt);
    EXPECT_EQ(clock.completion(0, -1), 0.0) << "a test of the phase before the first one passes at once";
}

} // namespace
} // namespace warpstage::timing
