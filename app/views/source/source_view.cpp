#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/source/source_figure.h"
#include "core/analysis/block/source_lines.h"
#include "core/lesson/host_code.h"

namespace warpstage::views {

namespace {

constexpr float kRoomForBoth = 560.0F; // width of the panel's inside from which on PTX stands beside the source

// Of the variant's kernel; 0: it has none of its own.
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

// From where the variant's part of host.cu begins.
SourceInput host_input(const session::Snapshot& model, const WindowState& window)
{
    SourceInput input;
    const lesson::HostPlace place = lesson::host_place(*model.setup->lesson, model.setup->variant);
    input.lines = &model.setup->lesson->host_lines;
    input.file = "host.cu";
    input.host = true;
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
    input.hall = window.hall.has_value();
    const View* figure = view_of_cue(model.cue->figure); // which has numbers of its own
    input.line_numbers = input.hall && (figure == nullptr || figure->id == "source") && window.hall->figure == nullptr;
    input.scroll = window.ptx ? 0 : window.source_scroll;
    if (model.setup->lesson) {
        input.lines = &model.setup->lesson->source_lines;
        input.kernel = first_line(*model.setup->lesson, model.setup->variant);
    }
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
        input.changed = analysis::changed_lines(*input.lines, model.run->compared->recording->report, recording.report);
    return input;
}

Tip host_tip()
{
    return { "Host code",
        "What the processor does around the kernels: allocation, copies, launch, events and error checks, with "
        "the CUDA runtime API. The loops of a host variant are those that it runs.",
        {}, {}, {} };
}

Tip lines_tip(const session::Snapshot& model)
{
    return { "Averages by line",
        "lanes: that work in an instruction of the line; wavefronts and sectors: of one of its requests; excess: what the best "
        "order of addresses would save; const. accesses: of the constant cache, one for each different address of a request.",
        "sum over the line's instructions / instructions or requests",
        rules_source(*model.run) + " The ground of a number: the line's share of the whole kernel.",
        "the Source page's columns" };
}

// The PTX of the recorded kernel, instruction by instruction, with how often each ran and how many lanes did: the same run as the
// source beside it.
struct PtxInput {
    const ptx::Listing* listing = nullptr; // never null
    const analysis::KernelReport* report = nullptr; // never null
    std::uint32_t line = 0; // of the source: its instructions stand out; 0: none
    std::optional<std::uint32_t> executed; // just now
    std::int32_t scroll = 0; // rows further down than would be shown
    const std::vector<session::AccessView>* accesses = nullptr; // that can be chosen; never null
};

struct PtxFrame {
    float top = 0.0F;
    float pitch = 0.0F;
    float size = 0.0F;
    std::vector<std::uint32_t> shown; // program counters
};

// Where to begin: the instruction just executed, else the first one of the line.
std::size_t focus_of(const PtxInput& input, const std::vector<std::uint32_t>& all)
{
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (input.executed ? all[i] == *input.executed : input.listing->instruction(all[i]).location.line == input.line)
            return i;
    }
    return 0;
}

PtxFrame frame_of(const PtxInput& input, Size size, const Style& style)
{
    PtxFrame frame;
    frame.top = 1.5F * style.head;
    frame.size = style.smallest;
    frame.pitch = 1.4F * frame.size;
    std::vector<std::uint32_t> all;
    for (std::uint32_t pc = 0; pc < input.listing->size(); ++pc)
        if (input.listing->find(pc) != nullptr)
            all.push_back(pc);
    const auto rows = rows_in(size.height - frame.top + 0.5F, frame.pitch);
    const std::size_t shown = std::min(rows, all.size());
    const std::size_t focus = focus_of(input, all);
    const auto wanted = static_cast<std::int64_t>(focus) - static_cast<std::int64_t>(shown) / 3 + input.scroll;
    const auto first = static_cast<std::size_t>(
        std::clamp<std::int64_t>(wanted, 0, static_cast<std::int64_t>(all.size()) - static_cast<std::int64_t>(shown)));
    frame.shown.assign(
        all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + shown));
    return frame;
}

