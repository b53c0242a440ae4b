// Copies and launches over time: one row per stream, below it one row per engine of the GPU, and whether the times are measured.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct TransfersInput {
    session::TransferFrame frame;
    std::vector<std::string> estimated; // what the times are an estimate for, from the longest text to the shortest; empty: they
                                        // are measured or, without a GPU, only an order
};
[[nodiscard]] DrawList transfers_figure(const TransfersInput& input, Size size, const Style& style);

} // namespace warpstage::views
