// How the threads of a block form warps: the block in its shape, each warp with a color and its number; below, the warps as rows
// of lanes, including the lanes of the last warp that have no thread.
#pragma once

#include "app/views/drawing.h"
#include "core/base/dim3.h"

namespace warpstage::views {

struct BlockWarpsInput {
    Dim3 block;
    std::uint32_t warp_width = 32;
    std::string subtitle; // of the kernel

    [[nodiscard]] std::uint64_t warps() const { return (block.count() + warp_width - 1) / warp_width; }
    [[nodiscard]] std::uint64_t padding() const { return warps() * warp_width - block.count(); }
};

[[nodiscard]] DrawList block_warps_figure(const BlockWarpsInput& input, Size size, const Style& style);

} // namespace warpstage::views
