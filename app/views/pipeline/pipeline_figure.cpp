#include "app/views/pipeline/pipeline_figure.h"

#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/pipeline/flag_rows.h"
#include "app/views/pipeline/pipeline_grid.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

using analysis::PipelineHistory;
using PipelineAction = PipelineHistory::Action;
using PipelineMark = PipelineHistory::Mark;

std::string name_of(PipelineAction action)
{
    switch (action) {
    case PipelineAction::copy:
        return tr("copy");
    case PipelineAction::store:
        return tr("store");
    case PipelineAction::arrive:
        return tr("arrive");
    case PipelineAction::wait:
        return tr("wait");
    case PipelineAction::commit:
        return tr("commit group");
    case PipelineAction::wait_group:
        return tr("wait for groups");
    case PipelineAction::meet:
        return tr("barrier");
    case PipelineAction::write_flag:
        return tr("write flag");
    case PipelineAction::poll:
        return tr("wait for flag");
    }
    return {};
}

std::string ranks_text(std::uint32_t ranks)
{
    std::vector<std::string> parts;
    for_each_lane(ranks, [&](unsigned rank) { parts.push_back(std::to_string(rank)); });
    return fmt::format("{}", fmt::join(parts, ", "));
}

Tip mark_tip(const PipelineInput& input, std::size_t index)
{
    const PipelineMark& mark = input.history.marks[index];
    Tip tip { name_of(mark.action), {}, {}, tr("Recorded on the virtual machine. Click to go to the instruction."), {} };
    tip.formula = trf("warp {}, line {}", mark.warp, index < input.lines.size() ? input.lines[index] : 0);
    if (!mark.flags.empty())
        describe_flag(tip, input, index);
    if (mark.object) {
        const std::string& name = input.history.objects[*mark.object].name;
        tip.definition = mark.action == PipelineAction::wait && mark.phase < 0 ? trf("{}: passes before the first phase", name)
                                                                               : trf("{}, phase {}", name, mark.phase);
        if (mark.action == PipelineAction::wait && !mark.passed)
            tip.definition = trf("{}: phase {} is not complete", name, mark.phase);
    }
    if (mark.bytes != 0)
        tip.formula += " · " + counted(mark.bytes, "byte");
    if (input.times && input.times->marks[index])
        tip.formula += " · " + trf("cycle {}", grouped_count(input.times->marks[index]->end));
    if (mark.others != 0)
        tip.definition +=
            (tip.definition.empty() ? "" : " · ") + trf("also in blocks of the cluster with rank {}", ranks_text(mark.others));
    if (mark.action == PipelineAction::wait_group)
        tip.definition = trf("at most {} groups stay under way", mark.pending);
    return tip;
}

void draw_mark(Canvas& canvas, PipelineAction action, Rect rect)
{
    const Style& style = canvas.style();
    const Point center = rect.center();
    const float size = std::min(rect.width, rect.height);
    switch (action) {
    case PipelineAction::copy:
        canvas.triangle(center, size, Pointing::down, shape_color(style, style.blue));
        return;
    case PipelineAction::store:
        canvas.triangle(center, size, Pointing::up, shape_color(style, style.blue));
        return;
    case PipelineAction::arrive:
        canvas.circle(center, 0.42F * size, shape_color(style, style.orange));
        return;
    case PipelineAction::write_flag:
        draw_flag_write(canvas, rect);
        return;
    case PipelineAction::wait:
    case PipelineAction::poll:
    case PipelineAction::wait_group:
        canvas.fill({ center.x - 0.12F * size, rect.y, 0.24F * size, rect.height }, style.text);
        return;
    case PipelineAction::commit:
        canvas.outline(
            { center.x - 0.35F * size, center.y - 0.35F * size, 0.7F * size, 0.7F * size }, shape_color(style, style.blue));
        return;
    case PipelineAction::meet:
        canvas.fill({ center.x - 0.35F * size, center.y - 0.12F * size, 0.7F * size, 0.24F * size }, style.text);
        canvas.fill({ center.x - 0.12F * size, center.y - 0.35F * size, 0.24F * size, 0.7F * size }, style.text);
        return;
    }
}

