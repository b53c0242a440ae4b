#include "app/views/lanes/simt_stack_figure.h"

#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/marks.h"
#include "app/draw/page.h"
#include "app/draw/text_metrics.h"
#include "app/views/banks/banks_figure.h"
#include "app/views/lanes/lane_row.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::views {

namespace {

std::string line_words(std::uint32_t line)
{
    return line == 0 ? "–" : fmt::format("line {}", line);
}

std::string lines_words(const BranchPath& path)
{
    if (path.first_line == 0)
        return "nothing to do";
    return path.first_line == path.last_line ? fmt::format("line {}", path.first_line)
                                             : fmt::format("lines {}–{}", path.first_line, path.last_line);
}

std::string lanes_words(LaneMask lanes)
{
    return fmt::format("{} {}", lane_count(lanes), lane_count(lanes) == 1 ? "lane" : "lanes");
}

struct BoxWords {
    std::vector<std::string> title; // from the longest wording to the shortest
    Face face = Face::regular;
    LaneMask lanes = 0;
};

// A frame with words and a row of lanes in it.
void draw_box(Canvas& canvas, const BoxWords& words, unsigned width, Color color, Rect rect)
{
    const Style& style = canvas.style();
    canvas.frame(rect, mix(style.panel, color, 0.07F), color, canvas.units(6.0F));
    const Rect inside = { rect.x + canvas.units(8.0F), rect.y + canvas.units(4.0F), rect.width - canvas.units(16.0F),
        rect.height - canvas.units(9.0F) };
    const float head = 1.4F * style.small;
    if (inside.height < head || inside.width < canvas.units(30.0F))
        return;
    for (std::size_t i = 0; i < words.title.size(); ++i) {
        const bool last = i + 1 == words.title.size();
        if (!last && room_for(words.title[i], words.face, style.small) > inside.width)
            continue;
        canvas.text({ inside.x, centered_baseline(inside.y + head / 2, style.small) }, words.title[i],
            { words.face, style.small, style.text, Align::left, inside.width });
        break;
    }
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
    return pass_color(static_cast<std::uint32_t>(path % 2), style);
}

// Branch, the two ways, and where they meet, from top to bottom.
void draw_flow(Canvas& canvas, const SimtStackInput& input, Rect area)
{
    const Style& style = canvas.style();
    const unsigned width = std::clamp(input.warp_width, 1U, kMaxLanes);
    const bool meets = input.meeting_line != 0;
    const float gap = std::clamp(0.13F * area.height, canvas.units(8.0F), canvas.units(44.0F));
    const float height = std::min((area.height - 2 * gap) / 3, canvas.units(96.0F));
    if (height < canvas.units(12.0F))
        return;
    const std::string head = fmt::format("{}: {} meet", line_words(input.line), lanes_words(input.active));
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
        const std::string order = paths == 1 ? "" : i == 0 ? "first: " : "then: ";
        const std::string instructions =
            fmt::format("{} {}", path.instructions, path.instructions == 1 ? "instruction" : "instructions");
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
            { { fmt::format("{}: {} together again", line_words(input.meeting_line), lanes_words(together)),
                  line_words(input.meeting_line) },
                Face::regular, together },
            width, style.secondary, bottom);
    else
        canvas.empty_words(bottom, "the lanes do not meet again before they exit");
}

