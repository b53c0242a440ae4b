#include "app/views/pipeline/pipeline_figure.h"

#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

using analysis::PipelineHistory;
using PipelineAction = PipelineHistory::Action;
using PipelineMark = PipelineHistory::Mark;

constexpr float kNarrowestOperation = 5.0F;
constexpr float kBroadestOperation = 16.0F;
constexpr float kLeastPipelineRow = 8.0F;
constexpr float kMaxPipelineRow = 30.0F;
constexpr float kBytesHeight = 44.0F;

// Where everything is drawn.
struct PipelineGrid {
    Rect area; // of the columns
    float column = 0.0F;
    float row = 0.0F;
    std::size_t columns = 0; // shown
    std::vector<std::uint32_t> warps; // shown
    std::size_t objects = 0; // shown
    std::vector<std::size_t> begin; // by mark: the column at which a wait begins
    float bytes = 0.0F; // height of the strip of bytes in flight; 0: none

    [[nodiscard]] float x_of(std::size_t mark) const { return area.x + column * static_cast<float>(mark); }
    [[nodiscard]] float center_of(std::size_t mark) const { return x_of(mark) + column / 2; }
    [[nodiscard]] Rect object_row(std::size_t object) const
    {
        return { area.x, area.y + row * static_cast<float>(object), area.width, row };
    }
    [[nodiscard]] float gap() const { return 0.4F * row; }
    [[nodiscard]] std::optional<Rect> warp_row(std::uint32_t warp) const
    {
        const auto found = std::ranges::find(warps, warp);
        if (found == warps.end())
            return std::nullopt;
        const float top = area.y + row * static_cast<float>(objects) + (objects == 0 ? 0.0F : gap());
        return Rect { area.x, top + row * static_cast<float>(found - warps.begin()), area.width, row };
    }
    [[nodiscard]] float bottom() const
    {
        return area.y + row * static_cast<float>(objects + warps.size()) + (objects == 0 ? 0.0F : gap());
    }
};

std::vector<std::uint32_t> warps_of(const PipelineHistory& history)
{
    std::set<std::uint32_t> warps;
    for (const PipelineMark& mark : history.marks)
        warps.insert(mark.warp);
    return { warps.begin(), warps.end() };
}

// The first mark that does not end before this step.
std::size_t mark_at(const PipelineHistory& history, std::uint32_t step)
{
    const auto found = std::ranges::lower_bound(history.marks, step, {}, &PipelineMark::end);
    return static_cast<std::size_t>(found - history.marks.begin());
}

std::uint64_t most_bytes(const PipelineHistory& history)
{
    return history.empty() ? 0 : *std::ranges::max_element(history.bytes_in_flight);
}

float label_width(const PipelineInput& input, const Style& style)
{
    float width = room_for(trf("warp {}", "00"), Face::regular, style.smallest);
    for (const PipelineHistory::Object& object : input.history.objects)
        width = std::max(width, room_for(object.name, Face::mono, style.smallest));
    if (const std::uint64_t most = most_bytes(input.history); most != 0)
        width = std::max(width, room_for(trf("max. {} B", grouped_count(most)), Face::regular, style.smallest));
    return std::min(width, 11.0F * style.smallest) + 8.0F * style.scale;
}

std::size_t most_columns(float width, const Style& style)
{
    return static_cast<std::size_t>(std::max(1.0F, std::floor(width / (kNarrowestOperation * style.scale))));
}

PipelineGrid grid_of(const PipelineInput& input, Rect area, const Style& style)
{
    PipelineGrid grid;
    const float labels = label_width(input, style);
    grid.area = { area.x + labels, area.y, area.width - labels, area.height };
    grid.columns = std::min(input.history.marks.size(), most_columns(grid.area.width, style));
    if (grid.columns < input.history.marks.size()) // a line below says so
        area.height -= 1.4F * style.smallest;
    grid.warps = warps_of(input.history);
    grid.objects = input.history.objects.size();
    grid.bytes =
        most_bytes(input.history) != 0 && area.height > 3.0F * kBytesHeight * style.scale ? kBytesHeight * style.scale : 0.0F;
    const float room = area.height - grid.bytes;
    const auto rows = rows_in(room, kLeastPipelineRow * style.scale);
    // Warps matter most; of many, the first ones are shown.
    if (grid.objects + grid.warps.size() + 1 > rows) {
        grid.objects = std::min(grid.objects, rows / 2);
        grid.warps.resize(std::min(grid.warps.size(), rows - std::min(rows, grid.objects + 1)));
    }
    const auto shown = static_cast<float>(grid.objects + grid.warps.size()) + 0.4F;
    grid.row = std::min(room / shown, kMaxPipelineRow * style.scale);
    grid.column = std::min(grid.area.width / static_cast<float>(grid.columns), kBroadestOperation * style.scale);
    grid.area.width = grid.column * static_cast<float>(grid.columns);
    for (std::size_t mark = 0; mark < input.history.marks.size(); ++mark)
        grid.begin.push_back(std::min(mark, mark_at(input.history, input.history.marks[mark].begin)));
    return grid;
}

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
    }
    return {};
}

