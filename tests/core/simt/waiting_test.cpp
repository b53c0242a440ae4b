// Programs in which warps and blocks wait for each other in loops terminate.
#include "core/simt/run/block_run.h"
#include "core/simt/run/spin_probe.h"
#include "launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class Waiting : public testing::Test {
protected:
    ptx::Module m_module = parse_fixture("waiting.ptx");
};

TEST_F(Waiting, WarpWaitsForALaterOne)
{
    const Launched launched = launch(m_module, "wait_for_warp", { { 1 }, { 64 } }, 2);
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    EXPECT_THAT(launched.out, ElementsAre(5, 6));
    EXPECT_LT(launched.outcome.warp_instructions, 2 * kWarpSlice);
}

TEST_F(Waiting, WarpWaitsForALaterOneWithAllChecksButRaces)
{
    RunOptions options;
    options.checks.memory = true;
    const Launched launched = launch(m_module, "wait_for_warp", { { 1 }, { 64 } }, 2, {}, options);
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    EXPECT_THAT(launched.out, ElementsAre(5, 6));
}

TEST_F(Waiting, BlockWaitsForTheLastOne)
{
    const Launched launched = launch(m_module, "wait_for_block", { { 500 }, { 64 } }, 2);
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    EXPECT_THAT(launched.out, ElementsAre(5, 6));
}

TEST_F(Waiting, BlockWaitsForTheLastOneOnOneProcessor)
{
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const Launched launched = launch(m_module, "wait_for_block", { { 500 }, { 64 } }, 2);
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    EXPECT_THAT(launched.out, ElementsAre(5, 6));
}

TEST_F(Waiting, SpinLockKeepsWarpsAndBlocksApart)
{
    constexpr int kRounds = 2 * kWarpSlice;
    const Launched launched = launch(m_module, "spin_lock", { { 6 }, { 128 } }, 3, Parameters {}.add(kRounds));
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    EXPECT_THAT(launched.out, ElementsAre(0, 24, kRounds - 1));
}

TEST_F(Waiting, GridBarrierByHand)
{
    constexpr std::uint32_t kBlocks = 132;
    constexpr std::uint32_t kRounds = 5;
    DeviceMemory memory;
    const DeviceAddress count = memory.allocate("count", 4);
    const DeviceAddress sums = memory.allocate("sums", std::size_t { 4 } * kBlocks * kRounds);
    const ptx::Function* kernel = m_module.find("grid_barrier");
    ASSERT_NE(kernel, nullptr);
    const Result<Program> program = Program::lower(m_module, *kernel);
    ASSERT_TRUE(program.ok()) << program.error().message;
    const Parameters parameters = Parameters {}.add(count).add(sums).add(kRounds);
    const Result<LaunchOutcome> outcome = run(*program, memory, { { kBlocks }, { 64 } }, parameters.bytes());
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->trap.has_value()) << fault_of(*outcome);
    std::array<std::int32_t, kBlocks * kRounds> values {};
    std::memcpy(values.data(), memory.bytes(sums).data(), sizeof(values));
    for (std::uint32_t round = 0; round < kRounds; ++round)
        EXPECT_THAT(std::span(values).subspan(std::size_t { round } * kBlocks, kBlocks), Each(static_cast<int>(round) + 1));
}

TEST_F(Waiting, BarrierObjectOfABlock)
{
    constexpr unsigned kThreads = 256;
    const Launched launched = launch(m_module, "block_barrier", { { 2 }, { kThreads } }, kThreads);
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    std::array<std::int32_t, kThreads> expected {};
    for (unsigned i = 0; i < kThreads; ++i)
        expected[i] = static_cast<std::int32_t>(i);
    for (int round = 0; round < 4; ++round) {
        const auto before = expected;
        for (unsigned i = 0; i < kThreads; ++i)
            expected[i] += before[(i + 32) % kThreads];
    }
    EXPECT_THAT(launched.out, testing::ElementsAreArray(expected));
}

// The module as compiled for another architecture: below compute capability 7.0, the lanes of a warp run in lock step.
ptx::Module for_target(ptx::Module module, const std::string& target)
{
    module.target = target;
    return module;
}

TEST_F(Waiting, LanesOfOneWarpGetTheirTurn)
{
    for (const std::uint32_t blocks : { 1U, 2U, 40U }) {
        for (const bool in_sequence : { false, true }) {
            RunOptions options;
            options.checks.memory = in_sequence;
            const Launched launched = launch(m_module, "wait_for_lane", { { blocks }, { 64 } }, 2, {}, options);
            EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
            EXPECT_THAT(launched.out, ElementsAre(0, 64 * static_cast<int>(blocks)));
        }
    }
}

