#include "core/arch/gpu_tables.h"
#include "core/arch/gpus.h"
#include "core/arch/transfer_estimate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace warpstage::arch {
namespace {

using testing::HasSubstr;

constexpr std::size_t kGibibyte = std::size_t { 1 } << 30;

double milliseconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

// The bandwidths of the PCI Express specification, in one direction.
TEST(HostLink, HasTheBandwidthOfItsGenerationAndLanes)
{
    EXPECT_NEAR(link_bytes_per_second({ 1, 16 }), 4.0e9, 1e6);
    EXPECT_NEAR(link_bytes_per_second({ 2, 16 }), 8.0e9, 1e6);
    EXPECT_NEAR(link_bytes_per_second({ 3, 16 }), 15.754e9, 1e6);
    EXPECT_NEAR(link_bytes_per_second({ 4, 16 }), 31.508e9, 1e6);
    EXPECT_NEAR(link_bytes_per_second({ 5, 16 }), 63.015e9, 1e6);
    EXPECT_NEAR(link_bytes_per_second({ 3, 8 }), 7.877e9, 1e6);
}

// Published rates of pinned copies.
TEST(TransferEstimate, PinnedRatesMatchMeasurements)
{
    EXPECT_NEAR(copy_bytes_per_second({ 2, 16 }, HostMemory::pinned), 6.0e9, 0.05 * 6.0e9) << "Best Practices Guide, CUDA 5";
    EXPECT_NEAR(copy_bytes_per_second({ 3, 16 }, HostMemory::pinned), 12.0e9, 0.05 * 12.0e9) << "Best Practices Guide, CUDA 11";
    EXPECT_NEAR(copy_bytes_per_second({ 3, 16 }, HostMemory::pinned), 12.36e9, 0.05 * 12.36e9) << "nvbandwidth, README";
    EXPECT_NEAR(copy_bytes_per_second({ 3, 8 }, HostMemory::pinned), 6.20e9, 0.05 * 6.20e9) << "the same, its other GPU";
}

TEST(TransferEstimate, TheTimeOfACopyIsLatencyPlusBytesDividedByRate)
{
    const HostLink link { 3, 16 };
    EXPECT_EQ(estimate_copy(link, HostMemory::pinned, 0), std::chrono::microseconds { 10 });
    EXPECT_NEAR(milliseconds(estimate_copy(link, HostMemory::pinned, kGibibyte)), 88.5, 0.1);
    EXPECT_NEAR(milliseconds(estimate_copy(link, HostMemory::pageable, kGibibyte)), 177.0, 0.1);
}

TEST(TransferEstimate, IsMonotone)
{
    for (const auto memory : { HostMemory::pinned, HostMemory::pageable }) {
        for (std::uint32_t generation = 1; generation <= 5; ++generation) {
            for (const std::uint32_t lanes : { 1U, 2U, 4U, 8U, 16U }) {
                const HostLink link { generation, lanes };
                EXPECT_LE(copy_bytes_per_second(link, memory), link_bytes_per_second(link));
                EXPECT_LE(estimate_copy(link, HostMemory::pinned, kGibibyte), estimate_copy(link, memory, kGibibyte));
                EXPECT_LT(estimate_copy(link, memory, 1000), estimate_copy(link, memory, 1'000'000));
                if (generation < 5) {
                    EXPECT_LE(
                        estimate_copy({ generation + 1, lanes }, memory, kGibibyte), estimate_copy(link, memory, kGibibyte));
                }
            }
        }
    }
    EXPECT_EQ(copy_bytes_per_second({ 5, 16 }, HostMemory::pageable), 12e9) << "the limit of one host thread";
}

TEST(TransferEstimate, EveryNamedGpuHasALinkWithItsSource)
{
    for (const Gpu& gpu : all_gpus()) {
        EXPECT_GE(gpu.link.generation, 1U) << gpu.name;
        EXPECT_LE(gpu.link.generation, 5U) << gpu.name;
        EXPECT_EQ(gpu.link.lanes, 16U) << gpu.name;
        EXPECT_FALSE(gpu.link_source.empty()) << gpu.name;
        EXPECT_LT(link_bytes_per_second(gpu.link), gpu.memory_gigabytes_per_second * 1e9) << gpu.name;
    }
    EXPECT_EQ(find_gpu("GTX280")->link.generation, 2U);
    EXPECT_EQ(find_gpu("NVIDIA H200")->link.generation, 5U);
    const auto text = gpus_text();
    EXPECT_THAT(text, HasSubstr("GeForce GTX 280    2.0     16    8.00     6.2       3.1"));
    EXPECT_THAT(text, HasSubstr("Pageable: half of pinned"));
}

} // namespace
} // namespace warpstage::arch
