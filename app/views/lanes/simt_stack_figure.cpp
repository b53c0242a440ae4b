#include "app/views/lanes/simt_stack_figure.h"

#include "app/views/banks/banks_figure.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/lane_row.h"
#include "core/analysis/block/source_lines.h"
#include "core/analysis/branch_iterations.h"
#include "core/base/verify.h"
#include "core/ptx/control_flow.h"

namespace warpstage::views {

namespace {

using analysis::BranchPath;

constexpr const char* kHardware =
    marked("Volta and later GPUs schedule threads independently: the order of the paths is not fixed, and lanes are guaranteed "
           "to reconverge only where the program synchronizes them, e.g. with __syncwarp().");
constexpr const char* kHardwareBriefly =
    marked(" Reconvergence model of warpstage; since Volta, threads are scheduled independently and lanes are guaranteed to "
           "reconverge only where the program synchronizes them, e.g. with __syncwarp().");

std::string line_words(std::uint32_t line)
{
    return line == 0 ? "–" : trf("line {}", line);
}

std::string lines_words(const BranchPath& path)
{
    if (path.first_line == 0)
        return tr("no instruction");
    return path.first_line == path.last_line ? trf("line {}", path.first_line)
                                             : trf("lines {}–{}", path.first_line, path.last_line);
}

std::string lanes_words(LaneMask lanes)
{
    return counted(lane_count(lanes), "lane");
}

std::string instructions_words(const BranchPath& path)
{
    return counted(path.instructions, "instruction");
}

struct BoxWords {
    std::vector<std::string> title; // from the longest text to the shortest
    Face face = Face::regular;
    LaneMask lanes = 0;
};

// A frame with text and a row of lanes in it.
void draw_box(Canvas& canvas, const BoxWords& words, unsigned width, Color color, Rect rect)
{
    const Style& style = canvas.style();
    canvas.frame(rect, mix(style.panel, color, 0.07F), color, canvas.units(6.0F));
    const Rect inside = { rect.x + canvas.units(8.0F), rect.y + canvas.units(4.0F), rect.width - canvas.units(16.0F),
        rect.height - canvas.units(9.0F) };
    const float head = 1.4F * style.small;
    if (inside.height < head || inside.width < canvas.units(30.0F))
        return;
    canvas.label({ inside.x, inside.y + head / 2 }, fitting_words(words.title, words.face, style.small, inside.width),
        { words.face, style.small, style.text, Align::left, inside.width });
    const float height = std::min(inside.height - head, canvas.units(44.0F));
    if (height < canvas.units(4.0F))
        return;
    LaneRow row { { inside.x, inside.y + head + canvas.units(2.0F), inside.width, height - canvas.units(2.0F) }, width,
        words.lanes, 0 };
    row.rect.width = std::min(row.rect.width, canvas.units(44.0F) * static_cast<float>(width));
    draw_lane_row(canvas, row, [&](unsigned) { return color; });
}

Color path_color(std::size_t path, const Style& style)
{
    return wavefront_color(static_cast<std::uint32_t>(path % 2), style);
}

// Branch, the two paths, and the point of reconvergence, from top to bottom.
void draw_flow(Canvas& canvas, const SimtStackInput& input, Rect area)
{
    const Style& style = canvas.style();
    const unsigned width = std::clamp(input.warp_width, 1U, kMaxLanes);
    const bool meets = input.meeting_line != 0;
    const float gap = std::clamp(0.13F * area.height, canvas.units(8.0F), canvas.units(44.0F));
    const float height = std::min((area.height - 2 * gap) / 3, canvas.units(96.0F));
    if (height < canvas.units(12.0F))
        return;
    const std::string head = trf("{}: {} reach the branch", line_words(input.line), lanes_words(input.active));
    BoxWords branch { { fmt::format("{}   {}", line_words(input.line), input.code), input.code }, Face::mono, input.active };
    if (input.code.empty())
        branch = { { head, line_words(input.line) }, Face::regular, input.active };
    const Rect top { area.x, area.y, area.width, height };
    const Rect bottom { area.x, area.y + 2 * (height + gap), area.width, height };

    const std::size_t paths = std::min<std::size_t>(input.paths.size(), 2);
    const float between = canvas.units(18.0F);
    const float path_width =
        paths == 0 ? 0.0F : (area.width - between * static_cast<float>(paths - 1)) / static_cast<float>(paths);
    for (std::size_t i = 0; i < paths; ++i) {
        const BranchPath& path = input.paths[i];
        const Rect box { area.x + (path_width + between) * static_cast<float>(i), area.y + height + gap, path_width, height };
        const float x = box.x + box.width / 2;
        const Color color = path_color(i, style);
        const float stroke = canvas.units(2.2F);
        arrow(canvas, { x, top.bottom() }, { x, box.y }, color, stroke);
        if (meets)
            arrow(canvas, { x, box.bottom() }, { x, bottom.y }, color, stroke);
        const std::string order = paths == 1 ? "" : i == 0 ? tr("first: ") : tr("then: ");
        const std::string instructions = instructions_words(path);
        draw_box(canvas,
            { { fmt::format("{}{}, {}, {}", order, lanes_words(path.lanes), lines_words(path), instructions),
                  fmt::format("{}{}, {}", order, lanes_words(path.lanes), lines_words(path)),
                  fmt::format("{}{}", order, lines_words(path)), lines_words(path) },
                Face::regular, path.lanes },
            width, color, box);
    }
    draw_box(canvas, branch, width, style.secondary, top);
    LaneMask together = 0;
    for (const BranchPath& path : input.paths)
        together |= path.lanes;
    if (meets)
        draw_box(canvas,
            { { trf("{}: {} reconverged", line_words(input.meeting_line), lanes_words(together)),
                  line_words(input.meeting_line) },
                Face::regular, together },
            width, style.secondary, bottom);
    else
        canvas.empty_words(bottom, tr("the lanes exit without reconverging"));
}

// The entries with their masks, top first.
void draw_stack(Canvas& canvas, const SimtStackInput& input, Rect area)
{
    const Style& style = canvas.style();
    const unsigned width = std::clamp(input.warp_width, 1U, kMaxLanes);
    const float title = 1.5F * style.small;
    const float head = 1.4F * style.smallest;
    canvas.text({ area.x, area.y + 0.95F * style.small },
        fitting_words(
            { tr("Reconvergence model of warpstage"), tr("Reconvergence model") }, Face::semibold, style.small, area.width),
        { Face::semibold, style.small, style.text, Align::left, area.width });
    // The behavior of GPUs is described below if that leaves space for the entries.
    const float pitch_of_words = 1.4F * style.smallest;
    const auto hardware = wrap_text(tr(kHardware), Face::regular, style.smallest, area.width / 1.05F, 6);
    const float words_height = pitch_of_words * static_cast<float>(hardware.size());
    if (area.height - words_height >= canvas.units(190.0F)) {
        area.height -= words_height;
        draw_lines(canvas, { area.x, area.bottom() + pitch_of_words / 2 }, hardware, pitch_of_words,
            { Face::regular, style.smallest, style.secondary, Align::left, area.width });
    }
    const float column = area.width / 2;
    const float baseline = area.y + title + 0.9F * style.smallest;
    canvas.text({ area.x + canvas.units(8.0F), baseline }, tr("continues at"), note(style, column - canvas.units(12.0F)));
    canvas.text({ area.x + column, baseline }, tr("until"), note(style, column - canvas.units(4.0F)));
    const float least = 1.3F * style.small + canvas.units(20.0F);
    const float room = area.height - title - head;
    const auto shown = std::min(input.stack.size(), static_cast<std::size_t>(std::max(0.0F, room / least)));
    const float pitch = shown == 0 ? 0.0F : std::min(room / static_cast<float>(shown), canvas.units(96.0F));
    float y = area.y + title + head;
    for (std::size_t i = 0; i < shown; ++i) {
        const analysis::StackEntry& entry = input.stack[i];
        const auto path = std::find_if(
            input.paths.begin(), input.paths.end(), [&](const BranchPath& candidate) { return candidate.lanes == entry.lanes; });
        const Color color =
            path == input.paths.end() ? style.secondary : path_color(static_cast<std::size_t>(path - input.paths.begin()), style);
        const Rect box { area.x, y, area.width, pitch - canvas.units(6.0F) };
        canvas.frame(box, mix(style.panel, color, i == 0 ? 0.2F : 0.07F), color, canvas.units(4.0F));
        const float text_middle = box.y + 0.75F * style.small;
        const float left = box.x + canvas.units(8.0F);
        canvas.label({ left, text_middle }, line_words(entry.line) + (i == 0 ? tr(", runs") : ""),
            { Face::regular, style.small, style.text, Align::left, column - canvas.units(12.0F) });
        canvas.label({ box.x + column, text_middle }, entry.reconvergence == 0 ? tr("exit") : line_words(entry.reconvergence),
            { Face::regular, style.small, style.text, Align::left, column - canvas.units(8.0F) });
        const float mask = std::min(box.height - 2.0F * style.small, canvas.units(34.0F));
        if (mask >= canvas.units(4.0F))
            draw_lane_row(canvas,
                { { left, box.bottom() - mask - canvas.units(5.0F), box.width - canvas.units(16.0F), mask }, width, entry.lanes,
                    0 },
                [&](unsigned) { return color; });
        y += pitch;
    }
}

// The branch's targets as program counters of the listing.
analysis::BranchTargets targets_of(const session::Recording& recording, std::uint32_t pc)
{
    analysis::BranchTargets targets { pc + 1, analysis::branch_targets(recording.listing)[pc], std::nullopt };
    const auto& functions = recording.listing.functions();
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const std::uint32_t first = recording.listing.first(i);
        if (pc < first || pc >= first + functions[i]->instructions.size())
            continue;
        if (const auto meeting = ptx::ControlFlow(*functions[i]).reconvergence(pc - first))
            targets.reconvergence = first + *meeting;
    }
    return targets;
}

std::string where(const Subject& subject, std::uint32_t line)
{
    std::string words;
    if (line != 0)
        words += trf(" on line {}", line);
    if (subject.warp)
        words += trf(" in warp {}", *subject.warp);
    return words;
}

// The position in the trace of a divergent execution of a branch, else of any execution. `line`: 0 for all lines; `warp`: nothing
// for all warps. Nothing: no such branch is executed.
std::optional<std::size_t> find_branch(const session::Recording& recording, std::optional<std::uint32_t> warp, std::uint32_t line)
{
    std::optional<std::size_t> executed;
    for (std::size_t i = 0; i < recording.trace.steps.size(); ++i) {
        const trace::StepRecord& step = recording.trace.steps[i];
        if (step.event != trace::Event::branch || (warp && step.warp != *warp)
            || (line != 0 && recording.listing.line_of(step.pc) != line))
            continue;
        if (step.divergent())
            return i;
        if (!executed)
            executed = i;
    }
    return executed;
}

// On the chosen line and warp. Errors: the warp executes no such branch.
Result<std::size_t> choose_branch_step(const Subject& subject)
{
    const auto line = choose_line(subject);
    if (!line)
        return line.error();
    const auto warp = choose_warp(subject);
    if (!warp)
        return warp.error();
    const session::Recording& recording = *subject.recording;
    const auto step = find_branch(recording, subject.warp ? std::optional(*warp) : std::nullopt, *line);
    if (!step)
        return Error { fmt::format("Kernel `{}` executes no conditional branch{}.", recording.kernel, where(subject, *line)) };
    return *step;
}

SimtStackInput stack_input(const session::Recording& recording, const lesson::Lesson& lesson, std::size_t step)
{
    const trace::StepRecord& record = recording.trace.steps[step];
    SimtStackInput input { analysis::branch_walk(recording.trace, step, targets_of(recording, record.pc),
        [&](std::uint32_t pc) { return recording.listing.line_of(pc); }) };
    input.code = analysis::source_line(lesson.source_lines, input.line);
    input.subtitle = trf("block {} · warp {}", recording.trace.block, record.warp);
    return input;
}

} // namespace

