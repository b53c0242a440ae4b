#pragma once

#include "core/analysis/recording/rounding_errors.h"

namespace warpstage::views::testing {

// One sum of 4096 terms.
inline analysis::RoundingErrors drifting_sum()
{
    analysis::RoundingErrors errors;
    errors.kernel = "sequential";
    errors.grid = { .x = 1 };
    errors.blocks_seen = 1;
    errors.buffers = { "sum" };
    errors.elements = 1;
    errors.median_ulp = 512.0;
    errors.worst = { "sum", 0, simt::FloatFormat::f32, 1365.27, 1365.33, 512.0 };
    errors.bins[analysis::rounding_bin(512.0)] = 1;
    errors.lines = { { { 23, 4095, 1000.0, 0.5, 0, 0, 0.0, 0 }, 510.0, -510.0 },
        { { 24, 1, 0.25, 0.25, 0, 0, 0.0, 0 }, 2.0, -2.0 } };
    return errors;
}

// 1000 elements: most are correctly rounded, and those that are not come from a cancellation.
inline analysis::RoundingErrors many_elements()
{
    analysis::RoundingErrors errors;
    errors.kernel = "variance";
    errors.grid = { .x = 4 };
    errors.blocks_seen = 4;
    errors.buffers = { "y" };
    errors.elements = 1000;
    errors.exact = 100;
    errors.correctly_rounded = 800;
    errors.median_ulp = 0.3;
    errors.worst = { "y", 17, simt::FloatFormat::f32, 0.25, 0.2500019, 64.0 };
    errors.bins = { 100, 700, 100, 50, 20, 10, 10, 5, 5 };
    errors.lines = { { { 7, 3000, 900.0, 0.5, 0, 0, 0.0, 0 }, 3.0, 63.0 }, { { 9, 0, 0.0, 0.0, 12, 40, 4096.0, 0 }, 0.0, 0.0 } };
    return errors;
}

} // namespace warpstage::views::testing