// From the first contribution to the completion, with the number of the phase; what is complete until the next one begins.
void draw_object(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid, std::size_t index)
{
    const Style& style = canvas.style();
    const PipelineHistory::Object& object = input.history.objects[index];
    const Rect row = grid.object_row(index);
    const float gap = 0.12F * row.height;
    canvas.fill({ row.x, row.y + gap, row.width, row.height - 2 * gap }, well_color(style));
    const auto begin_of = [&](std::size_t phase) -> std::optional<float> {
        const std::optional<PipelineGrid::Place>& place = grid.places[object.phases[phase].first];
        return place ? std::optional { place->at - grid.column / 2 } : std::nullopt;
    };
    for (std::size_t number = 0; number < object.phases.size(); ++number) {
        const PipelineHistory::Phase& phase = object.phases[number];
        const std::optional<float> begin = begin_of(number);
        if (!begin || *begin >= row.right())
            continue;
        const std::optional<float> end = end_of_phase(input, grid, index, number);
        const float right = std::clamp(end.value_or(row.right()) + grid.column / 2, *begin, row.right());
        const Rect span { *begin, row.y + gap, right - *begin, row.height - 2 * gap };
        const Color color = phase.bytes != 0 ? style.blue : style.orange;
        canvas.fill(span, mix(style.panel, shape_color(style, color), 0.55F), canvas.units(2.0F));
        if (end) {
            const std::optional<float> next = number + 1 < object.phases.size() ? begin_of(number + 1) : std::nullopt;
            canvas.fill({ right, row.center().y - 0.08F * row.height, std::max(0.0F, next.value_or(row.right()) - right),
                            0.16F * row.height },
                shape_color(style, color));
        }
        const std::string name = std::to_string(number);
        if (room_for(name, Face::mono, style.smallest) <= span.width && row.height >= 1.1F * style.smallest)
            canvas.label(span.center(), name, { Face::mono, style.smallest, style.text, Align::center, span.width });
        Tip tip { trf("{}, phase {}", object.name, number), {}, {}, tr("Recorded on the virtual machine."), {} };
        tip.definition =
            phase.last ? trf("complete, waits released: {}", phase.released.size()) : tr("not complete in the recording");
        if (phase.elsewhere)
            tip.definition = tr("Another block of the cluster completes it; this is seen at the next operation.");
        tip.formula = trf("{} arrivals", object.arrivals);
        if (phase.bytes != 0)
            tip.formula += " · " + counted(phase.bytes, "byte");
        if (input.times && input.times->phases[index][number])
            tip.formula += " · " + trf("complete in cycle {}", grouped_count(*input.times->phases[index][number]));
        canvas.tip(span, std::move(tip));
    }
}

void draw_warp(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid, std::uint32_t warp)
{
    const Style& style = canvas.style();
    const Rect row = *grid.warp_row(warp);
    canvas.line({ row.x, row.center().y }, { row.right(), row.center().y }, idle_color(style), canvas.units(1.0F));
    for (std::size_t index = 0; index < input.history.marks.size(); ++index) {
        const PipelineMark& mark = input.history.marks[index];
        const std::optional<PipelineGrid::Place>& place = grid.places[index];
        if (mark.warp != warp || !place)
            continue;
        if (place->from < place->to)
            canvas.fill({ place->from, row.center().y - 0.16F * row.height, place->to - place->from, 0.32F * row.height },
                style.secondary);
        if (!input.times && index >= grid.shown)
            continue;
        const Rect cell { place->at - grid.column / 2, row.y, grid.column, row.height };
        const float side = std::min(0.9F * grid.column + canvas.units(3.0F), 0.72F * row.height);
        if (mark.passed)
            draw_mark(canvas, mark.action, { cell.center().x - side / 2, cell.center().y - side / 2, side, side });
        canvas.tip(cell, mark_tip(input, index));
        on_click(canvas, cell, session::SeekPlayback { std::size_t { mark.end } });
    }
}

// From the operation that completed a phase to each wait that it released.
void draw_releases(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    for (std::size_t index = 0; index < input.history.objects.size(); ++index) {
        const PipelineHistory::Object& object = input.history.objects[index];
        for (std::size_t number = 0; number < object.phases.size(); ++number) {
            const PipelineHistory::Phase& phase = object.phases[number];
            const std::optional<float> end = phase.elsewhere ? std::nullopt : end_of_phase(input, grid, index, number);
            if (!end || !phase.last)
                continue;
            const std::uint32_t warp = input.history.marks[*phase.last].warp;
            const std::optional<Rect> from = grid.warp_row(warp);
            for (const std::size_t wait : phase.released) {
                const std::optional<Rect> to = grid.warp_row(input.history.marks[wait].warp);
                if (!from || !to || !grid.places[wait] || (!input.times && wait >= grid.shown)
                    || input.history.marks[wait].warp == warp)
                    continue;
                const Color color = shape_color(style, phase.bytes != 0 ? style.blue : style.orange);
                canvas.line({ *end, from->center().y }, { grid.places[wait]->at, to->center().y }, mix(style.panel, color, 0.5F),
                    canvas.units(1.0F));
            }
        }
    }
}

