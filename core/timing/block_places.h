// Where the data of the blocks of a grid are, relative to those of block 0. In most launches all blocks make the same loads, a
// certain distance apart in each buffer: the distances of the sampled blocks give those of all others.
#pragma once

#include "core/timing/launch_sample.h"
#include "core/timing/memory_path.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::timing {

class BlockPlaces {
public:
    // Bytes, by region.
    using Shifts = std::vector<std::int64_t>;

    // Compares the first warps of the blocks. Nothing: their loads differ by more than a distance.
    [[nodiscard]] static std::optional<BlockPlaces> make(const LaunchSample& sample, const std::vector<Region>& regions);

    // Up to this block of the grid, all are known.
    [[nodiscard]] std::uint64_t known() const { return m_known; }
    [[nodiscard]] Shifts of(std::uint64_t block) const;

private:
    // Blocks at a distance of 1, 2, 4, ... in a row of the grid, or rows. Those behind the sampled ones double.
    using Axis = std::vector<Shifts>;
    static void add(Shifts& sum, const Axis& axis, std::uint64_t index);

    std::size_t m_regions = 0;
    std::uint64_t m_columns = 1;
    std::uint64_t m_known = 1;
    Axis m_in_row;
    Axis m_rows;
};

// Index of the region of a line.
[[nodiscard]] std::optional<std::size_t> region_at(const std::vector<Region>& regions, std::uint64_t line);

} // namespace warpstage::timing
