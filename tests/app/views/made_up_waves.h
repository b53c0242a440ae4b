#pragma once

#include "core/timing/waves/waves.h"

namespace warpstage::views::testing {

// A grid of 4 x 3 blocks, 8 of which run at the same time.
inline timing::Waves two_waves()
{
    timing::Waves waves;
    waves.kernel = "twice";
    waves.gpu = "NVIDIA H200";
    waves.grid = { .x = 4, .y = 3 };
    waves.block = { .x = 64 };
    waves.resident = 2;
    waves.multiprocessors = 4;
    waves.l2_bytes = 1e6;
    waves.blocks_seen = 12;
    waves.waves = { { 0, 8, 40, 0, 60, 10 }, { 8, 4, 10, 30, 20, 5 } };
    timing::Wave total = waves.waves[0];
    total += waves.waves[1];
    timing::Wave columns = total;
    columns.from_same_wave -= 32;
    columns.from_dram += 32;
    waves.orders = { { timing::BlockOrder::rows, total }, { timing::BlockOrder::columns, columns } };
    return waves;
}

} // namespace warpstage::views::testing
