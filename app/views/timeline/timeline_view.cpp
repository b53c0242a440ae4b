#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/activity_figure.h"
#include "app/views/sectors/sectors_figure.h"
#include "app/views/timeline/timeline_figure.h"

namespace warpstage::views {

namespace {

constexpr float kButton = 26.0F;
constexpr float kNarrowestColumn = 3.0F; // size of the exported figure

void draw_play(Canvas& canvas, Rect rect, bool playing, Color color)
{
    const Point center = rect.center();
    const float size = 0.5F * rect.height;
    if (!playing) {
        canvas.triangle(center, size, Pointing::right, color);
        return;
    }
    for (const float offset : { -0.4F, 0.12F })
        canvas.fill({ center.x + offset * size, center.y - size / 2, 0.28F * size, size }, color);
}

// Step back, play or pause, step forward, and the current position. Returns the remaining part of the row.
Rect draw_transport(Canvas& canvas, const session::PlaybackView& view, Rect row)
{
    const Style& style = canvas.style();
    const float side = row.height;
    const float gap = canvas.units(5.0F);
    const Color ink = view.steps == 0 ? style.dim : style.text;
    float x = row.x;
    const auto button = [&](session::Command command, const auto& draw) {
        const Rect rect { x, row.y, 1.2F * side, side };
        canvas.fill(rect, track_color(style), canvas.units(4.0F));
        draw(rect);
        if (view.steps != 0)
            on_click(canvas, rect, std::move(command));
        x = rect.right() + gap;
    };

    button(session::SeekPlayback { session::Direction::previous, {} },
        [&](Rect rect) { canvas.triangle(rect.center(), 0.42F * side, Pointing::left, ink); });
    button(
        session::TogglePlayback {}, [&](Rect rect) { draw_play(canvas, rect, view.playing, view.playing ? style.orange : ink); });
    button(session::SeekPlayback { session::Direction::next, {} }, [&](Rect rect) {
        canvas.triangle(rect.center(), 0.42F * side, Pointing::right, ink);
        canvas.fill({ rect.center().x + 0.3F * side, rect.center().y - 0.22F * side, canvas.units(2.0F), 0.44F * side }, ink);
    });
    return { x + gap, row.y, row.right() - x - gap, side };
}

// The length of one step and the steps per second; a click takes the next value.
void draw_stride_and_pace(Canvas& canvas, const session::PlaybackView& view, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float gap = canvas.units(5.0F);
    // As wide as the longest text, so that nothing moves.
    const float stride = room_for(tr("instruction"), Face::regular, size) + canvas.units(12.0F);
    const float pace = room_for(tr("25 steps/s"), Face::regular, size) + canvas.units(12.0F);
    float x = row.x;
    const auto chip = [&](std::string_view words, float width, session::Command command) {
        if (x + width > row.right())
            return;
        const Rect rect { x, row.y, width, row.height };
        canvas.chip(rect, std::string { words }, track_color(style), style.text, Face::regular, size);
        on_click(canvas, rect, std::move(command));
        x += width + gap;
    };
    chip(tr(session::name_of(view.stride)), stride, session::SelectStride { session::Direction::next });
    chip(tr(session::name_of(view.pace)), pace, session::SelectPace { session::Direction::next });
}

std::string step_words(const session::PlaybackView& view)
{
    if (view.steps == 0)
        return {};
    return view.step ? trf("step {} of {}", grouped_count(*view.step + 1), grouped_count(view.steps))
                     : trf("{} steps", grouped_count(view.steps));
}

Tip playback_tip(const session::PlaybackView& view)
{
    Tip tip { tr("Recorded run"), tr("One column per warp instruction of the recorded block, one row per warp. K plays the run."),
        {}, tr("Recorded on the virtual machine. Click a cell to go to its instruction."), {} };
    tip.formula = view.step ? trf("instruction {} of {}, warp {}, line {}, {} barriers passed", grouped_count(*view.step + 1),
                      grouped_count(view.steps), view.warp, view.line, view.barriers)
                            : grouped_count(view.steps) + tr(" instructions");
    return tip;
}

} // namespace

DrawList timeline_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const session::PlaybackView& view = model.playback->run.view;
    const session::Recording* recording = model.run->recording.get();
    const Style& style = scope.style;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    const float finger = std::min(style.least_target, 0.4F * inside.height); // the timeline keeps the rest
    const float bottom_row = std::max(canvas.units(kButton), finger);
    const float chips = std::max(canvas.units(20.0F), finger);
    const float gap = canvas.units(6.0F);
    canvas.tip(inside, playback_tip(view));

