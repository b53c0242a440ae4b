#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/source/ptx_figure.h"
#include "app/views/source/source_changes.h"
#include "app/views/source/source_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::views {

namespace {

constexpr float kRoomForBoth = 560.0F; // width of the panel's inside from which on PTX stands beside the source

SourceInput source_input(const session::Snapshot& model, const WindowState& window)
{
    SourceInput input;
    input.chosen = model.selection->line;
    input.scroll = window.ptx ? 0 : window.source_scroll;
    if (model.setup->lesson)
        input.lines = &model.setup->lesson->source_lines;
    if (!model.run->recording)
        return input;
    const session::Recording& recording = *model.run->recording;
    input.report = model.run->assessment ? &model.run->assessment->report : &recording.report;
    if (recording.lesson) // numbers belong to the source that was recorded
        input.lines = &recording.lesson->source_lines;
    if (recording.trap)
        input.stopped = recording.trap->location.line;
    if (input.chosen == 0)
        input.chosen = input.stopped;
    // A run that tells itself does not move the text that somebody may be reading.
    if (model.playback->run.view.controlled || model.playback->run.view.step)
        input.executed = model.playback->run.view.line;
    input.follows = model.playback->run.view.controlled;
    if (model.setup->switched && model.run->compared && model.run->compared->recording && input.lines != nullptr)
        input.changed = changed_lines(*input.lines, model.run->compared->recording->report, recording.report);
    return input;
}

Tip lines_tip(const session::Snapshot& model)
{
    return { "Averages by line",
        "lanes: that work in an instruction of the line; wavefronts and sectors: of one of its requests; excess: what the best "
        "order of addresses would save.",
        "sum over the line's instructions / instructions or requests",
        rules_source(*model.run) + " The ground of a number: the line's share of the whole kernel.",
        "the Source page's columns" };
}

PtxInput ptx_input(const SourceInput& source, const session::Snapshot& model, const WindowState& window)
{
    PtxInput ptx;
    ptx.listing = &model.run->recording->listing;
    ptx.report = source.report;
    ptx.line = source.executed != 0 ? source.executed : source.chosen;
    if (ptx.line == 0 && model.selection->chosen_access)
        ptx.line = model.selection->chosen_access->line;
    if (model.playback->run.view.controlled)
        ptx.executed = model.playback->run.view.pc;
    ptx.scroll = window.source_scroll;
    ptx.accesses = &model.run->accesses;
    return ptx;
}

std::string against_ideal(std::uint64_t count, std::string_view noun, std::uint64_t ideal)
{
    return fmt::format("{} {}, ideal {}", text::grouped(static_cast<std::int64_t>(count)), noun,
        text::grouped(static_cast<std::int64_t>(ideal)));
}

} // namespace

DrawList source_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    const SourceInput input = source_input(model, scope.window);
    Size size { inside.width, inside.height };
    const bool both = scope.window.ptx && model.run->recording && model.run->recording->listing.size() > 0
        && inside.width >= canvas.units(kRoomForBoth);
    if (both) {
        size.width = 0.5F * inside.width;
        const float left = inside.x + size.width + canvas.units(18.0F);
        canvas.append(ptx_figure(ptx_input(input, model, scope.window), { inside.right() - left, inside.height }, scope.style),
            { left, inside.y });
    }
    canvas.append(source_figure(input, size, scope.style), { inside.x, inside.y });
    canvas.tip(inside, lines_tip(model));
    return canvas.finish();
}

Result<Exhibit> prepare_source(const Subject& subject)
{
    const auto line = choose_line(subject);
    if (!line)
        return line.error();
    const analysis::Counters& total = subject.recording->report.total;

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.numbers.push_back(
        fmt::format("{} warp instructions", text::grouped(static_cast<std::int64_t>(total.instructions))));
    if (total.shared_requests != 0)
        exhibit.caption.numbers.push_back(against_ideal(total.wavefronts, "wavefronts of shared memory", total.wavefronts_ideal));
    if (total.global_requests != 0)
        exhibit.caption.numbers.push_back(against_ideal(total.sectors, "sectors of global memory", total.sectors_ideal));
    exhibit.draw = [recording = subject.recording, lesson = subject.lesson, line = *line](Size size, const Style& style) {
        SourceInput input;
        input.lines = &lesson->source_lines;
        input.report = &recording->report;
        if (recording->trap)
            input.stopped = recording->trap->location.line;
        input.chosen = line != 0 ? line : input.stopped;
        return source_figure(input, size, style);
    };
    return exhibit;
}

// The line that the audience looks at.
Result<void> choose_source(const session::Snapshot& model, Subject& subject)
{
    if (model.selection->line != 0)
        subject.line = model.selection->line;
    return {};
}

} // namespace warpstage::views
