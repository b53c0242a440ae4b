#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/timings/history_figure.h"
#include "app/views/timings/published_lines.h"
#include "app/views/timings/timings_figure.h"

#include <algorithm>

namespace warpstage::views {

namespace {

constexpr float kRoomForHistory = 130.0F; // height of the panel's inside

TimingsInput timings_input(const session::Snapshot& snapshot)
{
    TimingsInput input;
    input.works = snapshot.timing->works;
    input.merit = snapshot.timing->merit;
    input.merit_unit = snapshot.timing->merit_unit;
    input.limit = snapshot.timing->merit_limit;
    input.limit_name = snapshot.timing->limit_name;
    const bool emulated = snapshot.device->timing_origin ? snapshot.device->timing_origin->emulated
                                                         : snapshot.device->engine.kind == engine::EngineKind::vm;
    input.source = emulated ? TimeSource::emulated : TimeSource::measured;
    if (snapshot.device->timing_origin)
        input.machine = snapshot.device->timing_origin->machine;
    input.stopped = snapshot.run->recording != nullptr && snapshot.run->recording->trap && snapshot.timing->works.empty();
    // The session compares with the first variant that has a time; that one itself is not worth a factor.
    const auto first = snapshot.timing->reference();
    if (!first || snapshot.setup->variant >= snapshot.setup->variants.size())
        return input;
    input.reference = snapshot.setup->variants[*first].label;
    if (snapshot.setup->variant != *first)
        input.speed_up = snapshot.timing->of(snapshot.setup->variant).speed_up;
    return input;
}

} // namespace

Panel timings_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style)
{
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(rect, style);
    Rect inside = panel_inside(rect, layout.padding);
    if (inside.height >= canvas.units(kRoomForHistory)) {
        const float history = std::max(
            0.28F * inside.height - canvas.units(inside.height < canvas.units(200.0F) ? 10.0F : 0.0F), canvas.units(30.0F));
        const bool published = snapshot.setup->published != nullptr;
        canvas.append(published
                ? published_lines(snapshot, { inside.width, history }, style)
                : history_figure({ snapshot.timing->history, snapshot.setup->variant }, { inside.width, history }, style),
            { inside.x, inside.bottom() - history });
        panel.tips.push_back({ { inside.x, inside.bottom() - history, inside.width, history }, history_tip(snapshot) });
        inside.height -= history + canvas.units(4.0F);
    }
    canvas.append(timings_figure(timings_input(snapshot), { inside.width, inside.height }, style), { inside.x, inside.y });
    panel.tips.push_back({ inside, timings_tip(snapshot) });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::views
