#include "app/draw/text_metrics.h"
#include "app/views/drawing.h"
#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/timeline/timeline_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace warpstage::views {

namespace {

constexpr float kButton = 26.0F;

std::string count_words(std::size_t count)
{
    return text::grouped(static_cast<std::int64_t>(count));
}

void draw_play(Canvas& canvas, Rect rect, bool playing, Color color)
{
    const Point center { rect.x + rect.width / 2, rect.y + rect.height / 2 };
    const float size = 0.5F * rect.height;
    if (!playing) {
        canvas.triangle(center, size, Pointing::right, color);
        return;
    }
    for (const float offset : { -0.4F, 0.12F })
        canvas.fill({ center.x + offset * size, center.y - size / 2, 0.28F * size, size }, color);
}

// A step back, play or pause, a step forward, and where the run stands. Returns what is left of the row.
Rect draw_transport(Canvas& canvas, const session::PlaybackView& view, Rect row, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float side = std::min(row.height, canvas.units(kButton));
    const float gap = canvas.units(5.0F);
    const Color ink = view.steps == 0 ? style.dim : style.text;
    float x = row.x;
    const auto button = [&](session::Command command, const auto& draw) {
        const Rect rect { x, row.y, 1.2F * side, side };
        canvas.fill(rect, track_color(style), canvas.units(4.0F));
        draw(rect);
        if (view.steps != 0)
            regions.push_back({ rect, std::move(command) });
        x = rect.right() + gap;
    };
    const auto center = [](Rect rect) {
        return Point { rect.x + rect.width / 2, rect.y + rect.height / 2 };
    };
    button(session::StepPlayback { session::Direction::previous, {} },
        [&](Rect rect) { canvas.triangle(center(rect), 0.42F * side, Pointing::left, ink); });
    button(
        session::TogglePlayback {}, [&](Rect rect) { draw_play(canvas, rect, view.playing, view.playing ? style.orange : ink); });
    button(session::StepPlayback { session::Direction::next, {} }, [&](Rect rect) {
        canvas.triangle(center(rect), 0.42F * side, Pointing::right, ink);
        canvas.fill({ center(rect).x + 0.3F * side, center(rect).y - 0.22F * side, canvas.units(2.0F), 0.44F * side }, ink);
    });
    return { x + gap, row.y, row.right() - x - gap, side };
}

// What one step is and how many there are in a second; a click takes the next.
void draw_chips(Canvas& canvas, const session::PlaybackView& view, Rect row, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float gap = canvas.units(5.0F);
    // As wide as the longest, so that nothing moves.
    const float stride = room_for("instruction", Face::regular, size) + canvas.units(12.0F);
    const float pace = room_for("25 steps/s", Face::regular, size) + canvas.units(12.0F);
    float x = row.x;
    const auto chip = [&](std::string_view words, float width, session::Command command) {
        if (x + width > row.right())
            return;
        const Rect rect { x, row.y, width, row.height };
        canvas.chip(rect, std::string { words }, track_color(style), style.text, Face::regular, size);
        regions.push_back({ rect, std::move(command) });
        x += width + gap;
    };
    chip(session::name_of(view.stride), stride, session::StepStride {});
    chip(session::name_of(view.pace), pace, session::StepPace {});
}

std::string step_words(const session::PlaybackView& view)
{
    if (view.steps == 0)
        return {};
    return view.step ? fmt::format("step {} of {}", count_words(*view.step + 1), count_words(view.steps))
                     : fmt::format("{} steps", count_words(view.steps));
}

} // namespace

Panel timeline_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style)
{
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(rect, style);
    const Rect inside = panel_inside(rect, layout.padding);
    const float bottom_row = canvas.units(kButton);
    const float chips = canvas.units(20.0F);
    const float gap = canvas.units(6.0F);
    const session::PlaybackView& view = snapshot.playback->run.view;
    panel.tips.push_back({ inside, playback_tip(snapshot) });

    Canvas head({ inside.width, inside.height }, style);
    std::string warps;
    if (snapshot.run->recording) {
        const trace::Trace& trace = snapshot.run->recording->trace;
        warps = fmt::format("{} warp{}{}", trace.warps, trace.warps == 1 ? "" : "s", recorded_part_words(trace));
    }
    head.heading("Timeline", warps,
        { { view.controlled ? step_words(view) : std::string {},
              view.controlled && view.step ? "step " + count_words(*view.step + 1) : "" },
            style.text, false });
    canvas.append(head.finish(), { inside.x, inside.y });

    const float top = inside.y + canvas.heading_height();
    Rect area { inside.x, top, inside.width, inside.bottom() - top - bottom_row - gap };
    Rect row { inside.x, inside.bottom() - bottom_row, inside.width, bottom_row };
    Rect rest = draw_transport(canvas, view, row, panel.regions);
    const float needed = room_for("instruction", Face::regular, style.smallest)
        + room_for("25 steps/s", Face::regular, style.smallest) + canvas.units(32.0F);
    if (rest.width < needed && area.height > canvas.units(80.0F)) {
        draw_chips(canvas, view, { inside.x, area.bottom() - chips, inside.width, chips }, panel.regions);
        area.height -= chips + gap;
    } else {
        rest.y += (rest.height - chips) / 2;
        rest.height = chips;
        draw_chips(canvas, view, rest, panel.regions);
    }
    if (!snapshot.run->recording) {
        canvas.empty_words(area, no_warps_words(snapshot));
    } else if (area.height > canvas.units(12.0F)) {
        TimelineInput input;
        input.trace = &snapshot.run->recording->trace;
        input.timeline = &snapshot.run->recording->timeline;
        if (snapshot.run->assessment)
            input.wasteful = &snapshot.run->assessment->wasteful;
        input.step = view.step;
        input.warp = snapshot.selection->warp;
        const Size size { area.width, area.height };
        TimelineFigure timeline = timeline_figure(input, size, style);
        canvas.append(std::move(timeline.picture), { area.x, area.y });
        for (const TimelinePlace& place : timeline.places)
            panel.regions.push_back({ { area.x + place.rect.x, area.y + place.rect.y, place.rect.width, place.rect.height },
                session::SeekPlayback { place.step } });
    }
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::views