Tip mark_tip(const PipelineInput& input, std::size_t index)
{
    const PipelineMark& mark = input.history.marks[index];
    Tip tip { name_of(mark.action), {}, {}, tr("Recorded on the virtual machine. Click to go to the instruction."), {} };
    tip.formula = trf("warp {}, line {}", mark.warp, index < input.lines.size() ? input.lines[index] : 0);
    if (mark.object) {
        const std::string& name = input.history.objects[*mark.object].name;
        tip.definition = mark.action == PipelineAction::wait && mark.phase < 0 ? trf("{}: passes before the first phase", name)
                                                                               : trf("{}, phase {}", name, mark.phase);
        if (mark.action == PipelineAction::wait && !mark.passed)
            tip.definition = trf("{}: phase {} is not complete", name, mark.phase);
    }
    if (mark.bytes != 0)
        tip.formula += " · " + counted(mark.bytes, "byte");
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
    case PipelineAction::wait:
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
    for (std::size_t number = 0; number < object.phases.size(); ++number) {
        const PipelineHistory::Phase& phase = object.phases[number];
        if (phase.first >= grid.columns)
            break;
        const std::size_t last = std::min(phase.last.value_or(grid.columns - 1), grid.columns - 1);
        const Rect span { grid.x_of(phase.first), row.y + gap, grid.column * static_cast<float>(last - phase.first + 1),
            row.height - 2 * gap };
        const Color color = phase.bytes != 0 ? style.blue : style.orange;
        canvas.fill(span, mix(style.panel, shape_color(style, color), 0.55F), canvas.units(2.0F));
        if (phase.last && *phase.last < grid.columns) {
            const std::size_t next =
                number + 1 < object.phases.size() ? std::min(object.phases[number + 1].first, grid.columns) : grid.columns;
            const float begin = span.right();
            canvas.fill(
                { begin, row.center().y - 0.08F * row.height, std::max(0.0F, grid.x_of(next) - begin), 0.16F * row.height },
                shape_color(style, color));
        }
        const std::string name = std::to_string(number);
        if (room_for(name, Face::mono, style.smallest) <= span.width && row.height >= 1.1F * style.smallest)
            canvas.label(span.center(), name, { Face::mono, style.smallest, style.text, Align::center, span.width });
        Tip tip { trf("{}, phase {}", object.name, number), {}, {}, tr("Recorded on the virtual machine."), {} };
        tip.definition =
            phase.last ? trf("complete, waits released: {}", phase.released.size()) : tr("not complete in the recording");
        tip.formula = trf("{} arrivals", object.arrivals);
        if (phase.bytes != 0)
            tip.formula += " · " + counted(phase.bytes, "byte");
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
        if (mark.warp != warp || grid.begin[index] >= grid.columns)
            continue;
        const std::size_t end = std::min(index, grid.columns - 1);
        if (mark.action == PipelineAction::wait && grid.begin[index] < end)
            canvas.fill({ grid.center_of(grid.begin[index]), row.center().y - 0.16F * row.height,
                            grid.center_of(end) - grid.center_of(grid.begin[index]), 0.32F * row.height },
                style.secondary);
        if (index >= grid.columns)
            continue;
        const Rect cell { grid.x_of(index), row.y, grid.column, row.height };
        const float side = std::min(0.9F * grid.column + canvas.units(3.0F), 0.72F * row.height);
        if (mark.action != PipelineAction::wait || mark.passed)
            draw_mark(canvas, mark.action, { cell.center().x - side / 2, cell.center().y - side / 2, side, side });
        canvas.tip(cell, mark_tip(input, index));
        on_click(canvas, cell, session::SeekPlayback { std::size_t { mark.end } });
    }
}

// From the operation that completed a phase to each wait that it released.
void draw_releases(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    for (const PipelineHistory::Object& object : input.history.objects) {
        for (const PipelineHistory::Phase& phase : object.phases) {
            if (!phase.last || *phase.last >= grid.columns)
                continue;
            const std::optional<Rect> from = grid.warp_row(input.history.marks[*phase.last].warp);
            for (const std::size_t wait : phase.released) {
                const std::optional<Rect> to = grid.warp_row(input.history.marks[wait].warp);
                if (!from || !to || wait >= grid.columns
                    || input.history.marks[wait].warp == input.history.marks[*phase.last].warp)
                    continue;
                const Color color = shape_color(style, phase.bytes != 0 ? style.blue : style.orange);
                canvas.line({ grid.center_of(*phase.last), from->center().y }, { grid.center_of(wait), to->center().y },
                    mix(style.panel, color, 0.5F), canvas.units(1.0F));
            }
        }
    }
}

