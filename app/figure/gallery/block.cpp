#include "app/figure/block_warps_figure.h"
#include "app/figure/gallery/kind.h"

#include <fmt/format.h>

namespace warpstage::figure {

Result<Exhibit> prepare_block(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    BlockWarpsInput input;
    input.block = recording.block_size;
    input.warp_width = recording.trace.warp_width;
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.numbers = { fmt::format("{} threads", input.block.count()),
        fmt::format("{} {} of {} lanes", input.warps(), input.warps() == 1 ? "warp" : "warps", input.warp_width),
        fmt::format("{} lanes without a thread", input.padding()) };
    exhibit.draw = [input](Size size, const Style& style) {
        return block_warps_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::figure