TEST_F(Waiting, BlocksThatWaitForEachOtherForEverAreFound)
{
    const ptx::Module old = for_target(m_module, "sm_60");
    bool names_target = false; // not by a warp that waits for a lane of another block
    for (const std::uint32_t blocks : { 2U, 300U }) {
        for (const bool in_sequence : { false, true }) {
            RunOptions options;
            options.checks.memory = in_sequence;
            const Launched launched = launch(old, "wait_for_lane", { { blocks }, { 64 } }, 2, {}, options);
            ASSERT_TRUE(launched.outcome.trap.has_value()) << blocks;
            EXPECT_EQ(launched.outcome.trap->kind, TrapKind::deadlock);
            names_target = names_target || launched.outcome.trap->message.find("capability 7.5 or later") != std::string::npos;
            EXPECT_LT(launched.outcome.warp_instructions, 40 * kMaxWait);
        }
    }
    EXPECT_TRUE(names_target);
}

TEST_F(Waiting, LanesOfOldCodeNeedTheIndependentSchedule)
{
    const ptx::Module old = for_target(m_module, "sm_60");
    const Launched stuck = launch(old, "wait_for_lane", { { 1 }, { 32 } }, 2);
    ASSERT_TRUE(stuck.outcome.trap.has_value());
    EXPECT_EQ(stuck.outcome.trap->kind, TrapKind::deadlock);
    EXPECT_THAT(stuck.outcome.trap->message, HasSubstr("compile it for compute capability 7.5 or later"));

    RunOptions budget;
    budget.instruction_budget = 2 * kWarpSlice;
    const Launched spent = launch(old, "wait_for_lane", { { 1 }, { 32 } }, 2, {}, budget);
    ASSERT_TRUE(spent.outcome.trap.has_value());
    EXPECT_EQ(spent.outcome.trap->kind, TrapKind::budget_exhausted);
    EXPECT_THAT(spent.outcome.trap->message, HasSubstr("compile it for compute capability 7.5 or later"));

    RunOptions independent;
    independent.scheduling.policy = Scheduling::Policy::independent;
    const Launched ends = launch(old, "wait_for_lane", { { 1 }, { 32 } }, 2, {}, independent);
    EXPECT_FALSE(ends.outcome.trap.has_value()) << fault_of(ends.outcome);
    EXPECT_THAT(ends.out, ElementsAre(0, 32));
}

// Programs whose lanes do not wait for others of their warp run as before.
TEST_F(Waiting, TurnsOfLanesChangeNoCountersOfOtherPrograms)
{
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const ptx::Module old = for_target(m_module, "sm_60");
    const auto expect_same = [&](const std::string& kernel, const LaunchShape& shape, std::size_t count,
                                 const Parameters& behind) {
        const Launched now = launch(m_module, kernel, shape, count, behind);
        const Launched before = launch(old, kernel, shape, count, behind);
        EXPECT_FALSE(now.outcome.trap.has_value()) << fault_of(now.outcome);
        EXPECT_EQ(now.out, before.out) << kernel;
        EXPECT_EQ(now.outcome.warp_instructions, before.outcome.warp_instructions) << kernel;
        EXPECT_EQ(now.outcome.lane_instructions, before.outcome.lane_instructions) << kernel;
    };
    expect_same("wait_for_warp", { { 1 }, { 64 } }, 2, {});
    expect_same("wait_for_block", { { 500 }, { 64 } }, 2, {});
    expect_same("spin_lock", { { 6 }, { 128 } }, 3, Parameters {}.add(int { 2 * kWarpSlice }));
    expect_same("block_barrier", { { 2 }, { 256 } }, 256, {});
}

TEST_F(Waiting, ALockThatNobodyReleasesIsFoundWithAllChecks)
{
    RunOptions options;
    options.checks = kAllChecks;
    const Launched stuck = launch(m_module, "wait_for_lock", { { 2 }, { 2 } }, 2, {}, options);
    ASSERT_TRUE(stuck.outcome.trap.has_value());
    EXPECT_EQ(stuck.outcome.trap->kind, TrapKind::deadlock);
}

// Checks and the independent schedule run blocks in sequence, but not while they wait for others.
struct Circumstances {
    const char* name;
    Checks checks;
    Scheduling scheduling;
};

class WaitingAnyhow : public testing::TestWithParam<Circumstances> {
protected:
    [[nodiscard]] static RunOptions options()
    {
        RunOptions options;
        options.checks = GetParam().checks;
        options.scheduling = GetParam().scheduling;
        return options;
    }

    ptx::Module m_module = parse_fixture("waiting.ptx");
};