void draw_bytes(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Style& style = canvas.style();
    const auto& bytes = input.history.bytes_in_flight;
    const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(bytes));
    const float top = grid.bottom() + canvas.units(6.0F);
    const Rect strip { grid.area.x, top, grid.area.width, grid.bytes - canvas.units(12.0F) };
    canvas.fill(strip, well_color(style));
    for (std::size_t mark = 0; mark < grid.columns; ++mark) {
        const float height = strip.height * static_cast<float>(bytes[mark]) / static_cast<float>(most);
        canvas.fill({ grid.x_of(mark), strip.bottom() - height, grid.column, height },
            mix(style.panel, shape_color(style, style.blue), 0.55F));
    }
    const float label = grid.area.x - canvas.units(6.0F);
    canvas.label({ label, strip.y + 0.7F * style.smallest }, tr("in flight"), note(style, label, Align::right));
    canvas.label(
        { label, strip.y + 2.0F * style.smallest }, trf("max. {} B", grouped_count(most)), note(style, label, Align::right));
    canvas.tip(strip,
        { tr("Bytes in flight"), tr("Bytes of copies that were issued and for which no warp has waited yet."),
            trf("at most {}", counted(most, "byte")), tr("Counted in the recorded run."), {} });
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
    for (const PipelineAction action : { PipelineAction::copy, PipelineAction::store, PipelineAction::commit,
             PipelineAction::wait_group, PipelineAction::arrive, PipelineAction::wait, PipelineAction::meet })
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
    for (const std::uint32_t warp : grid.warps)
        put(*grid.warp_row(warp), trf("warp {}", warp), Face::regular, style.secondary);
}

} // namespace

DrawList pipeline_figure(const PipelineInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Pipeline"), input.subtitle };
    if (input.history.empty())
        return empty_page(std::move(canvas), words, tr("the recorded block executes no asynchronous operation and no barrier"));
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
    const PipelineGrid grid = grid_of(input, area, style);
    if (grid.warps.empty())
        return canvas.finish();
    for (std::size_t object = 0; object < grid.objects; ++object)
        draw_object(canvas, input, grid, object);
    draw_releases(canvas, input, grid);
    for (const std::uint32_t warp : grid.warps)
        draw_warp(canvas, input, grid, warp);
    if (grid.bytes > 0.0F)
        draw_bytes(canvas, input, grid);
    draw_labels(canvas, input, grid);
    if (input.step) {
        const std::size_t mark = mark_at(input.history, static_cast<std::uint32_t>(*input.step));
        if (mark < grid.columns)
            canvas.line(
                { grid.center_of(mark), grid.area.y }, { grid.center_of(mark), grid.bottom() }, style.text, canvas.units(1.5F));
    }
    if (grid.columns < operations)
        canvas.label({ grid.area.right(), area.bottom() - 0.5F * style.smallest },
            trf("the first {} of {} operations", grid.columns, operations), note(style, grid.area.width, Align::right));
    return canvas.finish();
}

Result<Exhibit> prepare_pipeline(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    PipelineInput input { analysis::pipeline_history(recording.trace, recording.listing, *recording.lesson->module) };
    if (input.history.empty())
        return Error { fmt::format("Block {} of kernel `{}` executes no asynchronous operation and no barrier.",
            recording.trace.block, recording.kernel) };
    for (const PipelineHistory::Mark& mark : input.history.marks)
        input.lines.push_back(recording.listing.line_of(recording.trace.steps[mark.end].pc));
    input.step = subject.step;
    input.subtitle = trf("block {} · {}", recording.trace.block, counted(recording.trace.warps, "warp"));
    CaptionInput caption = recorded_caption(subject);
    caption.numbers = { trf("{} operations", input.history.marks.size()) };
    if (!input.history.objects.empty())
        caption.numbers.push_back(trf("mbarrier objects: {}", input.history.objects.size()));
    if (input.history.most_groups != 0)
        caption.numbers.push_back(trf("groups of a warp at once: {}", input.history.most_groups));
    return exhibit_of_figure(std::move(caption), pipeline_figure, std::move(input));
}

// The position of the playback.
Result<void> choose_pipeline(const session::Snapshot& model, Subject& subject)
{
    if (model.playback->run.view.step)
        subject.step = model.playback->run.view.step;
    return {};
}

} // namespace warpstage::views