    std::string warps;
    if (recording != nullptr)
        warps = trf("block {} · {}{}", recording->trace.block, counted(recording->trace.warps, "warp"),
            recorded_part_words(recording->trace));
    canvas.heading(inside, tr("Timeline"), warps,
        { { view.controlled ? step_words(view) : std::string {},
              view.controlled && view.step ? tr("step ") + grouped_count(*view.step + 1) : "" },
            style.text, false });

    const float top = inside.y + canvas.heading_height();
    Rect area { inside.x, top, inside.width, inside.bottom() - top - bottom_row - gap };
    Rect rest = draw_transport(canvas, view, { inside.x, inside.bottom() - bottom_row, inside.width, bottom_row });
    const float needed = room_for(tr("instruction"), Face::regular, style.smallest)
        + room_for(tr("25 steps/s"), Face::regular, style.smallest) + canvas.units(32.0F);
    const bool chips_above = rest.width < needed && area.height > canvas.units(80.0F);
    if (chips_above) {
        draw_stride_and_pace(canvas, view, { inside.x, area.bottom() - chips, inside.width, chips });
        area.height -= chips + gap;
    } else {
        rest.y += (rest.height - chips) / 2;
        rest.height = chips;
        draw_stride_and_pace(canvas, view, rest);
    }
    if (recording == nullptr) {
        canvas.empty_words(area, no_warps_words(model));
    } else if (area.height > canvas.units(12.0F)) {
        TimelineInput input;
        input.trace = &recording->trace;
        input.timeline = &recording->timeline;
        if (model.run->assessment)
            input.wasteful = &model.run->assessment->wasteful;
        input.step = view.step;
        input.warp = model.selection->warp;
        canvas.append(timeline_figure(input, area.size(), style), area.corner());
        if (chips_above && !has_timeline_legend(area.height, style))
            draw_timeline_legend(canvas, input, TimelineLegend::brief, rest);
    }
    return canvas.finish();
}

Result<Exhibit> prepare_timeline(const Subject& subject)
{
    const auto warp = choose_warp(subject);
    if (!warp)
        return warp.error();
    const bool lanes = subject.warp.has_value();
    const auto input_of = [lanes, warp = *warp](const trace::Trace& trace, std::size_t columns) {
        ActivityInput input { lanes ? analysis::warp_activity(trace, warp, columns) : analysis::block_activity(trace, columns) };
        input.subtitle = lanes ? trf("block {} · warp {}", trace.block, warp) : trf("block {}", trace.block);
        const std::size_t shown = trace.gapless > 0 ? std::min(trace.gapless, trace.steps.size()) : trace.steps.size();
        if (shown < trace.steps_seen)
            input.subtitle +=
                trf(" · first {} of the run", percent(static_cast<double>(shown) / static_cast<double>(trace.steps_seen)));
        return input;
    };
    const ActivityInput whole = input_of(subject.recording->trace, 1);
    CaptionInput caption =
        recorded_caption(subject, lanes ? trf("warp {} of {}", *warp, subject.recording->trace.warps) : std::string {});
    caption.numbers = { trf("{:.1f} of {} lanes active on average", whole.average_lanes, whole.warp_width),
        trf("{} of the time at barriers", percent(whole.waiting)) };
    // The closure owns the recording; the number of columns depends on the size.
    return Exhibit { std::move(caption), [input_of, recording = subject.recording](Size size, const Style& style) {
                        const auto columns = std::max<std::size_t>(1, rows_in(size.width, kNarrowestColumn * style.scale));
                        return activity_figure(input_of(recording->trace, columns), size, style);
                    } };
}

} // namespace warpstage::views
