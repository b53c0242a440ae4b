#include "app/draw/text_metrics.h"
#include "app/views/drawing.h"
#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/lanes/lanes_figure.h"

#include <algorithm>
#include <string>
#include <vector>

namespace warpstage::views {

namespace {

constexpr float kRoomForWarpChooser = 230.0F; // height of the panel's inside from which on the warps can be clicked

LanesInput input_of(const session::Snapshot& snapshot)
{
    LanesInput input;
    if (snapshot.run->recording)
        input = lanes_input(*snapshot.run->recording, snapshot.selection->warp);
    input.nothing = no_warps_words(snapshot);
    if (snapshot.run->recording)
        input.cursor = snapshot.playback->run.view.step;
    return input;
}

// A chip a warp; where they have no room, those around the chosen one between two arrows.
void draw_chooser(Canvas& canvas, std::uint32_t warps, std::uint32_t chosen, Rect row, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float words = room_for("warp", Face::regular, size) + canvas.units(10.0F);
    canvas.text({ row.x, centered_baseline(row.y + row.height / 2, size) }, "warp",
        { Face::regular, size, style.secondary, Align::left, words });
    const float chip = canvas.units(26.0F);
    const float gap = canvas.units(4.0F);
    const float left = row.x + words;
    const auto room = static_cast<std::uint32_t>(std::max(1.0F, (row.right() - left + gap) / (chip + gap)));
    const bool all = warps <= room;
    const std::uint32_t shown = all ? warps : std::max(room, 3U) - 2;
    const std::uint32_t first = all ? 0 : std::min(chosen > shown / 2 ? chosen - shown / 2 : 0, warps - shown);
    float x = left;
    const auto arrow = [&](Pointing pointing, std::uint32_t warp) {
        const Rect rect { x, row.y, chip, row.height };
        canvas.triangle({ x + chip / 2, row.y + row.height / 2 }, 0.75F * size, pointing, style.secondary);
        regions.push_back({ rect, session::SelectWarp { warp } });
        x += chip + gap;
    };
    if (!all)
        arrow(Pointing::left, chosen > 0 ? chosen - 1 : 0);
    for (std::uint32_t warp = first; warp < first + shown; ++warp) {
        const Rect rect { x, row.y, chip, row.height };
        const bool present = warp == chosen;
        canvas.chip(rect, std::to_string(warp), present ? style.orange : track_color(style),
            present ? on_fill(style) : style.text, present ? Face::semibold : Face::regular, size);
        regions.push_back({ rect, session::SelectWarp { warp } });
        x += chip + gap;
    }
    if (!all)
        arrow(Pointing::right, std::min(chosen + 1, warps - 1));
}

} // namespace

std::string no_warps_words(const session::Snapshot& snapshot)
{
    if (snapshot.setup->variant < snapshot.setup->variants.size()
        && snapshot.setup->variants[snapshot.setup->variant].on_host_only)
        return "this variant runs on the host: no warps to show";
    return no_recording_words(snapshot);
}

std::string no_recording_words(const session::Snapshot& snapshot)
{
    return snapshot.cue->numbers == session::CueNumbers::hidden ? "→ shows it" : "recording…";
}

Panel warps_panel(const session::Snapshot& snapshot, LaneMask marked, Rect rect, const StageLayout& layout, const Style& style)
{
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(panel.rect, style);
    Rect inside = panel_inside(panel.rect, layout.padding);
    panel.tips.push_back({ { 0, 0, panel.rect.width, panel.rect.height }, lanes_tip(snapshot) });
    const float chooser = canvas.units(22.0F);
    if (inside.height >= canvas.units(kRoomForWarpChooser)) {
        if (snapshot.run->recording && snapshot.run->recording->trace.warps > 0) {
            const Rect row { inside.x, inside.bottom() - chooser, inside.width, chooser };
            const std::uint32_t warps = snapshot.run->recording->trace.warps;
            draw_chooser(canvas, warps, std::min(snapshot.selection->warp, warps - 1), row, panel.regions);
        }
        inside.height -= chooser + canvas.units(8.0F);
    }
    LanesInput input = input_of(snapshot);
    input.marked = marked | marked_lane(snapshot);
    const Size size { inside.width, inside.height };
    canvas.append(lanes_figure(input, size, style), { inside.x, inside.y });
    std::uint32_t lane = 0;
    for (const Rect& place : lane_places(input, size, style))
        panel.regions.push_back(
            { { inside.x + place.x, inside.y + place.y, place.width, place.height }, session::SelectLane { lane++ } });
    if (snapshot.run->assessment)
        panel.tips.push_back({ { inside.x, inside.y, inside.width, canvas.heading_height() },
            metric_tip("active_threads_pred_on", snapshot.run->assessment->report.total) });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::views