TEST_P(WaitingAnyhow, WarpAndBlockWaitForLaterOnes)
{
    const Launched warp = launch(m_module, "wait_for_warp", { { 1 }, { 64 } }, 2, {}, options());
    EXPECT_FALSE(warp.outcome.trap.has_value()) << fault_of(warp.outcome);
    EXPECT_THAT(warp.out, ElementsAre(5, 6));
    const Launched block = launch(m_module, "wait_for_block", { { 50 }, { 64 } }, 2, {}, options());
    EXPECT_FALSE(block.outcome.trap.has_value()) << fault_of(block.outcome);
    EXPECT_THAT(block.out, ElementsAre(5, 6));
}

TEST_P(WaitingAnyhow, SpinLockAndGridBarrier)
{
    const Launched lock = launch(m_module, "spin_lock", { { 3 }, { 64 } }, 3, Parameters {}.add(20), options());
    EXPECT_FALSE(lock.outcome.trap.has_value()) << fault_of(lock.outcome);
    EXPECT_THAT(lock.out, ElementsAre(0, 6, 19));
    DeviceMemory memory;
    const Parameters parameters = Parameters {}.add(memory.allocate("count", 4)).add(memory.allocate("sums", 4 * 8 * 3)).add(3);
    const LaunchOutcome grid = launch_in(memory, m_module, "grid_barrier", { { 8 }, { 64 } }, parameters, options());
    EXPECT_FALSE(grid.trap.has_value()) << fault_of(grid);
}

TEST_P(WaitingAnyhow, BarrierObjectOfABlock)
{
    const Launched launched = launch(m_module, "block_barrier", { { 2 }, { 256 } }, 256, {}, options());
    EXPECT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
}

TEST_P(WaitingAnyhow, ABlockThatNobodyReleasesIsFound)
{
    const Launched stuck = launch(m_module, "wait_for_block", { { 1 }, { 64 } }, 2, {}, options());
    ASSERT_TRUE(stuck.outcome.trap.has_value());
    EXPECT_EQ(stuck.outcome.trap->kind, TrapKind::deadlock);
}

TEST_P(WaitingAnyhow, LanesOfSeveralBlocksGetTheirTurn)
{
    const Launched launched = launch(m_module, "wait_for_lane", { { 3 }, { 64 } }, 2, {}, options());
    EXPECT_THAT(launched.out, ElementsAre(0, 192));
    // No fence follows the lock's acquisition.
    const bool finds_race = GetParam().checks.races != RaceCheck::off;
    EXPECT_EQ(launched.outcome.trap.has_value(), finds_race) << fault_of(launched.outcome);
    if (launched.outcome.trap) {
        EXPECT_EQ(launched.outcome.trap->kind, TrapKind::race);
    }
}

INSTANTIATE_TEST_SUITE_P(Circumstances, WaitingAnyhow,
    testing::Values(Circumstances { "checked", kAllChecks, {} },
        Circumstances { "independent", kNoChecks, { Scheduling::Policy::independent, 1 } },
        Circumstances { "independent_and_checked", kAllChecks, { Scheduling::Policy::independent, 2 } }),
    [](const auto& circumstances) { return circumstances.param.name; });

TEST(WideIntegers, DivideWithMixedCarries)
{
    const ptx::Module module = parse_fixture("waiting.ptx");
    __extension__ using Wide = unsigned __int128;
    const std::array<std::array<std::uint64_t, 4>, 6> pairs { { { 1, 0, 0, 3 }, { 0, 100, 0, 7 }, { ~0ULL, ~0ULL, 0, 10 },
        { 12345, 6789, 1, 0 }, { ~0ULL, 1, 0x1234'5678, ~0ULL }, { 5, 5, 5, 6 } } };
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", sizeof(pairs));
    const DeviceAddress y = memory.allocate("y", sizeof(pairs));
    std::memcpy(memory.bytes(x).data(), pairs.data(), sizeof(pairs));
    const Result<Program> program = Program::lower(module, *module.find("divide"));
    ASSERT_TRUE(program.ok()) << program.error().message;
    const Result<LaunchOutcome> outcome = run(*program, memory, { { 1 }, { pairs.size() } }, Parameters {}.add(x).add(y).bytes());
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->trap.has_value()) << fault_of(*outcome);
    auto results = pairs;
    std::memcpy(results.data(), memory.bytes(y).data(), sizeof(results));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Wide a = Wide { pairs[i][0] } << 64 | pairs[i][1];
        const Wide b = Wide { pairs[i][2] } << 64 | pairs[i][3];
        const auto high = [](Wide value) {
            return static_cast<std::uint64_t>(value >> 64);
        };
        const auto low = [](Wide value) {
            return static_cast<std::uint64_t>(value);
        };
        EXPECT_THAT(results[i], ElementsAre(high(a / b), low(a / b), high(a % b), low(a % b))) << "pair " << i;
    }
    EXPECT_EQ(results[0][1], 6148914691236517205ULL);
    EXPECT_EQ(results[0][3], 1U);
}

} // namespace

} // namespace warpstage::simt
