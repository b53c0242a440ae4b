#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/source/ptx_figure.h"
#include "app/views/source/source_changes.h"
#include "app/views/source/source_figure.h"

#include <algorithm>

namespace warpstage::views {

namespace {

constexpr float kRoomForBoth = 560.0F; // width of the panel's inside from which on PTX stands beside the source

SourceInput source_input(const session::Snapshot& snapshot, const OverlayState& state)
{
    SourceInput input;
    input.chosen = snapshot.selection->line;
    input.scroll = state.ptx ? 0 : state.source_scroll;
    if (snapshot.setup->lesson)
        input.lines = &snapshot.setup->lesson->source_lines;
    if (!snapshot.run->recording)
        return input;
    const session::Recording& recording = *snapshot.run->recording;
    input.report = snapshot.run->assessment ? &snapshot.run->assessment->report : &recording.report;
    if (recording.lesson) // numbers belong to the source that was recorded
        input.lines = &recording.lesson->source_lines;
    if (recording.trap)
        input.stopped = recording.trap->location.line;
    if (input.chosen == 0)
        input.chosen = input.stopped;
    // A run that tells itself does not move the text that somebody may be reading.
    if (snapshot.playback->run.view.controlled || snapshot.playback->run.view.step)
        input.executed = snapshot.playback->run.view.line;
    input.follows = snapshot.playback->run.view.controlled;
    if (snapshot.setup->switched && snapshot.run->compared && snapshot.run->compared->recording && input.lines != nullptr)
        input.changed = changed_lines(*input.lines, snapshot.run->compared->recording->report, recording.report);
    return input;
}

} // namespace

Panel source_panel(
    const session::Snapshot& snapshot, const OverlayState& state, Rect rect, const StageLayout& layout, const Style& style)
{
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(rect, style);
    const Rect inside = panel_inside(rect, layout.padding);
    const SourceInput input = source_input(snapshot, state);
    Size size { inside.width, inside.height };
    const bool both = state.ptx && snapshot.run->recording && snapshot.run->recording->listing.size() > 0
        && inside.width >= canvas.units(kRoomForBoth);
    if (both) {
        size.width = 0.5F * inside.width;
        const float left = inside.x + size.width + canvas.units(18.0F);
        const Size beside { inside.right() - left, inside.height };
        PtxInput ptx;
        ptx.listing = &snapshot.run->recording->listing;
        ptx.report = input.report;
        ptx.line = input.executed != 0 ? input.executed : input.chosen;
        if (ptx.line == 0 && snapshot.selection->chosen_access)
            ptx.line = snapshot.selection->chosen_access->line;
        if (snapshot.playback->run.view.controlled)
            ptx.executed = snapshot.playback->run.view.pc;
        ptx.scroll = state.source_scroll;
        canvas.append(ptx_figure(ptx, beside, style), { left, inside.y });
        for (const PtxRow& row : ptx_rows(ptx, beside, style)) {
            const Rect place { left, inside.y + row.rect.y, row.rect.width, row.rect.height };
            const bool accesses = std::any_of(snapshot.run->accesses.begin(), snapshot.run->accesses.end(),
                [&](const session::AccessView& access) { return access.pc == row.pc; });
            if (accesses)
                panel.regions.push_back({ place, session::SelectAccess { row.pc } });
            else if (row.line != 0)
                panel.regions.push_back({ place, session::SelectLine { row.line } });
        }
    }
    canvas.append(source_figure(input, size, style), { inside.x, inside.y });
    for (const SourceRow& row : source_rows(input, size, style))
        panel.regions.push_back(
            { { inside.x, inside.y + row.rect.y, row.rect.width, row.rect.height }, session::SelectLine { row.line } });
    panel.tips.push_back({ inside, lines_tip(snapshot) });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::views
