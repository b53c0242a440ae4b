#include "core/timing/footprint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace warpstage::timing {
namespace {

// A buffer of 1 MiB at address 0, and a grid of 64 blocks that all run at once.
constexpr std::size_t kFootprintBytes = 1 << 20;
constexpr std::uint64_t kFootprintBlocks = 64;

BlockStream stream_with(const std::vector<std::uint64_t>& lines)
{
    BlockStream stream;
    for (const std::uint64_t line : lines)
        stream.lines.push_back({ line, 15, false });
    return stream;
}

double cold_of(const std::vector<std::uint64_t>& blocks, const std::vector<BlockStream>& streams)
{
    const BufferRange buffer { 0, kFootprintBytes };
    const auto regions = regions_of(
        { &buffer, 1 }, blocks, streams, { kFootprintBlocks, 1, 1 }, { .resident = kFootprintBlocks, .l2_bytes = 1 << 22 });
    return regions.front().cold;
}

// Blocks 0, 1, 2, 4, ... 32 with the lines that `of` returns.
template <typename Lines> double cold_with(const Lines& of)
{
    std::vector<std::uint64_t> blocks { 0 };
    for (const std::uint64_t distance : sharing_distances({ kFootprintBlocks, 1, 1 }, kFootprintBlocks))
        blocks.push_back(distance);
    std::vector<BlockStream> streams;
    for (const std::uint64_t block : blocks)
        streams.push_back(stream_with(of(block)));
    return cold_of(blocks, streams);
}

TEST(Footprints, DataOfOneBlockAreCold)
{
    EXPECT_DOUBLE_EQ(cold_with([](std::uint64_t block) { return std::vector { 100 * block, 100 * block + 1 }; }), 1.0);
}

TEST(Footprints, DataOfAllBlocksAreLoadedOnce)
{
    EXPECT_DOUBLE_EQ(cold_with([](std::uint64_t) { return std::vector<std::uint64_t> { 7, 8 }; }), 1.0 / kFootprintBlocks);
}

// Searches in a tree: all blocks load the root, each another leaf.
TEST(Footprints, DataOfAllBlocksDoNotMakeTheOthersWarm)
{
    const double cold = cold_with([](std::uint64_t block) { return std::vector { std::uint64_t { 0 }, 100 * block + 50 }; });
    EXPECT_DOUBLE_EQ(cold, 0.5 + 0.5 / kFootprintBlocks);
}

// As the blocks of a stencil: each shares a line at both ends with its neighbors.
TEST(Footprints, WindowsThatOverlapShareWithTheirNeighborsOnly)
{
    const double cold = cold_with([](std::uint64_t block) { return std::vector { block, block + 1 }; });
    EXPECT_DOUBLE_EQ(cold, (kFootprintBlocks + 1.0) / (2.0 * kFootprintBlocks));
}

TEST(Footprints, PairsOfBlocksShareWithNoOther)
{
    EXPECT_DOUBLE_EQ(cold_with([](std::uint64_t block) { return std::vector { 100 * (block / 2) }; }), 0.5);
}

// Block 0 has three lines, each other one a single line; all of them are in 96 lines.
TEST(Footprints, TheMeanBlockCounts)
{
    const BufferRange buffer { 0, kFootprintBytes };
    const std::vector<std::uint64_t> blocks { 0, 1, 2, 4 };
    const std::vector streams { stream_with({ 0, 16, 32 }), stream_with({ 1 }), stream_with({ 2 }), stream_with({ 4 }) };
    const auto cold = [&](double requests) {
        const CacheScope scope { .resident = kFootprintBlocks, .l2_bytes = 1 << 22, .requests = requests };
        return regions_of({ &buffer, 1 }, blocks, streams, { kFootprintBlocks, 1, 1 }, scope).front().cold;
    };
    EXPECT_DOUBLE_EQ(cold(1.0), 1.0) << "1.5 lines per block";
    EXPECT_DOUBLE_EQ(cold(2.0), 0.5) << "three";
}

// A matrix of 1 MiB with rows of 4 KiB. Each block has 32 rows of a column of 128 bytes; `of`: the first line of a block.
template <typename First> Region region_with(const First& of, double l2_bytes = 1 << 19)
{
    std::vector<std::uint64_t> blocks { 0 };
    for (const std::uint64_t distance : sharing_distances({ kFootprintBlocks, 1, 1 }, kFootprintBlocks))
        blocks.push_back(distance);
    std::vector<BlockStream> streams;
    for (const std::uint64_t block : blocks) {
        std::vector<std::uint64_t> lines;
        for (std::uint64_t row = 0; row < 32; ++row)
            lines.push_back(of(block) + 32 * row);
        streams.push_back(stream_with(lines));
    }
    const BufferRange buffer { 0, kFootprintBytes };
    return regions_of({ &buffer, 1 }, blocks, streams, { kFootprintBlocks, 1, 1 }, { kFootprintBlocks, l2_bytes }).front();
}

TEST(Footprints, BlocksBesideEachOtherAccessWholeRows)
{
    const Region region = region_with([](std::uint64_t block) { return block % 32 + block / 32 * 32 * 32; });
    EXPECT_DOUBLE_EQ(region.read_run, 2 * 32 * 4096);
    EXPECT_DOUBLE_EQ(region.written_run, region.read_run);
}

TEST(Footprints, BlocksBelowEachOtherAccessPieces)
{
    const Region region = region_with([](std::uint64_t block) { return block % 8 * 32 * 32 + block / 8; });
    EXPECT_DOUBLE_EQ(region.read_run, 8 * 128); // of the 64 blocks, 8 are beside each other
}

TEST(Footprints, L2WritesWholeRowsBackIfItHoldsAllOfThem)
{
    const Region region = region_with([](std::uint64_t block) { return block % 8 * 32 * 32 + block / 8; }, 1 << 21);
    EXPECT_DOUBLE_EQ(region.read_run, 8 * 128);
    EXPECT_TRUE(std::isinf(region.written_run));
}

} // namespace
} // namespace warpstage::timing
