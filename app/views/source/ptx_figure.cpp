#include "app/views/source/ptx_figure.h"

#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/text_metrics.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpstage::views {

namespace {

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
    const auto rows = static_cast<std::size_t>(std::max(0.0F, std::floor((size.height - frame.top + 0.5F) / frame.pitch)));
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

} // namespace

DrawList ptx_figure(const PtxInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    canvas.heading("PTX", "", {});
    const float baseline = 0.85F * style.head;
    const float number = room_for("000 000", Face::mono, style.smallest) + canvas.units(8.0F);
    const float lanes = room_for("lanes", Face::regular, style.smallest) + canvas.units(8.0F);
    const bool columns = size.width > 2.5F * (number + lanes);
    if (columns) {
        canvas.text({ size.width - lanes, baseline }, "runs",
            { Face::regular, style.smallest, style.secondary, Align::right, number - canvas.units(6.0F) });
        canvas.text({ size.width, baseline }, "lanes", { Face::regular, style.smallest, style.secondary, Align::right, lanes });
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
        canvas.text({ size.width - lanes, text_base }, text::grouped(static_cast<std::int64_t>(report->counters.instructions)),
            { Face::mono, style.smallest, style.text, Align::right, number - canvas.units(6.0F) });
        canvas.text({ size.width, text_base }, fmt::format("{:.1f}", report->counters.average_active_lanes()),
            { Face::mono, style.smallest, style.text, Align::right, lanes });
    }
    return canvas.finish();
}

} // namespace warpstage::views
