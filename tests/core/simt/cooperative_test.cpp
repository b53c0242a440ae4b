// Cooperative groups: grid synchronization over the workspace of %envreg, tiles of several warps in reserved shared memory.
#include "launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace warpstage::simt {

namespace {

class Cooperative : public testing::Test {
protected:
    ptx::Module m_module = parse_fixture("cooperative.ptx");
};

TEST_F(Cooperative, BlocksMeetInEachRound)
{
    constexpr std::uint32_t kBlocks = 24;
    constexpr std::int32_t kRounds = 4;
    DeviceMemory memory;
    const DeviceAddress out = memory.allocate("out", std::size_t { 4 } * kBlocks);
    const DeviceAddress seen = memory.allocate("seen", std::size_t { 4 } * kBlocks);
    const Result<Program> program = Program::lower(m_module, *m_module.find("grid_rounds"));
    ASSERT_TRUE(program.ok()) << program.error().message;
    const Parameters parameters = Parameters {}.add(out).add(seen).add(kRounds);
    for (int launch = 0; launch < 2; ++launch) {
        const Result<LaunchOutcome> outcome = run(*program, memory, { { kBlocks }, { 64 } }, parameters.bytes());
        ASSERT_TRUE(outcome.ok()) << outcome.error().message;
        ASSERT_FALSE(outcome->trap.has_value()) << fault_of(*outcome);
        std::vector<std::int32_t> values(kBlocks);
        std::memcpy(values.data(), memory.bytes(seen).data(), memory.bytes(seen).size());
        for (std::uint32_t block = 0; block < kBlocks; ++block)
            EXPECT_EQ(values[block], kRounds * 100 + static_cast<std::int32_t>((block + 1) % kBlocks)) << block;
    }
}

TEST_F(Cooperative, TilesOfTwoWarpsShuffleAndVote)
{
    for (const bool checked : { false, true }) {
        RunOptions options;
        options.checks.memory = checked;
        const Launched launched = launch(m_module, "wide_tiles", { { 2 }, { 128 } }, 128, {}, options);
        ASSERT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
        for (std::size_t thread = 0; thread < 128; ++thread)
            EXPECT_EQ(launched.out[thread], thread < 64 ? 66 : 195) << thread;
    }
}

} // namespace
} // namespace warpstage::simt
