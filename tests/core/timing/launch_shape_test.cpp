// Resident blocks per multiprocessor, its share of the GPU, and the shared fraction of the blocks' reads.
#include "core/timing/footprint.h"
#include "core/timing/launch_shape.h"
#include "tests/core/timing/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::timing {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Result<Placement> placed(const LaunchShape& shape, std::uint32_t registers = 32)
{
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    MachineCode code;
    code.registers_per_thread = registers;
    return place(shape, code, arch::traits_of(gpu.capability), gpu);
}

TEST(LaunchShapes, ALargeGridFillsEveryMultiprocessor)
{
    const auto placement = placed({ .blocks = std::uint64_t { 132 } * 16, .threads = 256 });
    ASSERT_TRUE(placement);
    EXPECT_EQ(placement->resident, 8);
    EXPECT_EQ(placement->per_multiprocessor, 16);
    EXPECT_EQ(placement->active, 132);
    EXPECT_DOUBLE_EQ(placement->occupancy, 1.0);
    EXPECT_DOUBLE_EQ(placement->waves, 2.0);
}

TEST(LaunchShapes, ASmallGridLeavesMultiprocessorsIdle)
{
    const auto placement = placed({ .blocks = 10, .threads = 256 });
    ASSERT_TRUE(placement);
    EXPECT_EQ(placement->resident, 1);
    EXPECT_EQ(placement->per_multiprocessor, 1);
    EXPECT_EQ(placement->active, 10);
    EXPECT_EQ(placed({ .blocks = 133, .threads = 256 })->per_multiprocessor, 2); // the busiest one
}

