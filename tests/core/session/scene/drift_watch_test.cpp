#include "core/session/scene/drift_watch.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

// Two bodies at rest, `distance` apart, moving away from each other.
problem::Bodies pair_of(double distance, double speed)
{
    return { { 0.0, distance }, { 0.0, 0.0 }, { -speed, speed }, { 0.0, 0.0 } };
}

void look(DriftWatch& watch, const problem::Bodies& bodies, std::uint64_t steps)
{
    watch.look_at(bodies, steps);
    watch.wait();
    watch.collect();
}

TEST(DriftWatch, ComparesWithTheFirstState)
{
    DriftWatch watch;
    look(watch, pair_of(1.0, 1.0), 0);
    EXPECT_FALSE(watch.view());
    look(watch, pair_of(1.0, 1.0), 5);
    ASSERT_TRUE(watch.view());
    EXPECT_EQ(watch.view()->energy, 0.0);
    EXPECT_EQ(watch.view()->steps, 5U);
    // Kinetic energy 1 and potential -10 become 4 and -10.
    look(watch, pair_of(1.0, 2.0), 9);
    EXPECT_NEAR(watch.view()->energy, 3.0 / 9.0, 1e-12);
    EXPECT_EQ(watch.view()->momentum, 0.0);
}

TEST(DriftWatch, MomentumIsRelativeToAllSpeeds)
{
    DriftWatch watch;
    look(watch, pair_of(1.0, 1.0), 0);
    auto pushed = pair_of(1.0, 1.0);
    pushed.vx[0] += 0.5;
    look(watch, pushed, 1);
    EXPECT_NEAR(watch.view()->momentum, 0.25, 1e-12);
}

TEST(DriftWatch, AStateBeforeARestartIsNotCompared)
{
    DriftWatch watch;
    look(watch, pair_of(1.0, 1.0), 0);
    watch.look_at(pair_of(1.0, 3.0), 7);
    watch.forget();
    watch.wait();
    watch.collect();
    EXPECT_FALSE(watch.view());
    look(watch, pair_of(1.0, 2.0), 0);
    EXPECT_FALSE(watch.view()) << "the first state after forget()";
    look(watch, pair_of(1.0, 2.0), 1);
    EXPECT_EQ(watch.view()->energy, 0.0);
}

} // namespace
} // namespace warpstage::session