DrawList simt_stack_figure(const SimtStackInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("A branch"), input.subtitle };
    if (input.active == 0 || input.paths.empty())
        return empty_page(std::move(canvas), words, tr("no warp executes this branch in the recording"));
    if (input.paths.size() == 1)
        words.headline = { { tr("all lanes take one path"), tr("not divergent") }, style.green, true };
    else
        words.headline = {
            { trf("divergent: {} and {}, serialized", lanes_words(input.paths[0].lanes), lanes_words(input.paths[1].lanes)),
                trf("divergent: {} and {}", lane_count(input.paths[0].lanes), lane_count(input.paths[1].lanes)),
                tr("divergent") },
            style.orange, false
        };
    std::size_t instructions = 0;
    for (const BranchPath& path : input.paths)
        instructions += path.instructions;
    const auto idle =
        std::find_if(input.paths.begin(), input.paths.end(), [](const BranchPath& path) { return path.instructions == 0; });
    if (input.paths.size() == 2 && idle != input.paths.end())
        words.sentence = { trf("{} {} during the {} instructions of the other path.", lanes_words(idle->lanes),
            lane_count(idle->lanes) == 1 ? tr("is inactive") : tr("are inactive"), instructions) };
    else if (input.paths.size() == 2)
        words.sentence = {
            trf("The warp executes {} instructions on the two paths ({} + {}): the lanes of one path are inactive on the other.",
                instructions, input.paths[0].instructions, input.paths[1].instructions),
            trf("{} + {} instructions: one path at a time.", input.paths[0].instructions, input.paths[1].instructions)
        };
    if (input.paths.size() == 2)
        words.sentence.insert(words.sentence.begin(), words.sentence.back() + tr(kHardwareBriefly));
    const Rect area = draw_page(canvas, words, {}, canvas.units(110.0F));
    const bool beside = area.width >= canvas.units(560.0F) && area.height >= canvas.units(150.0F) && !input.stack.empty();
    const float gap = canvas.units(28.0F);
    const float stack = beside ? std::clamp(0.3F * area.width, canvas.units(210.0F), canvas.units(340.0F)) : 0.0F;
    draw_flow(canvas, input, { area.x, area.y, area.width - (beside ? stack + gap : 0.0F), area.height });
    if (beside)
        draw_stack(canvas, input, { area.right() - stack, area.y, stack, area.height });
    return canvas.finish();
}

