// DRAM rows and partitions of GPUs without L2.
#include "core/timing/partition_replay.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace warpstage::timing {
namespace {

const arch::Traits& gt200()
{
    return arch::traits_of({ 1, 3 });
}

const arch::DeviceMemoryTiming& device()
{
    return arch::timing_of({ 1, 3 }).device;
}

constexpr double kBandwidth = 141.7; // GB/s, GTX 280

// Requests of one warp per block: block and request number to the address of lane 0, and the distance of lanes.
double slowdown(std::uint64_t blocks, std::uint32_t requests, std::uint64_t stride,
    const std::function<std::uint64_t(std::uint64_t block, std::uint32_t request)>& address)
{
    PartitionReplay replay(gt200(), device(), kBandwidth);
    for (std::uint64_t block = 0; block < blocks; ++block) {
        for (std::uint32_t request = 0; request < requests; ++request) {
            std::array<std::uint64_t, kMaxLanes> addresses {};
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                addresses[lane] = address(block, request) + stride * lane;
            simt::Step step;
            step.block = block;
            simt::Access access;
            access.space = ptx::StateSpace::global;
            access.bytes = 4;
            access.lanes = first_lanes(32);
            access.addresses = addresses;
            replay.on_access(step, access);
        }
    }
    return replay.slowdown();
}

TEST(DramRows, AWarpThatReadsConsecutiveWordsOpensOne)
{
    const std::array<std::uint64_t, 2> halves { 0, 64 };
    EXPECT_EQ(rows_opened(halves, gt200(), device()), 1);
}

TEST(DramRows, EachWordOfADistantMatrixRowOpensOne)
{
    std::array<std::uint64_t, 32> words {};
    for (std::size_t lane = 0; lane < words.size(); ++lane)
        words[lane] = lane * 4000 * 4;
    EXPECT_EQ(rows_opened(words, gt200(), device()), 32);
    // 2048 bytes of each of eight partitions are one row of each.
    for (std::size_t lane = 0; lane < words.size(); ++lane)
        words[lane] = lane % 2 * 64 + lane / 2 * 2048;
    EXPECT_EQ(rows_opened(words, gt200(), device()), 2) << "all in partition 0";
}

TEST(DramRows, AreNotModeledForGpusWithL2)
{
    const std::array<std::uint64_t, 2> words { 0, 1U << 20 };
    EXPECT_EQ(rows_opened(words, arch::traits_of({ 2, 0 }), arch::timing_of({ 2, 0 }).device), 0);
}

// 32 bytes in a row of their own take as long as the row, 128 bytes about as long.
TEST(DramRows, AScatteredStoreTakesAsLongAsItsRow)
{
    const double partition = kBandwidth / 8;
    EXPECT_DOUBLE_EQ(partition_time(32, 1, partition, device()), 10.0);
    EXPECT_GT(partition_time(1024, 1, partition, device()), 50.0);
}

TEST(Partitions, AreUsedEvenlyByConsecutiveBlocks)
{
    EXPECT_NEAR(slowdown(240, 8, 4, [](auto block, auto request) { return block * 1024 + request * 128; }), 1.0, 0.02);
}

TEST(Partitions, AColumnOfARowLengthOf2048WordsIsInOne)
{
    EXPECT_NEAR(slowdown(240, 8, 4, [](auto block, auto request) { return (block * 8 + request) * 8192; }), 8.0, 0.1);
}

// Blocks of 512 words read their first half at the same time only if they run in lock step.
TEST(Partitions, BlocksThatAreNotInLockStepUseBothHalvesOfTheirData)
{
    EXPECT_LT(slowdown(240, 16, 4, [](auto block, auto request) { return block * 2048 + request * 128; }), 1.05);
}

TEST(Partitions, WithoutRequestsTakeNoTime)
{
    EXPECT_DOUBLE_EQ(PartitionReplay(gt200(), device(), kBandwidth).slowdown(), 1.0);
}

} // namespace
} // namespace warpstage::timing
