#include "app/views/pipeline/flag_rows.h"

namespace warpstage::views {

namespace {

using FlagMark = analysis::PipelineHistory::Mark;
using FlagAction = analysis::PipelineHistory::Action;

std::string value_words(std::uint64_t value)
{
    constexpr std::uint64_t kMaxDecimal = 0x7fff'ffff; // above, a bit is the news, as of a grid barrier
    return value <= kMaxDecimal ? std::to_string(value) : fmt::format("0x{:x}", value);
}

std::string names_of_flags(const analysis::PipelineHistory& history, const FlagMark& mark)
{
    constexpr std::size_t kMaxNames = 3;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(kMaxNames, mark.flags.size()); ++i)
        names.push_back(history.flags[mark.flags[i]].name);
    return fmt::format("{}{}", fmt::join(names, ", "), mark.flags.size() > kMaxNames ? ", …" : "");
}

bool is_store(const PipelineInput& input, std::size_t mark)
{
    return mark < input.operations.size() && input.operations[mark].starts_with("st");
}

// Where the mark is, if it is shown.
const PipelineGrid::Place* place_of_flag(const PipelineInput& input, const PipelineGrid& grid, std::size_t mark)
{
    return grid.places[mark] && (input.times || mark < grid.shown) ? &*grid.places[mark] : nullptr;
}

// From the first poll to the one that ended the wait, with the value that ended it.
void draw_flag_wait(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid, Rect row, std::size_t index)
{
    const Style& style = canvas.style();
    const FlagMark& mark = input.history.marks[index];
    if (!grid.places[index])
        return;
    const float gap = 0.12F * row.height;
    const float left = std::max(row.x, grid.places[index]->from - grid.column / 2);
    const float right = mark.passed ? std::min(row.right(), grid.places[index]->at + grid.column / 2) : row.right();
    const Rect span { left, row.y + gap, right - left, row.height - 2 * gap };
    canvas.fill(span, mix(style.panel, shape_color(style, style.orange), 0.55F), canvas.units(2.0F));
    const std::string value = value_words(mark.value);
    if (mark.passed && room_for(value, Face::mono, style.smallest) <= span.width && row.height >= 1.1F * style.smallest)
        canvas.label(span.center(), value, { Face::mono, style.smallest, style.text, Align::center, span.width });
}

void draw_flag(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid, std::size_t position)
{
    const Style& style = canvas.style();
    const std::size_t flag = grid.flags[position];
    const Rect row = grid.flag_row(position);
    const float gap = 0.12F * row.height;
    canvas.fill({ row.x, row.y + gap, row.width, row.height - 2 * gap }, well_color(style));
    const auto for_each_mark = [&](FlagAction action, const auto& function) {
        for (std::size_t index = 0; index < input.history.marks.size(); ++index) {
            const FlagMark& mark = input.history.marks[index];
            if (mark.action == action && std::ranges::find(mark.flags, flag) != mark.flags.end() && grid.places[index])
                function(index);
        }
    };
    for_each_mark(FlagAction::poll, [&](std::size_t index) { draw_flag_wait(canvas, input, grid, row, index); });
    for_each_mark(FlagAction::write_flag, [&](std::size_t index) {
        if (const PipelineGrid::Place* place = place_of_flag(input, grid, index)) {
            const float side = std::min(0.9F * grid.column + canvas.units(3.0F), 0.72F * row.height);
            draw_flag_write(canvas, { place->at - side / 2, row.center().y - side / 2, side, side });
        }
    });
    const auto add_tip = [&](std::size_t index) {
        const PipelineGrid::Place& place = *grid.places[index];
        const float left = std::max(row.x, place.from - grid.column / 2);
        Tip tip { input.history.flags[flag].name, {}, {}, tr("Recorded on the virtual machine. Click to go to the instruction."),
            {} };
        describe_flag(tip, input, index);
        const Rect span { left, row.y, std::min(row.right(), place.at + grid.column / 2) - left, row.height };
        canvas.tip(span, std::move(tip));
        on_click(canvas, span, session::SeekPlayback { std::size_t { input.history.marks[index].end } });
    };
    for_each_mark(FlagAction::poll, add_tip);
    for_each_mark(FlagAction::write_flag, add_tip);
}

} // namespace

std::vector<std::size_t> shown_flags(const analysis::PipelineHistory& history, std::size_t most)
{
    std::vector<std::size_t> flags(history.flags.size());
    for (std::size_t flag = 0; flag < flags.size(); ++flag)
        flags[flag] = flag;
    if (flags.size() > most) {
        std::ranges::stable_sort(
            flags, [&](std::size_t one, std::size_t other) { return history.flags[one].uses > history.flags[other].uses; });
        flags.resize(most);
    }
    return flags;
}

void draw_flag_write(Canvas& canvas, Rect rect)
{
    const Point center = rect.center();
    const float reach = 0.5F * std::min(rect.width, rect.height);
    canvas.polygon({ { center.x, center.y - reach }, { center.x + reach, center.y }, { center.x, center.y + reach },
                       { center.x - reach, center.y } },
        shape_color(canvas.style(), canvas.style().orange));
}

void draw_flags(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    for (std::size_t position = 0; position < grid.flags.size(); ++position)
        draw_flag(canvas, input, grid, position);
}

void draw_flag_releases(Canvas& canvas, const PipelineInput& input, const PipelineGrid& grid)
{
    const Color color = mix(canvas.style().panel, shape_color(canvas.style(), canvas.style().orange), 0.5F);
    for (std::size_t wait = 0; wait < input.history.marks.size(); ++wait) {
        const FlagMark& mark = input.history.marks[wait];
        if (mark.action != FlagAction::poll || !mark.writer)
            continue;
        const std::optional<Rect> from = grid.warp_row(input.history.marks[*mark.writer].warp);
        const std::optional<Rect> to = grid.warp_row(mark.warp);
        const PipelineGrid::Place* const begin = place_of_flag(input, grid, *mark.writer);
        const PipelineGrid::Place* const end = place_of_flag(input, grid, wait);
        if (from && to && begin != nullptr && end != nullptr && from->y != to->y)
            canvas.line({ begin->at, from->center().y }, { end->at, to->center().y }, color, canvas.units(1.0F));
    }
}

void describe_flag(Tip& tip, const PipelineInput& input, std::size_t index)
{
    const FlagMark& mark = input.history.marks[index];
    const std::string names = names_of_flags(input.history, mark);
    const std::string value = value_words(mark.value);
    tip.formula = trf("warp {}, line {}", mark.warp, index < input.lines.size() ? input.lines[index] : 0);
    if (index < input.operations.size())
        tip.formula += " · " + input.operations[index];
    if (mark.action == FlagAction::write_flag) {
        tip.definition = is_store(input, index) ? trf("{}: writes {}", names, value) : trf("{}: value {} before", names, value);
        return;
    }
    tip.formula += " · " + counted(mark.polls, "poll");
    if (!mark.passed) {
        tip.definition = trf("{}: value {} until the end of the recording", names, value);
        return;
    }
    tip.definition = trf("{}: value {} ends the wait", names, value);
    if (mark.writer) {
        const std::uint32_t line = *mark.writer < input.lines.size() ? input.lines[*mark.writer] : 0;
        tip.definition += " · " + trf("written by warp {} at line {}", input.history.marks[*mark.writer].warp, line);
    } else if (mark.polls > 1) {
        tip.definition += std::string { " · " } + tr("written by another block");
    }
}

} // namespace warpstage::views