const analysis::InstructionReport* report_of(const PtxInput& input, std::uint32_t pc)
{
    const auto& all = input.report->instructions;
    const auto found = std::lower_bound(all.begin(), all.end(), pc,
        [](const analysis::InstructionReport& report, std::uint32_t value) { return report.pc < value; });
    return found == all.end() || found->pc != pc ? nullptr : &*found;
}

// A click on an instruction that accesses memory chooses the access, on another one its line.
DrawList ptx_figure(const PtxInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    canvas.heading("PTX", "", {});
    const float baseline = 0.85F * style.head;
    const float number = room_for("000 000", Face::mono, style.smallest) + canvas.units(8.0F);
    const float lanes = room_for("lanes", Face::regular, style.smallest) + canvas.units(8.0F);
    const bool columns = size.width > 2.5F * (number + lanes);
    if (columns) {
        canvas.text({ size.width - lanes, baseline }, "runs", note(style, number - canvas.units(6.0F), Align::right));
        canvas.text({ size.width, baseline }, "lanes", note(style, lanes, Align::right));
    }
    const float right = columns ? size.width - number - lanes : size.width;
    const PtxFrame frame = frame_of(input, size, style);
    float y = frame.top;
    for (const std::uint32_t pc : frame.shown) {
        const Rect row { 0, y, size.width, frame.pitch };
        y += frame.pitch;
        const ptx::Instruction& instruction = input.listing->instruction(pc);
        const std::uint32_t line = instruction.location.line;
        if (std::ranges::find(*input.accesses, pc, &session::AccessView::pc) != input.accesses->end())
            canvas.action(row, session::SelectAccess { pc });
        else if (line != 0)
            canvas.action(row, session::SelectLine { line });
        const bool chosen = input.line != 0 && line == input.line;
        const bool executed = input.executed == pc;
        if (chosen || executed)
            canvas.fill(row, executed ? mix(style.panel, style.green, 0.28F) : chosen_color(style), canvas.units(3.0F));
        if (executed)
            canvas.triangle(
                { row.x + 0.45F * style.smallest, row.y + row.height / 2 }, 0.7F * style.smallest, Pointing::right, style.green);
        const float text_base = centered_baseline(row.y + row.height / 2, style.smallest);
        const analysis::InstructionReport* report = report_of(input, pc);
        const float left = 1.2F * style.smallest;
        const std::string guard = instruction.guard ? "@ " : "";
        canvas.text({ left, text_base }, guard + instruction.text,
            { Face::mono, style.smallest, report != nullptr ? style.text : style.secondary, Align::left,
                right - left - canvas.units(6.0F) });
        if (report == nullptr || !columns)
            continue;
        canvas.text({ size.width - lanes, text_base }, grouped_count(report->counters.instructions),
            { Face::mono, style.smallest, style.text, Align::right, number - canvas.units(6.0F) });
        canvas.text({ size.width, text_base }, fmt::format("{:.1f}", report->counters.average_active_lanes()),
            { Face::mono, style.smallest, style.text, Align::right, lanes });
    }
    return canvas.finish();
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
    return fmt::format("{} {}, ideal {}", grouped_count(count), noun, grouped_count(ideal));
}

} // namespace

DrawList source_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    const SourceInput input = source_input(model, scope.window);
    Size size = inside.size();
    const bool both = scope.window.ptx && !input.host && model.run->recording && model.run->recording->listing.size() > 0
        && inside.width >= canvas.units(kRoomForBoth);
    if (both) {
        size.width = 0.5F * inside.width;
        const float left = inside.x + size.width + canvas.units(18.0F);
        canvas.append(ptx_figure(ptx_input(input, model, scope.window), { inside.right() - left, inside.height }, scope.style),
            { left, inside.y });
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
    caption.numbers.push_back(fmt::format("{} warp instructions", grouped_count(total.instructions)));
    if (total.shared_requests != 0)
        caption.numbers.push_back(against_ideal(total.wavefronts, "wavefronts of shared memory", total.wavefronts_ideal));
    if (total.global_requests != 0)
        caption.numbers.push_back(against_ideal(total.sectors, "sectors of global memory", total.sectors_ideal));
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

// The line that the audience looks at.
Result<void> choose_source(const session::Snapshot& model, Subject& subject)
{
    if (model.selection->line != 0)
        subject.line = model.selection->line;
    return {};
}

} // namespace warpstage::views
