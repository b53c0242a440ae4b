#include "app/figure/panel.h"
#include "app/figure/source_figure.h"

namespace warpstage::figure {

namespace {

SourceInput source_input(const session::Snapshot& snapshot)
{
    SourceInput input;
    input.chosen = snapshot.line;
    if (snapshot.lesson)
        input.lines = &snapshot.lesson->source_lines;
    if (!snapshot.recording)
        return input;
    const session::Recording& recording = *snapshot.recording;
    input.report = &recording.report;
    if (recording.lesson) // numbers belong to the source that was recorded
        input.lines = &recording.lesson->source_lines;
    if (recording.trap)
        input.stopped = recording.trap->location.line;
    if (input.chosen == 0)
        input.chosen = input.stopped;
    return input;
}

} // namespace

Panel source_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style)
{
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(rect, style);
    const Rect inside = panel_inside(rect, layout.padding);
    const SourceInput input = source_input(snapshot);
    const Size size { inside.width, inside.height };
    canvas.append(source_figure(input, size, style), { inside.x, inside.y });
    for (const SourceRow& row : source_rows(input, size, style))
        panel.regions.push_back(
            { { inside.x, inside.y + row.rect.y, row.rect.width, row.rect.height }, session::SelectLine { row.line } });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::figure
