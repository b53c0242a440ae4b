#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/lanes_figure.h"
#include "app/views/setup/dragging.h"

namespace warpstage::views {

namespace {

constexpr float kRoomForWarpChooser = 230.0F; // minimum inner height of the panel for clickable warps

LanesInput lanes_now(const session::Snapshot& model)
{
    LanesInput input;
    if (model.run->recording)
        input = lanes_input(*model.run->recording, model.selection->warp);
    input.nothing = no_warps_words(model);
    if (model.run->recording)
        input.cursor = model.playback->run.view.step;
    return input;
}

// One chip per warp; if they do not fit, those around the chosen one between two arrows.
void draw_chooser(Canvas& canvas, std::uint32_t warps, std::uint32_t chosen, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float words = room_for(tr("warp"), Face::regular, size) + canvas.units(10.0F);
    canvas.label({ row.x, row.y + row.height / 2 }, tr("warp"), { Face::regular, size, style.secondary, Align::left, words });
    const float chip = canvas.units(26.0F);
    const float gap = canvas.units(4.0F);
    const float left = row.x + words;
    const auto room = static_cast<std::uint32_t>(std::max(1.0F, (row.right() - left + gap) / (chip + gap)));
    const bool all = warps <= room;
    const std::uint32_t shown = all ? warps : std::max(room, 3U) - 2;
    const std::uint32_t first = all ? 0 : static_cast<std::uint32_t>(first_shown(chosen, shown, warps));
    float x = left;
    const auto arrow = [&](Pointing pointing, std::uint32_t warp) {
        const Rect rect { x, row.y, chip, row.height };
        canvas.triangle({ x + chip / 2, row.y + row.height / 2 }, 0.75F * size, pointing, style.secondary);
        on_click(canvas, rect, session::SelectWarp { warp });
        x += chip + gap;
    };
    if (!all)
        arrow(Pointing::left, chosen > 0 ? chosen - 1 : 0);
    for (std::uint32_t warp = first; warp < first + shown; ++warp) {
        const Rect rect { x, row.y, chip, row.height };
        const bool present = warp == chosen;
        canvas.chip(rect, std::to_string(warp), present ? style.orange : track_color(style),
            present ? on_fill(style) : style.text, present ? Face::semibold : Face::regular, size);
        on_click(canvas, rect, session::SelectWarp { warp });
        x += chip + gap;
    }
    if (!all)
        arrow(Pointing::right, std::min(chosen + 1, warps - 1));
}

Tip lanes_tip(const session::Snapshot& model)
{
    Tip tip { tr("Lanes of a warp"), tr("One row per lane, one or more instructions per column, in the order of execution."), {},
        tr("Recorded on the virtual machine while the kernel ran."), {} };
    if (model.run->recording)
        tip.formula = trf("block {}, warp {} of {}; {} warp instructions in the block", model.run->recording->trace.block,
            model.selection->warp, model.run->recording->trace.warps, grouped_count(model.run->recording->trace.steps_seen));
    tip.nsight = tr("smsp__thread_inst_executed_pred_on.sum counts the filled cells");
    return tip;
}

} // namespace

DrawList lanes_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas = panel_canvas(scope);
    Rect inside = scope.inside();
    canvas.tip(scope.size.area(), lanes_tip(model));
    const float chooser = canvas.units(22.0F);
    if (inside.height >= canvas.units(kRoomForWarpChooser)) {
        if (model.run->recording && model.run->recording->trace.warps > 0) {
            const std::uint32_t warps = model.run->recording->trace.warps;
            draw_chooser(canvas, warps, std::min(model.selection->warp, warps - 1),
                { inside.x, inside.bottom() - chooser, inside.width, chooser });
        }
        inside.height -= chooser + canvas.units(8.0F);
    }
    if (const session::ParameterView* block = parameter_of_block(model); block != nullptr && dragged_value(*block, 1))
        on_click(canvas, inside, DragParameter { block->id, inside.width / 8.0F });
    LanesInput input = lanes_now(model);
    input.marked = marked_lanes(model, scope.window.marked);
    canvas.append(lanes_figure(input, inside.size(), scope.style), inside.corner());
    if (model.run->assessment)
        canvas.tip({ inside.x, inside.y, inside.width, canvas.heading_height() },
            metric_tip("active_threads", model.run->assessment->report.total));
    return canvas.finish();
}

Result<Exhibit> prepare_lanes(const Subject& subject)
{
    const auto warp = choose_warp(subject);
    if (!warp)
        return warp.error();
    const session::Recording& recording = *subject.recording;
    const analysis::Counters& total = recording.report.total;

    CaptionInput caption = recorded_caption(subject, trf("warp {} of {}", *warp, recording.trace.warps));
    caption.numbers = { trf("whole block: {:.1f} of {} lanes active on average", total.average_active_lanes(),
                            recording.trace.warp_width),
        trf("{} of {} branches diverge", grouped_count(total.divergent_branches), grouped_count(total.branches)) };
    // The closure owns the recording, which the input refers to.
    return Exhibit { std::move(caption), [recording = subject.recording, warp = *warp](Size size, const Style& style) {
                        return lanes_figure(lanes_input(*recording, warp), size, style);
                    } };
}

// The chosen warp.
Result<void> choose_lanes(const session::Snapshot& model, Subject& subject)
{
    subject.warp = model.selection->warp;
    return {};
}

} // namespace warpstage::views