TEST(LaunchShapes, RegistersAndSharedMemoryLimitTheResidentBlocks)
{
    const LaunchShape shape { .blocks = 10'000, .threads = 256 };
    EXPECT_EQ(placed(shape, 64)->resident, 4);
    EXPECT_EQ(placed(shape, 128)->resident, 2);
    EXPECT_EQ(placed(shape, 100'000)->resident, placed(shape, 255)->resident); // the assembler spills
    EXPECT_EQ(placed({ .blocks = 10'000, .threads = 256, .shared_bytes = 100 * 1024 })->resident, 2);
}

TEST(LaunchShapes, ABlockThatDoesNotFitIsAnError)
{
    for (const LaunchShape& shape :
        { LaunchShape { .blocks = 1, .threads = 2048 }, LaunchShape { .blocks = 1, .threads = 32, .shared_bytes = 1 << 20 } }) {
        const auto placement = placed(shape);
        ASSERT_FALSE(placement);
        EXPECT_EQ(placement.error().message.back(), '.');
    }
}

TEST(LaunchShapes, FewMultiprocessorsShareTheBandwidthOfAll)
{
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    const arch::Traits& traits = arch::traits_of(gpu.capability);
    const arch::Timing& timing = arch::timing_of(gpu.capability);
    Placement all;
    all.sharing = gpu.multiprocessors;
    const MemoryRates of_all = rates_of(all, {}, traits, gpu, timing);
    const MemoryRates of_one = rates_of({}, {}, traits, gpu, timing);
    EXPECT_NEAR(of_all.dram_bytes_per_cycle * gpu.multiprocessors * gpu.clock_megahertz / 1000.0,
        gpu.memory_gigabytes_per_second * timing.device.dram_share.value, 1.0);
    EXPECT_DOUBLE_EQ(of_all.l2_bytes_per_cycle, timing.device.l2_share_per_cycle.value);
    EXPECT_DOUBLE_EQ(of_one.l2_bytes_per_cycle, timing.device.l2_bytes_per_cycle.value); // not more than its own connection to L2
    EXPECT_DOUBLE_EQ(of_one.dram_bytes_per_cycle, timing.device.l2_bytes_per_cycle.value);
    EXPECT_GT(of_one.same_address_atomics, of_all.same_address_atomics);
}

TEST(LaunchShapes, SharedMemoryTakesFromL1)
{
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    const arch::Traits& traits = arch::traits_of(gpu.capability);
    const arch::Timing& timing = arch::timing_of(gpu.capability);
    Placement four;
    four.resident = 4;
    const double without = rates_of(four, {}, traits, gpu, timing).l1_bytes;
    const double with = rates_of(four, { .shared_bytes = 32 * 1024 }, traits, gpu, timing).l1_bytes;
    EXPECT_DOUBLE_EQ(without - with, 4 * 32 * 1024);
    EXPECT_GT(rates_of(four, { .shared_bytes = 1 << 20 }, traits, gpu, timing).l1_bytes, 0.0);
}

TEST(Footprints, BlocksAreComparedAlongARowAndThenByRows)
{
    EXPECT_THAT(sharing_distances({ 8, 1, 1 }, 4), ElementsAre(1, 2));
    EXPECT_THAT(sharing_distances({ 4, 4, 1 }, 16), ElementsAre(1, 2, 4, 8));
    EXPECT_THAT(sharing_distances({ 1, 1, 1 }, 16), IsEmpty());
    EXPECT_THAT(sharing_distances({ 1, 8, 1 }, 16), ElementsAre(1, 2, 4));
}

constexpr std::uint64_t kBuffer = 1 << 20; // address and bytes of the only buffer

// The cold fraction if block b of 64 begins at line `step` * b and accesses `length` lines.
double coldness(std::uint64_t step, std::uint64_t length, double l2_bytes, bool repeated = false)
{
    const Dim3 grid { 64, 1, 1 };
    std::vector<std::uint64_t> blocks { 0 };
    for (const std::uint64_t distance : sharing_distances(grid, 64))
        blocks.push_back(distance);
    std::vector<BlockStream> streams(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::uint64_t line = 0; line < length; ++line)
            streams[i].lines.push_back({ kBuffer / 128 + step * blocks[i] + line, 15, false });
    const BufferRange buffer { kBuffer, kBuffer };
    const auto regions =
        regions_of({ &buffer, 1 }, blocks, streams, grid, { .resident = 64, .l2_bytes = l2_bytes, .repeated = repeated });
    EXPECT_EQ(regions.size(), 1);
    EXPECT_EQ(regions.front().first_line, kBuffer / 128);
    EXPECT_EQ(regions.front().end_line, 2 * kBuffer / 128);
    return regions.front().cold;
}

TEST(Footprints, DataOfOneBlockComeFromDram)
{
    EXPECT_DOUBLE_EQ(coldness(16, 16, 1e9), 1.0);
}

TEST(Footprints, DataOfAllBlocksAreFetchedOnce)
{
    EXPECT_DOUBLE_EQ(coldness(0, 16, 1e9), 1.0 / 64);
}

TEST(Footprints, NeighborsThatOverlapShareTheirCommonPart)
{
    const double half = coldness(8, 16, 1e9);
    EXPECT_GT(half, 0.4);
    EXPECT_LT(half, 0.8);
}

TEST(Footprints, ARepeatedLaunchFindsInL2WhatFits)
{
    constexpr double kWhole = 64 * 16 * 128; // bytes of the 64 blocks
    EXPECT_DOUBLE_EQ(coldness(16, 16, kBuffer, true), 0.0);
    EXPECT_DOUBLE_EQ(coldness(16, 16, 0.0, true), 1.0);
    const double most = coldness(16, 16, kWhole / 1.2, true);
    const double few = coldness(16, 16, kWhole / 3, true);
    EXPECT_NEAR(most, 0.314, 0.01) << "1 - k with k = exp(-(1 - k) 1.2)";
    EXPECT_NEAR(few, 0.94, 0.01);
}

TEST(LargestShare, BlocksStartWhereAPlaceIsFreeFirst)
{
    const std::vector<std::uint64_t> equal(12, 10);
    EXPECT_DOUBLE_EQ(largest_share(equal, 4, 2), 30.0);
    EXPECT_DOUBLE_EQ(largest_share(std::vector<std::uint64_t>(13, 10), 4, 2), 40.0);
    EXPECT_DOUBLE_EQ(largest_share(std::vector<std::uint64_t> { 90, 10, 10, 10, 10, 10, 10, 10 }, 2, 1), 90.0)
        << "the other one takes all short blocks";
    EXPECT_DOUBLE_EQ(largest_share(std::vector<std::uint64_t> { 10, 10, 10, 90 }, 3, 1), 100.0) << "a long block at the end";
}

TEST(Footprints, WithoutL2NothingIsShared)
{
    EXPECT_DOUBLE_EQ(coldness(0, 16, 0.0), 1.0);
}

TEST(Footprints, ALargerL2IsNeverColder)
{
    for (const std::uint64_t step : { 0U, 4U, 8U, 16U }) {
        double before = 1.0;
        for (const double bytes : { 0.0, 1024.0, 65536.0, 262144.0, 1e6, 1e7 }) {
            const double now = coldness(step, 16, bytes);
            EXPECT_LE(now, before) << step << ", " << bytes;
            EXPECT_GE(now, 0.0);
            before = now;
        }
    }
}

} // namespace
} // namespace warpstage::timing
