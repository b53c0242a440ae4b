#include "app/views/gallery/kind.h"
#include "app/views/lanes/activity_figure.h"
#include "app/views/sectors/sectors_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpstage::views {

namespace {

constexpr float kNarrowestColumn = 3.0F;

} // namespace

Result<Exhibit> prepare_timeline(const Subject& subject)
{
    const auto warp = choose_warp(subject);
    if (!warp)
        return warp.error();
    const bool lanes = subject.warp.has_value();
    const auto input_of = [lanes, warp = *warp](const trace::Trace& trace, std::size_t columns) {
        ActivityInput input = lanes ? warp_activity(trace, warp, columns) : block_activity(trace, columns);
        input.subtitle = lanes ? fmt::format("block {} · warp {}", trace.block, warp) : fmt::format("block {}", trace.block);
        const std::size_t shown = trace.gapless > 0 ? std::min(trace.gapless, trace.steps.size()) : trace.steps.size();
        if (shown < trace.steps_seen)
            input.subtitle +=
                fmt::format(" · the first {}", percent(static_cast<double>(shown) / static_cast<double>(trace.steps_seen)));
        return input;
    };
    const ActivityInput whole = input_of(subject.recording->trace, 1);
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    if (lanes)
        exhibit.caption.what.insert(
            exhibit.caption.what.begin() + 1, fmt::format("warp {} of {}", *warp, subject.recording->trace.warps));
    exhibit.caption.numbers = { fmt::format("{:.1f} of {} lanes work on average", whole.average_lanes, whole.warp_width),
        fmt::format("{} of the time at barriers", percent(whole.waiting)) };
    // The closure keeps the recording; how many columns there are depends on the size.
    exhibit.draw = [input_of, recording = subject.recording](Size size, const Style& style) {
        const auto columns = static_cast<std::size_t>(std::max(1.0F, std::floor(size.width / (kNarrowestColumn * style.scale))));
        return activity_figure(input_of(recording->trace, columns), size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
