// How much of what blocks read comes from DRAM: estimated from a few blocks and from the sizes of the buffers.
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

struct CacheScope {
    std::uint64_t resident = 1; // blocks that run at the same time on the whole GPU
    double l2_bytes = 0.0; // that data can stay in; 0: there is no L2
};

// Distances at which block 0 is compared with other blocks: powers of two along a row of the grid, then rows.
[[nodiscard]] std::vector<std::uint64_t> sharing_distances(const Dim3& grid, std::uint64_t resident);

// Each buffer's region. A sector that a block touches for the first time is cold unless another block has brought it to L2. How
// many blocks share it follows from how much block 0 has in common with the blocks at those distances (`blocks` are linear
// indices of the streams; the first is block 0): each doubling that overlaps wholly doubles the blocks that share. Where
// everything that the launch touches fits into L2 sharing counts over the whole grid, otherwise among the blocks that run
// together; and what these touch together beyond the size of L2 is fetched again.
[[nodiscard]] std::vector<Region> regions_of(std::span<const BufferRange> buffers, std::span<const std::uint64_t> blocks,
    std::span<const BlockStream> streams, const Dim3& grid, const CacheScope& scope);

} // namespace warpstage::timing
