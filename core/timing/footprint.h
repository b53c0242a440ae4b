// The fraction of the blocks' reads that comes from DRAM: estimated from a few blocks and the sizes of the buffers.
#pragma once

#include "core/base/dim3.h"
#include "core/timing/block_stream.h"
#include "core/timing/memory_path.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::timing {

struct BufferRange {
    std::uint64_t address = 0;
    std::size_t bytes = 0;
};

inline constexpr std::size_t kModeledBlocks = 4; // of those of a sample, the first ones

struct CacheScope {
    std::uint64_t resident = 1; // concurrent blocks on the whole GPU
    double l2_bytes = 0.0; // size of the L2 in which data stay; 0: no L2
    double requests = 1.0; // sectors of the mean block of the grid, relative to the modeled blocks
    bool repeated = false; // the same launch, or what has written its data, ran just before: L2 still holds what fits
};

// Distances between block 0 and the blocks that it is compared with: powers of two along a row of the grid, then rows.
[[nodiscard]] std::vector<std::uint64_t> sharing_distances(const Dim3& grid, std::uint64_t resident);

// The region of each buffer. A sector that a block accesses for the first time is cold unless another block has brought it into
// L2. The number of blocks that share it follows from the overlap of block 0 with the blocks at those distances (`blocks`: linear
// indices of the streams; the first is block 0): each doubling of the distance with complete overlap doubles the number, and
// windows that overlap share with their neighbors only. Block 0 may be at an edge: the mean of the modeled blocks, the first
// ones, is what a block accesses. If everything that the launch accesses fits into L2, sharing is counted over the whole grid,
// otherwise among the concurrent blocks; whatever these access together beyond the size of L2 is fetched again. If the launch is
// repeated, a sector is still in L2 with the probability that random replacement gives for a loop over these data.
[[nodiscard]] std::vector<Region> regions_of(std::span<const BufferRange> buffers, std::span<const std::uint64_t> blocks,
    std::span<const BlockStream> streams, const Dim3& grid, const CacheScope& scope);

} // namespace warpstage::timing