// What the block copies into shared memory of other blocks of the cluster, and its arrivals there.
void draw_receivers(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    const float right = grid.area.x - canvas.units(6.0F);
    for (std::size_t receiver = 0; receiver < grid.receivers.size(); ++receiver) {
        const Rect row = grid.receiver_row(receiver);
        canvas.line({ row.x, row.center().y }, { row.right(), row.center().y }, idle_color(style), canvas.units(1.0F));
        if (grid.row >= 1.05F * style.smallest)
            canvas.label(
                { right, row.center().y }, trf("block rank {}", grid.receivers[receiver]), note(style, right, Align::right));
        for (std::size_t index = 0; index < input.history.marks.size(); ++index) {
            const PipelineMark& mark = input.history.marks[index];
            const std::optional<PipelineGrid::Place>& place = grid.places[index];
            const std::optional<Rect> from = grid.warp_row(mark.warp);
            if (!has_lane(mark.others, grid.receivers[receiver]) || !place || (!input.times && index >= grid.shown) || !from)
                continue;
            const Color color = shape_color(style, mark.action == PipelineAction::copy ? style.blue : style.orange);
            canvas.line({ place->at, from->center().y }, { place->at, row.center().y }, mix(style.panel, color, 0.7F),
                canvas.units(1.5F));
            const float side = std::min(0.9F * grid.column + canvas.units(3.0F), 0.72F * row.height);
            canvas.triangle({ place->at, row.center().y }, side, Pointing::down, color);
            Tip tip = mark_tip(input, index);
            tip.definition = trf("into shared memory of the block with rank {}", grid.receivers[receiver]);
            canvas.tip({ place->at - grid.column / 2, row.y, grid.column, row.height }, std::move(tip));
        }
    }
}

// After each operation, where it is.
std::vector<std::pair<float, std::uint64_t>> bytes_by_place(const PipelineInput& input, const PipelineGrid& grid)
{
    std::vector<std::pair<float, std::int64_t>> changes;
    std::int64_t before = 0;
    for (std::size_t mark = 0; mark < grid.places.size(); ++mark) {
        const auto after = static_cast<std::int64_t>(input.history.bytes_in_flight[mark]);
        if (grid.places[mark] && (input.times || mark < grid.shown))
            changes.emplace_back(grid.places[mark]->at, after - before);
        before = after;
    }
    std::ranges::stable_sort(changes, {}, &std::pair<float, std::int64_t>::first);
    std::vector<std::pair<float, std::uint64_t>> levels;
    std::int64_t level = 0;
    for (const auto& [x, change] : changes) {
        level = std::max<std::int64_t>(0, level + change);
        levels.emplace_back(x, static_cast<std::uint64_t>(level));
    }
    return levels;
}

void draw_bytes(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    const auto levels = bytes_by_place(input, grid);
    std::uint64_t most = 1;
    for (const auto& [x, bytes] : levels)
        most = std::max(most, bytes);
    const float top = grid.bottom() + canvas.units(6.0F);
    const Rect strip { grid.area.x, top, grid.area.width, grid.bytes - canvas.units(12.0F) };
    canvas.fill(strip, well_color(style));
    const float back = input.times ? 0.0F : grid.column / 2; // a column begins before the mark
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const float x = levels[i].first - back;
        const float next = i + 1 < levels.size() ? levels[i + 1].first - back : strip.right();
        const float height = strip.height * static_cast<float>(levels[i].second) / static_cast<float>(most);
        if (height > 0.0F && next > x)
            canvas.fill(
                { x, strip.bottom() - height, next - x, height }, mix(style.panel, shape_color(style, style.blue), 0.55F));
    }
    const float label = grid.area.x - canvas.units(6.0F);
    canvas.label({ label, strip.y + 0.7F * style.smallest }, tr("in flight"), note(style, label, Align::right));
    canvas.label(
        { label, strip.y + 2.0F * style.smallest }, trf("max. {} B", grouped_count(most)), note(style, label, Align::right));
    canvas.tip(strip,
        { tr("Bytes in flight"), tr("Bytes of copies that were issued and for which no warp has waited yet."),
            trf("at most {}", counted(most, "byte")), tr("Counted in the recorded run."), {} });
}