// The entries with their masks, top first.
void draw_stack(Canvas& canvas, const SimtStackInput& input, Rect area)
{
    const Style& style = canvas.style();
    const unsigned width = std::clamp(input.warp_width, 1U, kMaxLanes);
    const float title = 1.5F * style.small;
    const float head = 1.4F * style.smallest;
    canvas.text({ area.x, area.y + 0.95F * style.small }, "SIMT stack after the branch",
        { Face::semibold, style.small, style.text, Align::left, area.width });
    const float column = area.width / 2;
    const float baseline = area.y + title + 0.9F * style.smallest;
    canvas.text({ area.x + canvas.units(8.0F), baseline }, "goes on at",
        { Face::regular, style.smallest, style.secondary, Align::left, column - canvas.units(12.0F) });
    canvas.text({ area.x + column, baseline }, "until",
        { Face::regular, style.smallest, style.secondary, Align::left, column - canvas.units(4.0F) });
    const float least = 1.3F * style.small + canvas.units(20.0F);
    const float room = area.height - title - head;
    const auto shown = std::min(input.stack.size(), static_cast<std::size_t>(std::max(0.0F, room / least)));
    const float pitch = shown == 0 ? 0.0F : std::min(room / static_cast<float>(shown), canvas.units(96.0F));
    float y = area.y + title + head;
    for (std::size_t i = 0; i < shown; ++i) {
        const StackEntry& entry = input.stack[i];
        const auto path = std::find_if(
            input.paths.begin(), input.paths.end(), [&](const BranchPath& candidate) { return candidate.lanes == entry.lanes; });
        const Color color =
            path == input.paths.end() ? style.secondary : path_color(static_cast<std::size_t>(path - input.paths.begin()), style);
        const Rect box { area.x, y, area.width, pitch - canvas.units(6.0F) };
        canvas.frame(box, mix(style.panel, color, i == 0 ? 0.2F : 0.07F), color, canvas.units(4.0F));
        const float text_middle = box.y + 0.75F * style.small;
        const float left = box.x + canvas.units(8.0F);
        canvas.text({ left, centered_baseline(text_middle, style.small) }, line_words(entry.line) + (i == 0 ? ", runs" : ""),
            { Face::regular, style.small, style.text, Align::left, column - canvas.units(12.0F) });
        canvas.text({ box.x + column, centered_baseline(text_middle, style.small) },
            entry.reconvergence == 0 ? "exit" : line_words(entry.reconvergence),
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

} // namespace

SimtStackInput simt_stack_input(const trace::Trace& trace, std::size_t step, const BranchTargets& targets,
    const std::function<std::uint32_t(std::uint32_t)>& line_of)
{
    VERIFY(step < trace.steps.size() && trace.steps[step].event == trace::Event::branch);
    const trace::StepRecord& branch = trace.steps[step];
    SimtStackInput input;
    input.warp_width = trace.warp_width;
    input.active = branch.active;
    input.line = line_of(branch.pc);
    const std::uint32_t meeting = targets.reconvergence ? line_of(*targets.reconvergence) : 0;
    input.meeting_line = meeting;
    const LaneMask others = branch.active & ~branch.taken;
    // As the virtual machine does it: who does not take the branch goes first.
    for (const LaneMask lanes : { others, branch.taken }) {
        if (lanes == 0)
            continue;
        BranchPath path;
        path.lanes = lanes;
        for (std::size_t i = step + 1; i < trace.steps.size(); ++i) {
            const trace::StepRecord& other = trace.steps[i];
            if (other.warp != branch.warp || (other.active & branch.active) == 0)
                continue;
            if (targets.reconvergence && other.pc == *targets.reconvergence)
                break;
            if ((other.active & ~branch.active) != 0)
                break;
            if ((other.active & lanes) == 0)
                continue;
            ++path.instructions;
            const std::uint32_t line = line_of(other.pc);
            if (line == 0)
                continue;
            path.first_line = path.first_line == 0 ? line : std::min(path.first_line, line);
            path.last_line = std::max(path.last_line, line);
        }
        input.paths.push_back(path);
    }
    if (branch.taken == 0 || others == 0) {
        input.stack = { { branch.active, line_of(branch.taken == 0 ? targets.next : targets.target), 0 } };
        return input;
    }
    if (targets.reconvergence != targets.next)
        input.stack.push_back({ others, line_of(targets.next), meeting });
    if (targets.reconvergence != targets.target)
        input.stack.push_back({ branch.taken, line_of(targets.target), meeting });
    if (targets.reconvergence)
        input.stack.push_back({ branch.active, meeting, 0 });
    return input;
}

DrawList simt_stack_figure(const SimtStackInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { "A branch", input.subtitle, {}, {}, input.caption };
    if (input.active == 0 || input.paths.empty()) {
        const Rect area = draw_page(canvas, words, {}, canvas.units(30.0F));
        canvas.empty_words(area, "no warp met this branch in the recorded window");
        return canvas.finish();
    }
    if (input.paths.size() == 1)
        words.headline = { { "all lanes go one way", "not divergent" }, style.green, true };
    else
        words.headline = { { fmt::format("divergent: {} and {} one after the other", lanes_words(input.paths[0].lanes),
                                 lanes_words(input.paths[1].lanes)),
                               fmt::format(
                                   "divergent: {} and {}", lane_count(input.paths[0].lanes), lane_count(input.paths[1].lanes)),
                               "divergent" },
            style.orange, false };
    std::size_t instructions = 0;
    for (const BranchPath& path : input.paths)
        instructions += path.instructions;
    const auto idle =
        std::find_if(input.paths.begin(), input.paths.end(), [](const BranchPath& path) { return path.instructions == 0; });
    if (input.paths.size() == 2 && idle != input.paths.end())
        words.sentence = { fmt::format("{} {} for the {} instructions of the other way.", lanes_words(idle->lanes),
            lane_count(idle->lanes) == 1 ? "waits" : "wait", instructions) };
    else if (input.paths.size() == 2)
        words.sentence = {
            fmt::format("The warp executes {} instructions on the two ways, {} and {}: each lane waits through the other's.",
                instructions, input.paths[0].instructions, input.paths[1].instructions),
            fmt::format(
                "{} + {} instructions, one way after the other.", input.paths[0].instructions, input.paths[1].instructions)
        };
    const Rect area = draw_page(canvas, words, {}, canvas.units(110.0F));
    const bool beside = area.width >= canvas.units(560.0F) && area.height >= canvas.units(150.0F) && !input.stack.empty();
    const float gap = canvas.units(28.0F);
    const float stack = beside ? std::clamp(0.3F * area.width, canvas.units(210.0F), canvas.units(340.0F)) : 0.0F;
    draw_flow(canvas, input, { area.x, area.y, area.width - (beside ? stack + gap : 0.0F), area.height });
    if (beside)
        draw_stack(canvas, input, { area.right() - stack, area.y, stack, area.height });
    return canvas.finish();
}

} // namespace warpstage::views
