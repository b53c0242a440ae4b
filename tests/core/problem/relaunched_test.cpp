// Launches that are edited: the plan has another grid and other blocks, and everything else stays.
#include "core/problem/reduction/reduction.h"
#include "core/problem/relaunched.h"
#include "tests/core/problem/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::problem {
namespace {

const Variant kOne { "one", "one", "",
    { { "kernel", "reduce" }, { "elements_per_thread", "1" }, { "grid", "cover" }, { "templated", "false" } } };

TEST(Relaunched, ChangesTheLaunchesOfOneKernelOfOneVariant)
{
    const auto reduction = std::make_shared<const Reduction>();
    const auto settings = settings_with(*reduction, { { "n", "4096" }, { "block", "32" } });
    const auto before = reduction->plan(kOne, settings);
    ASSERT_TRUE(before.ok());
    const KernelLaunch& present = launch_of(*before);
    ASSERT_EQ(present.block.x, 32U);

    const Relaunch larger { "one", present.kernel, LaunchChange::larger_blocks };
    const auto changed = relaunched(reduction, larger);
    const auto plan = changed->plan(kOne, settings);
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(launch_of(*plan).block.x, 128U);
    EXPECT_EQ(launch_of(*plan).grid.x, present.grid.x / 4);
    EXPECT_EQ(launch_of(*plan).kernel, present.kernel);
    EXPECT_EQ(plan->buffers.size(), before->buffers.size());
    EXPECT_THAT(relaunches_of(*changed), testing::ElementsAre(larger));
    EXPECT_TRUE(relaunches_of(*reduction).empty());

    Variant other = kOne;
    other.id = "other";
    EXPECT_EQ(launch_of(*changed->plan(other, settings)).block.x, 32U);
    const auto of_another_kernel = relaunched(reduction, { "one", "another", LaunchChange::larger_blocks });
    EXPECT_EQ(launch_of(*of_another_kernel->plan(kOne, settings)).block.x, 32U);
}

TEST(Relaunched, LeavesGridsThatCannotBeDivided)
{
    EXPECT_EQ(changed(LaunchChange::larger_blocks, { { 7 }, { 32 } }), (LaunchDimensions { { 7 }, { 32 } }));
    EXPECT_EQ(changed(LaunchChange::wider_blocks, { { 3, 8 }, { 4, 64 } }), (LaunchDimensions { { 3, 8 }, { 4, 64 } }));
}

TEST(Relaunched, ExchangesTheBlockIfTheGridCannotBeDivided)
{
    EXPECT_EQ(changed(LaunchChange::swapped, { { 2, 32 }, { 32, 8 } }), (LaunchDimensions { { 8, 8 }, { 32, 8 } }));
    EXPECT_EQ(changed(LaunchChange::swapped, { { 2, 1 }, { 32, 8 } }), (LaunchDimensions { { 1, 2 }, { 8, 32 } }));
    EXPECT_FALSE(changed(LaunchChange::swapped, { { 100'000, 1 }, { 33, 8 } })); // y of a grid has a limit
}

TEST(Relaunched, HasWordsForFiles)
{
    for (const auto change : { LaunchChange::larger_blocks, LaunchChange::wider_blocks, LaunchChange::swapped }) {
        const Relaunch relaunch { "one", "reduce<4>", change };
        EXPECT_EQ(relaunch_of(to_words(relaunch)), relaunch);
    }
    EXPECT_FALSE(relaunch_of({ "one", "reduce<4>", "smaller-blocks" }));
}

} // namespace
} // namespace warpstage::problem