Result<Exhibit> prepare_branch(const Subject& subject)
{
    const auto step = choose_branch_step(subject);
    if (!step)
        return step.error();
    const session::Recording& recording = *subject.recording;
    const trace::StepRecord& record = recording.trace.steps[*step];
    SimtStackInput input = stack_input(recording, *subject.lesson, *step);
    CaptionInput caption = recorded_caption(subject, trf("warp {}", record.warp), input.line);
    for (const BranchPath& path : input.paths)
        caption.numbers.push_back(fmt::format("{}: {}", lanes_words(path.lanes), instructions_words(path)));
    return exhibit_of_figure(std::move(caption), simt_stack_figure, std::move(input));
}

// In the middle of the stage: the branch of the selected line, else the one at which the selected warp diverges.
DrawList paths_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas(scope.size, scope.style);
    const auto& recording = model.run->recording;
    if (recording == nullptr || model.setup->lesson == nullptr) {
        canvas.empty_words(scope.size.area(), no_warps_words(model));
        return canvas.finish();
    }
    const std::uint32_t warp = model.selection->warp;
    auto step = find_branch(*recording, warp, model.selection->line);
    if (!step)
        step = find_branch(*recording, warp, 0);
    if (!step) {
        canvas.empty_words(scope.size.area(), tr("this warp executes no conditional branch"));
        return canvas.finish();
    }
    const Rect area = scope.size.area().inset(canvas.units(8.0F));
    canvas.append(
        simt_stack_figure(stack_input(*recording, *model.setup->lesson, *step), area.size(), scope.style), area.corner());
    canvas.tip(scope.size.area(),
        { tr("A warp at a branch"), tr("The lanes of a warp that take different paths are executed one path at a time."), {},
            tr("Recorded on the virtual machine."), {} });
    return canvas.finish();
}

} // namespace warpstage::views