void draw_cycles(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    const float top = grid.bottom() + grid.bytes;
    const float y = top + 0.5F * grid.axis;
    const float label = grid.area.x - canvas.units(6.0F);
    canvas.label({ label, y }, tr("cycles, estimated"), note(style, label, Align::right));
    const float widest = room_for(grouped_count(input.times->cycles), Face::mono, style.smallest) + canvas.units(16.0F);
    const auto most = static_cast<std::uint32_t>(std::max(1.0F, std::floor(grid.area.width / widest)));
    std::uint32_t pitch = 1;
    for (std::uint32_t factor = 0; input.times->cycles / pitch > most; ++factor)
        pitch *= factor % 3 == 1 ? 5 : 2; // 2, 10, 20, 40, 200, …
    for (std::uint32_t cycle = 0; cycle <= input.times->cycles; cycle += pitch) {
        const float x = x_of_cycle(grid, *input.times, cycle);
        canvas.line({ x, top }, { x, top + canvas.units(4.0F) }, style.secondary, canvas.units(1.0F));
        const std::string words = grouped_count(cycle);
        const float half = 0.5F * room_for(words, Face::mono, style.smallest);
        if (x + half <= grid.area.right() && x - half >= grid.area.x - canvas.units(4.0F))
            canvas.label({ x, y + canvas.units(3.0F) }, words, number_note(style, 2 * half, Align::center));
    }
}

std::vector<KeyEntry> pipeline_key(const PipelineHistory& history, const Style& style)
{
    std::vector<KeyEntry> key;
    const auto has_phase = [&](bool of_copies) {
        return std::ranges::any_of(history.objects, [of_copies](const PipelineHistory::Object& object) {
            return std::ranges::any_of(
                object.phases, [of_copies](const PipelineHistory::Phase& phase) { return (phase.bytes != 0) == of_copies; });
        });
    };
    if (has_phase(true))
        key.push_back(key_box(tr("phase with copies"), mix(style.panel, shape_color(style, style.blue), 0.55F), {}, 2.0F));
    if (has_phase(false))
        key.push_back(key_box(tr("phase with arrivals"), mix(style.panel, shape_color(style, style.orange), 0.55F), {}, 2.0F));
    const auto add = [&](PipelineAction action) {
        const bool occurs =
            std::ranges::any_of(history.marks, [action](const PipelineMark& mark) { return mark.action == action; });
        if (occurs)
            key.push_back({ name_of(action), [action](Canvas& canvas, Rect rect) {
                               draw_mark(canvas, action, rect);
                           } });
    };
    for (const PipelineAction action :
        { PipelineAction::copy, PipelineAction::store, PipelineAction::commit, PipelineAction::wait_group, PipelineAction::arrive,
            PipelineAction::wait, PipelineAction::write_flag, PipelineAction::poll, PipelineAction::meet })
        add(action);
    return key;
}

void draw_labels(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    const float right = grid.area.x - canvas.units(6.0F);
    // Of low rows, only those have a name that is clear of the one above.
    float clear = 0.0F; // from here on
    const auto put = [&](Rect row, const std::string& name, Face face, Color color) {
        const float half = 0.6F * style.smallest;
        if (row.center().y - half < clear)
            return;
        canvas.label({ right, row.center().y }, name, { face, style.smallest, color, Align::right, right });
        clear = row.center().y + half;
    };
    for (std::size_t object = 0; object < grid.objects; ++object)
        put(grid.object_row(object), input.history.objects[object].name, Face::mono, style.text);
    for (std::size_t position = 0; position < grid.flags.size(); ++position)
        put(grid.flag_row(position), input.history.flags[grid.flags[position]].name, Face::mono, style.text);
    for (const std::uint32_t warp : grid.warps)
        put(*grid.warp_row(warp), trf("warp {}", warp), Face::regular, style.secondary);
}

// Of the playback.
std::optional<float> x_of_step(const PipelineInput& input, const PipelineGrid& grid)
{
    if (!input.step)
        return std::nullopt;
    if (input.times)
        return *input.step < input.times->steps.size()
            ? std::optional { x_of_cycle(grid, *input.times, input.times->steps[*input.step]) }
            : std::nullopt;
    const std::size_t mark = mark_at(input.history, static_cast<std::uint32_t>(*input.step));
    return mark < grid.shown ? std::optional { grid.places[mark]->at } : std::nullopt;
}

} // namespace

