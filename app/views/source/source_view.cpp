#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/source/instruction_column.h"
#include "app/views/source/source_figure.h"
#include "core/analysis/block/source_lines.h"
#include "core/lesson/host_code.h"

namespace warpstage::views {

namespace {

// Minimum inner width of the panel for a column beside the source.
constexpr float kRoomForOne = 560.0F;
constexpr float kRoomForTwoColumns = 960.0F;

// Of the variant's kernel; 0: it has no kernel of its own.
std::uint32_t first_line(const lesson::Lesson& lesson, std::size_t variant)
{
    if (variant >= lesson.variants.size())
        return 0;
    const auto& shown = lesson.variants[variant];
    const auto kernel = shown.settings.find("kernel");
    const auto found = lesson.find_kernel(kernel != shown.settings.end() ? kernel->second : shown.id);
    return found.function != nullptr ? found.function->location.line : 0;
}

bool shows_host_code(const session::Snapshot& model, const WindowState& window)
{
    const auto& lesson = model.setup->lesson;
    return lesson != nullptr && !lesson->host_lines.empty() && (window.host_code || runs_on_host(model));
}

// First line of the variant's part of host.cu.
SourceInput host_input(const session::Snapshot& model, const WindowState& window)
{
    SourceInput input;
    const lesson::HostPlace place = lesson::host_place(*model.setup->lesson, model.setup->variant);
    input.lines = &model.setup->lesson->host_lines;
    input.file = "host.cu";
    input.host = true;
    input.comments_hidden = is_asking(model);
    input.hall = window.hall.has_value();
    input.first = place.first;
    input.kernel = place.code;
    input.scroll = window.source_scroll;
    return input;
}

SourceInput source_input(const session::Snapshot& model, const WindowState& window)
{
    if (shows_host_code(model, window))
        return host_input(model, window);
    SourceInput input;
    input.chosen = model.selection->line;
    input.comments_hidden = is_asking(model);
    input.hall = window.hall.has_value();
    const View* figure = view_of_cue(model.cue->figure); // which has its own numbers
    input.line_numbers = input.hall && (figure == nullptr || figure == &named::source) && window.hall->figure == nullptr;
    input.scroll = window.code != CodeColumns::source ? 0 : window.source_scroll;
    if (model.setup->lesson) {
        input.lines = &model.setup->lesson->source_lines;
        input.file = model.setup->lesson->source_name();
        input.kernel = first_line(*model.setup->lesson, model.setup->variant);
    }
    if (!model.run->recording)
        return input;
    const session::Recording& recording = *model.run->recording;
    input.report = model.run->assessment ? &model.run->assessment->report : &recording.report;
    if (recording.lesson) // numbers belong to the recorded source
        input.lines = &recording.lesson->source_lines;
    if (recording.trap)
        input.stopped = recording.trap->location.line;
    if (input.chosen == 0)
        input.chosen = input.stopped;
    // During playback the text does not scroll, because the audience may be reading it.
    if (model.playback->run.view.controlled || model.playback->run.view.step)
        input.executed = model.playback->run.view.line;
    input.follows = model.playback->run.view.controlled;
    // In the user's own files no line is prepared to be discussed: the highlight is on the line that runs.
    if (input.chosen == 0 && model.setup->lesson && !model.setup->lesson->origin.outside.empty())
        input.chosen = input.executed;
    if (model.setup->switched && model.run->compared && model.run->compared->recording && input.lines != nullptr)
        input.changed = analysis::changed_lines(*input.lines, model.run->compared->recording->report, recording.report);
    return input;
}

Tip host_tip()
{
    return { tr("Host code"),
        tr("Code that the CPU executes around the kernels: allocation, copies, launch, events and error checks, with the CUDA "
           "runtime API. A variant that runs on the host executes exactly these loops."),
        {}, {}, {} };
}

Tip lines_tip(const session::Snapshot& model)
{
    return { tr("Averages by line"),
        tr("lanes: active lanes per instruction of the line; wavefronts and sectors: per request; excess: the part above the "
           "ideal; const. accesses: accesses to the constant cache, one per distinct address of a request."),
        tr("sum over the line's instructions / number of instructions or requests"),
        rules_source(*model.run) + tr(" Background of a number: the line's share of the whole kernel."),
        tr("the columns of its Source page") };
}

// The line whose instructions are highlighted.
std::uint32_t shown_line(const SourceInput& source, const session::Snapshot& model)
{
    const std::uint32_t line = source.executed != 0 ? source.executed : source.chosen;
    return line == 0 && model.selection->chosen_access ? model.selection->chosen_access->line : line;
}

// The PTX of the recorded kernel, with the executions and active lanes of each instruction, from the same run as the source. A
// click on an instruction that accesses memory chooses the access.
InstructionColumn ptx_column(const SourceInput& source, const session::Snapshot& model, const WindowState& window)
{
    InstructionColumn column { .title = "PTX", .headings = { tr("runs"), tr("lanes") }, .chosen = shown_line(source, model) };
    column.scroll = window.source_scroll;
    const auto& played = model.playback->run.view;
    const ptx::Listing& listing = model.run->recording->listing;
    const auto& reports = source.report->instructions;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        const auto* instruction = listing.find(pc);
        if (instruction == nullptr)
            continue;
        if (played.controlled && played.pc == pc)
            column.executed = column.rows.size();
        InstructionRow& row = column.rows.emplace_back();
        row.text = (instruction->guard ? "@ " : "") + instruction->text;
        row.line = listing.line_of(pc);
        if (std::ranges::find(model.run->accesses, pc, &session::AccessView::pc) != model.run->accesses.end())
            row.action = session::SelectAccess { pc };
        const auto report = std::ranges::lower_bound(reports, pc, {}, &analysis::InstructionReport::pc);
        row.ran = report != reports.end() && report->pc == pc;
        if (row.ran)
            row.numbers = { grouped_count(report->counters.instructions),
                fmt::format("{:.1f}", report->counters.average_active_lanes()) };
    }
    return column;
}

// The longest group of adjacent instructions of the line, the last one of equal length; the line has at least one instruction.
std::size_t longest_run(const std::vector<InstructionRow>& rows, std::uint32_t line)
{
    std::size_t best = 0;
    std::size_t length = 0;
    for (std::size_t first = 0; first < rows.size();) {
        std::size_t end = first;
        while (end < rows.size() && rows[end].line == rows[first].line)
            ++end;
        if (rows[first].line == line && end - first >= length) {
            best = first;
            length = end - first;
        }
        first = end;
    }
    return best;
}

// The machine code, with marks where it differs from PTX in a way that matters for teaching.
InstructionColumn machine_column(const SourceInput& source, const session::Snapshot& model, const WindowState& window)
{
    InstructionColumn column { .title = tr("Machine code"), .chosen = shown_line(source, model) };
    column.scroll = window.source_scroll;
    const session::MachineCodeSection& machine = *model.machine_code;
    if (machine.code == nullptr) {
        column.nothing = machine.reason.empty() ? tr("assembling…") : machine.reason;
        return column;
    }
    const auto& differences = machine.code->differences;
    column.subtitle = machine.code->listing.target;
    for (const auto& instruction : machine.code->listing.instructions) {
        InstructionRow& row = column.rows.emplace_back();
        row.text = instruction.guard.empty() ? instruction.text : instruction.guard + " " + instruction.text;
        row.line = instruction.line;
    }
    for (const auto& difference : differences) {
        std::string& mark = column.rows[longest_run(column.rows, difference.line)].mark;
        mark += (mark.empty() ? "" : " · ") + difference.words;
    }
    for (const std::uint32_t line : { source.chosen, column.chosen })
        for (const auto& difference : differences)
            if (difference.line == line && column.sentence.find(difference.sentence) == std::string::npos)
                column.sentence += (column.sentence.empty() ? "" : " ") + difference.sentence;
    if (column.sentence.empty() && differences.empty())
        column.sentence = tr("Branches and memory accesses match PTX.");
    return column;
}

// As many columns as fit: if only one fits, the machine code has priority over PTX.
std::vector<InstructionColumn> columns_beside(const SourceInput& input, const Scope& scope, float width)
{
    const session::Snapshot& model = scope.model;
    const float room = width / scope.style.scale;
    std::vector<InstructionColumn> columns;
    if (scope.window.code == CodeColumns::source || input.host || !model.run->recording
        || model.run->recording->listing.size() == 0 || room < kRoomForOne)
        return columns;
    const bool machine = scope.window.code == CodeColumns::machine;
    if (!machine || room >= kRoomForTwoColumns)
        columns.push_back(ptx_column(input, model, scope.window));
    if (machine)
        columns.push_back(machine_column(input, model, scope.window));
    return columns;
}

std::string against_ideal(std::uint64_t count, const char* noun, std::uint64_t ideal)
{
    return trf("{} {}, ideal {}", grouped_count(count), noun, grouped_count(ideal));
}

} // namespace

