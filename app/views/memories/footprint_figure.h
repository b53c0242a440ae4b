// The elements of an image that one warp reads, all its loads together: how often each is read, and which 32-byte sectors they
// lie in.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct FootprintInput {
    std::string title; // "warp 0 · blur, global"
    std::size_t width = 1; // elements of a row of the image
    std::size_t height = 1;
    std::size_t element_bytes = 4;
    std::vector<std::uint64_t> reads; // index of each element that a lane reads, once for each time
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0; // of these requests, by the rules below
    std::string architecture; // "CC 9.0"
};

[[nodiscard]] DrawList footprint_figure(const FootprintInput& input, Size size, const Style& style);

} // namespace warpstage::views
