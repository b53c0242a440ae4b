// Tiles of shared memory with a request to them.
#pragma once

#include "core/analysis/block/bank_tile.h"
#include "core/arch/shared/shared_banks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace warpstage::analysis::examples {

// A warp reads one column (or one row) of a tile, as CC 9.0 serves it.
inline BankTile tile(std::uint32_t rows, std::uint32_t columns, std::uint32_t padding, std::uint32_t bytes, bool column)
{
    BankTile tile;
    tile.name = "tile[" + std::to_string(rows) + "][" + std::to_string(columns + padding) + "]";
    tile.rows = rows;
    tile.columns = columns;
    tile.padding = padding;
    tile.element_bytes = bytes;
    tile.offset = 256;
    std::array<std::uint64_t, kMaxLanes> addresses {};
    const unsigned lanes = std::min(column ? rows : columns, kMaxLanes);
    for (unsigned lane = 0; lane < lanes; ++lane)
        addresses[lane] = tile.address_of(column ? TilePlace { lane, 3 } : TilePlace { 3, lane });
    tile.access = places_of(tile, first_lanes(lanes), addresses);
    const arch::SharedCount count =
        arch::count_shared(arch::traits_of({ 9, 0 }), { arch::SharedOperation::load, bytes, first_lanes(lanes), addresses });
    tile.wavefronts = count.wavefronts;
    tile.ideal = count.ideal;
    return tile;
}

inline BankTile without_columns()
{
    BankTile tile;
    tile.columns = 0;
    return tile;
}

} // namespace warpstage::analysis::examples