DrawList source_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    const SourceInput input = source_input(model, scope.window);
    Size size = inside.size();
    const std::vector<InstructionColumn> columns = columns_beside(input, scope, inside.width);
    if (!columns.empty()) {
        const auto parts = static_cast<float>(columns.size() + 1);
        const float gap = canvas.units(18.0F);
        size.width = inside.width / parts;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const float left = inside.x + inside.width * static_cast<float>(i + 1) / parts + gap;
            canvas.append(
                instruction_column(columns[i], { inside.width / parts - gap, inside.height }, scope.style), { left, inside.y });
        }
    }
    canvas.append(source_figure(input, size, scope.style), inside.corner());
    canvas.tip(inside, input.host ? host_tip() : lines_tip(model));
    return canvas.finish();
}

Result<Exhibit> prepare_source(const Subject& subject)
{
    const auto line = choose_line(subject);
    if (!line)
        return line.error();
    const analysis::Counters& total = subject.recording->report.total;

    CaptionInput caption = recorded_caption(subject);
    caption.numbers.push_back(trf("{} warp instructions", grouped_count(total.instructions)));
    if (total.shared_requests != 0)
        caption.numbers.push_back(against_ideal(total.wavefronts, tr("wavefronts of shared memory"), total.wavefronts_ideal));
    if (total.global_requests != 0)
        caption.numbers.push_back(against_ideal(total.sectors, tr("sectors of global memory"), total.sectors_ideal));
    if (const std::uint64_t operations = total.shared_atomics.operations + total.global_atomics.operations; operations != 0)
        caption.numbers.push_back(trf("{} atomic operations", grouped_count(operations)));
    return Exhibit { std::move(caption),
        [recording = subject.recording, lesson = subject.lesson, line = *line](Size size, const Style& style) {
            SourceInput input;
            input.lines = &lesson->source_lines;
            input.report = &recording->report;
            if (recording->trap)
                input.stopped = recording->trap->location.line;
            input.chosen = line != 0 ? line : input.stopped;
            return source_figure(input, size, style);
        } };
}

// The chosen line.
Result<void> choose_source(const session::Snapshot& model, Subject& subject)
{
    if (model.selection->line != 0)
        subject.line = model.selection->line;
    return {};
}

} // namespace warpstage::views