DrawList pipeline_figure(const PipelineInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Pipeline"), input.subtitle };
    if (input.history.empty())
        return empty_page(std::move(canvas), words,
            tr("the recorded block executes no asynchronous operation and no barrier, and polls no flag"));
    const std::size_t operations = input.history.marks.size();
    words.headline = { { trf("{} operations", operations) }, style.text, false };
    std::vector<std::string>& wordings = words.headline.wordings;
    if (const std::uint64_t most = most_bytes(input.history); most != 0)
        wordings.insert(wordings.begin(), trf("{} operations · at most {} in flight", operations, counted(most, "byte")));
    if (input.history.most_groups != 0) {
        const std::string groups = trf("groups of a warp at once: {}", input.history.most_groups);
        wordings.insert(wordings.begin(), { wordings.front() + " · " + groups, wordings.back() + " · " + groups });
    }
    const Rect area = draw_page(canvas, words, pipeline_key(input.history, style), canvas.units(90.0F));
    const PipelineGrid grid = pipeline_grid(input, area, style);
    if (grid.warps.empty())
        return canvas.finish();
    for (std::size_t object = 0; object < grid.objects; ++object)
        draw_object(canvas, input, grid, object);
    draw_flags(canvas, input, grid);
    draw_releases(canvas, input, grid);
    draw_flag_releases(canvas, input, grid);
    draw_receivers(canvas, input, grid);
    for (const std::uint32_t warp : grid.warps)
        draw_warp(canvas, input, grid, warp);
    if (grid.bytes > 0.0F)
        draw_bytes(canvas, input, grid);
    if (grid.axis > 0.0F)
        draw_cycles(canvas, input, grid);
    draw_labels(canvas, input, grid);
    if (const std::optional<float> x = x_of_step(input, grid))
        canvas.line({ *x, grid.area.y }, { *x, grid.bottom() }, style.text, canvas.units(1.5F));
    std::vector<std::string> left_out;
    if (const std::size_t flags = input.history.flags.size(); grid.flags.size() < flags)
        left_out.push_back(trf("the {} most used of {} flags", grid.flags.size(), flags));
    if (!input.times && grid.shown < operations)
        left_out.push_back(trf("the first {} of {} operations", grid.shown, operations));
    if (!left_out.empty())
        canvas.label({ area.right(), area.bottom() - 0.5F * style.smallest }, fmt::format("{}", fmt::join(left_out, " · ")),
            note(style, area.width, Align::right));
    return canvas.finish();
}

PipelineHistory recorded_history(const session::Recording& recording)
{
    std::vector<analysis::NamedMemory> buffers;
    for (const session::Recording::Buffer& buffer : recording.buffers)
        buffers.push_back({ buffer.name, buffer.address, buffer.bytes });
    return analysis::pipeline_history(recording.trace, recording.listing, *recording.lesson->module, buffers);
}

Result<Exhibit> prepare_pipeline(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    PipelineInput input { recorded_history(recording) };
    if (input.history.empty())
        return Error { fmt::format(
            "Block {} of kernel `{}` executes no asynchronous operation and no barrier, and polls no flag.",
            recording.trace.block, recording.kernel) };
    for (const PipelineHistory::Mark& mark : input.history.marks) {
        const std::uint32_t pc = recording.trace.steps[mark.end].pc;
        input.lines.push_back(recording.listing.line_of(pc));
        const std::string text = mark.flags.empty() ? std::string {} : recording.listing.instruction(pc).text;
        input.operations.push_back(text.substr(0, text.find_first_of(" \t")));
    }
    input.step = subject.step;
    if (subject.axis == StepAxis::cycles) {
        if (!subject.sm)
            return Error { tr("modeling the multiprocessor…") };
        input.times = timing::pipeline_times(input.history, *subject.sm->run, recording.trace.steps.size());
    }
    input.subtitle = trf("block {} · {}", recording.trace.block, counted(recording.trace.warps, "warp"));
    CaptionInput caption = recorded_caption(subject);
    caption.numbers = { trf("{} operations", input.history.marks.size()) };
    if (!input.history.objects.empty())
        caption.numbers.push_back(trf("mbarrier objects: {}", input.history.objects.size()));
    if (!input.history.flags.empty())
        caption.numbers.push_back(trf("flags: {}", input.history.flags.size()));
    if (input.history.most_groups != 0)
        caption.numbers.push_back(trf("groups of a warp at once: {}", input.history.most_groups));
    if (input.times) {
        caption.numbers.push_back(counted(input.times->cycles, "cycle"));
        caption.source = trf("estimated for {} by the SM model from a run on the virtual machine", subject.sm->gpu);
    }
    return exhibit_of_figure(std::move(caption), pipeline_figure, std::move(input));
}

// The position of the playback, and the SM model's run of the recording.
Result<void> choose_step(const session::Snapshot& model, Subject& subject)
{
    if (model.playback->run.view.step)
        subject.step = model.playback->run.view.step;
    const session::SmSection& sm = *model.sm;
    if (sm.run && sm.run->recording == model.run->recording)
        subject.sm = SmSubject { sm.run->gpu, 0, sm.run->run, nullptr };
    return {};
}

} // namespace warpstage::views
