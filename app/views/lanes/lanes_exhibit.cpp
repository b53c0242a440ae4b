#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/kind.h"
#include "app/views/lanes/lanes_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::views {

Result<Exhibit> prepare_lanes(const Subject& subject)
{
    const auto warp = choose_warp(subject);
    if (!warp)
        return warp.error();
    const session::Recording& recording = *subject.recording;
    const analysis::Counters& total = recording.report.total;

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.what.insert(exhibit.caption.what.begin() + 1, fmt::format("warp {} of {}", *warp, recording.trace.warps));
    exhibit.caption.numbers = { fmt::format("whole block: {:.1f} of {} lanes work on average", total.average_active_lanes(),
                                    recording.trace.warp_width),
        fmt::format("{} of {} branches diverge", text::grouped(static_cast<std::int64_t>(total.divergent_branches)),
            text::grouped(static_cast<std::int64_t>(total.branches))) };
    // The closure keeps the recording, to which the input refers.
    exhibit.draw = [recording = subject.recording, warp = *warp](Size size, const Style& style) {
        return lanes_figure(lanes_input(*recording, warp), size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
