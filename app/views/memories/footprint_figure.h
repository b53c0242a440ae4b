// The elements of an image that one warp reads, over all its loads: how often each is read, and the 32-byte sectors that contain
// them.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct FootprintInput {
    std::string title; // "warp 0 · blur, global"
    std::size_t width = 1; // elements per row of the image
    std::size_t height = 1;
    std::size_t element_bytes = 4;
    std::vector<std::uint64_t> reads; // index of each element that a lane reads, once for each read
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0; // of these requests, for the architecture below
    std::string architecture; // "CC 9.0"
};

[[nodiscard]] DrawList footprint_figure(const FootprintInput& input, Size size, const Style& style);

} // namespace warpstage::views
