#include "core/timing/block_places.h"
#include "core/timing/line_waits.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warpstage::timing {
namespace {

constexpr std::uint32_t kLoadsOfChain = 16;
constexpr std::uint64_t kBlocksOfChains = 64; // all at once
constexpr std::uint64_t kBytesOfChainLoad = 256; // of a warp

// Each load has its address from the one before, or all have the same one.
Kernel kernel_with_loads(bool of_loaded_addresses)
{
    std::string body = "ld.param.u64 %rd1, [k_param_0];\n";
    for (std::uint32_t i = 1; i <= kLoadsOfChain; ++i)
        body += "ld.global.u64 %rd" + std::to_string(i + 1) + ", [%rd" + std::to_string(of_loaded_addresses ? i : 1) + "];\n";
    return Kernel(body + "ret;\n");
}

using PlaceOfLoad =
    std::function<std::uint64_t(std::uint64_t block, std::uint64_t load)>; // of its data, in units of kBytesOfChainLoad

// Blocks 0, 1, 2, 4, ... 32 of a kernel.
class LaunchedChains {
public:
    LaunchedChains(const Kernel& kernel, const PlaceOfLoad& place)
    {
        m_sample.grid = { kBlocksOfChains, 1, 1 };
        m_sample.code = &kernel.code();
        m_sample.blocks = { 0 };
        for (const std::uint64_t distance : sharing_distances(m_sample.grid, kBlocksOfChains))
            m_sample.blocks.push_back(distance);
        for (const std::uint64_t block : m_sample.blocks) {
            Play play;
            for (std::uint32_t load = 0; load < kLoadsOfChain; ++load)
                play.addresses[load + 1] = [&place, block, load](std::uint32_t, unsigned lane) {
                    return place(block, load) * kBytesOfChainLoad + lane * 8;
                };
            m_sample.streams.push_back(stream_of(kernel, play));
        }
        m_request.timing = &m_timing;
        m_request.code = m_sample.code;
        m_request.streams = { &m_sample.streams.front() };
        m_request.memory = ample_rates();
        m_request.memory.regions = { { 0, 1 << 20, 0.1 } };
    }

    double wait()
    {
        set_line_waits(m_request, m_sample, kBlocksOfChains);
        return m_request.memory.regions.front().wait;
    }
    const LaunchSample& sample() const { return m_sample; }
    const std::vector<Region>& regions() const { return m_request.memory.regions; }

private:
    arch::Timing m_timing = round_timing();
    LaunchSample m_sample;
    SimulationRequest m_request;
};

std::uint64_t behind_each_other(std::uint64_t block, std::uint64_t load)
{
    return block + load;
}

TEST(LineWaits, BlocksThatFollowEachOtherWaitForTheSameLines)
{
    const Kernel chain = kernel_with_loads(true);
    const double wait = LaunchedChains(chain, behind_each_other).wait();
    EXPECT_GT(wait, 10.0);
    EXPECT_LT(wait, 2.12 * 500.0 - 200.0); // the longest latency of DRAM instead of that of L2
    // All request the same line at the same time: only one of 64 loads fetches it, and all wait.
    EXPECT_GT(LaunchedChains(chain, [](std::uint64_t, std::uint64_t load) { return load; }).wait(), 250.0);
}

TEST(LineWaits, BlocksWithOtherDataDoNotWait)
{
    const Kernel chain = kernel_with_loads(true);
    EXPECT_DOUBLE_EQ(
        LaunchedChains(chain, [](std::uint64_t block, std::uint64_t load) { return block * 100 + load; }).wait(), 0.0);
    // Not the same loads, moved.
    EXPECT_DOUBLE_EQ(
        LaunchedChains(chain, [](std::uint64_t block, std::uint64_t load) { return block * load * load % 97; }).wait(), 0.0);
}

TEST(LineWaits, OnlyChainsAreReplayed)
{
    const Kernel independent = kernel_with_loads(false);
    EXPECT_DOUBLE_EQ(LaunchedChains(independent, behind_each_other).wait(), 0.0);
}

TEST(BlockPlaces, DistancesOfSampledBlocksGiveThoseOfAll)
{
    const Kernel chain = kernel_with_loads(true);
    const LaunchedChains launched(chain, behind_each_other);
    const auto places = BlockPlaces::make(launched.sample(), launched.regions());
    ASSERT_TRUE(places);
    EXPECT_EQ(places->known(), kBlocksOfChains);
    EXPECT_EQ(places->of(0).front(), 0);
    EXPECT_EQ(places->of(21).front(), 21 * static_cast<std::int64_t>(kBytesOfChainLoad));
    EXPECT_EQ(places->of(63).front(), 63 * static_cast<std::int64_t>(kBytesOfChainLoad));
}

} // namespace
} // namespace warpstage::timing
