#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/block_warps_figure.h"

#include <fmt/format.h>

namespace warpstage::views {

Result<Exhibit> prepare_warps(const Subject& subject)
{
    BlockWarpsInput input;
    input.block = subject.block;
    input.warp_width = subject.recording->trace.warp_width;
    input.subtitle = subject.recording->kernel;

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.numbers = { fmt::format("blockDim {} x {} x {}", input.block.x, input.block.y, input.block.z),
        counted(input.warps(), "warp"), counted(input.padding(), "lane") + " without a thread" };
    exhibit.caption.source = "from the launch";
    exhibit.draw = [input](Size size, const Style& style) {
        return block_warps_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
