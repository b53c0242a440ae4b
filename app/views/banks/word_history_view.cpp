// In place of the warps while a cell of memory is selected: who wrote it, who read it, in which instruction, and what orders
// these accesses.
#include "app/views/banks/word_history_view.h"

#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/frame/step_rows.h"

#include <bit>

namespace warpstage::views {

namespace {

using analysis::WordAccess;

// Of shared memory, whose variables have no names in a recorded run, or of a buffer.
std::string place_words(const session::ChosenCell& cell)
{
    const std::string element = trf("element {}", grouped_count(cell.element));
    return cell.buffer.empty() ? element : fmt::format("{}, {}", cell.buffer, element);
}

// "lane 3", "lanes 0–31", "4 lanes".
std::string lanes_words(LaneMask lanes)
{
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    const auto count = static_cast<unsigned>(std::popcount(lanes));
    if (count == 1)
        return trf("lane {}", first);
    const bool together = (lanes >> first) == (count == kMaxLanes ? ~LaneMask { 0 } : (LaneMask { 1 } << count) - 1);
    return together ? trf("lanes {}–{}", first, first + count - 1) : counted(count, "lane");
}

Color color_of(simt::AccessKind kind, const Style& style)
{
    return kind == simt::AccessKind::load ? style.blue : kind == simt::AccessKind::store ? style.orange : style.green;
}

std::string source_of(const session::Recording& recording, std::uint32_t line)
{
    if (recording.lesson == nullptr || line == 0 || line > recording.lesson->source_lines.size())
        return {};
    return std::string { text::trim(recording.lesson->source_lines[line - 1]) };
}

// The access in the first line, what orders it in the second. `number`: counted from 1.
void draw_row(
    Canvas& canvas, const session::Recording& recording, const WordAccess& access, std::size_t number_of, bool current, Rect rect)
{
    const Style& style = canvas.style();
    if (current)
        canvas.frame(rect, chosen_color(style), style.orange, canvas.units(5.0F));
    const float line = rect.height / 2;
    const float number = room_for("000", Face::mono, style.smallest) + canvas.units(6.0F);
    const std::string kind { tr(operation_of(access.kind)) };
    const float chip = room_for(kind, Face::semibold, style.smallest) + canvas.units(10.0F);
    const float upper = rect.y + 0.55F * line;
    canvas.label({ rect.x + canvas.units(5.0F), upper }, std::to_string(number_of), number_note(style, number, Align::left));
    const Rect box { rect.x + number + canvas.units(5.0F), upper - 0.7F * style.smallest, chip, 1.4F * style.smallest };
    canvas.chip(box, kind, shape_color(style, color_of(access.kind, style)), on_fill(style), Face::semibold, style.smallest);
    float x = box.right() + canvas.units(8.0F);
    const std::string who = trf("warp {}, {}", access.warp, lanes_words(access.lanes));
    const float who_room = room_for(who, Face::regular, style.small);
    canvas.label({ x, upper }, who, { Face::regular, style.small, style.text, Align::left, rect.right() - x });
    x += who_room + canvas.units(12.0F);
    const std::string code =
        access.line == 0 ? std::string {} : fmt::format("{}: {}", access.line, source_of(recording, access.line));
    if (rect.right() - x > canvas.units(30.0F))
        canvas.label({ x, upper }, code, { Face::mono, style.smallest, style.secondary, Align::left, rect.right() - x });
    std::string words = tr("no earlier access conflicts");
    if (access.order)
        words = access.order->by.empty() ? trf("after {}: no barrier orders them", access.order->after + 1)
                                         : trf("after {}: {}", access.order->after + 1, std::string { tr(access.order->by) });
    const bool unordered = access.order && access.order->by.empty();
    const float lower = rect.y + 1.45F * line;
    float left = box.x;
    if (unordered) {
        warning_sign(canvas, { left + 0.5F * style.smallest, lower }, style.smallest, style.vermilion);
        left += 1.4F * style.smallest;
    }
    canvas.label({ left, lower }, words,
        { Face::regular, style.smallest, unordered ? style.vermilion : style.secondary, Align::left, rect.right() - left });
}

Tip history_tip()
{
    return { tr("History of a memory cell"),
        tr("Accesses of the recorded block to this cell, in the order of execution, and the barrier that orders each after the "
           "last "
           "conflicting one."),
        tr("Click a row to show its step. Esc closes the history."), tr("Recorded on the virtual machine while the kernel ran."),
        {} };
}

} // namespace

bool shows_history(const session::Snapshot& model)
{
    return model.selection->cell && model.selection->history != nullptr && model.run->recording != nullptr;
}

bool shows_warps(const session::Snapshot& model)
{
    return !shows_history(model);
}

DrawList word_history_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    if (!shows_history(model)) {
        canvas.empty_words(inside, no_recording_words(model));
        return canvas.finish();
    }
    canvas.tip(scope.size.area(), history_tip());
    const session::Recording& recording = *model.run->recording;
    const auto& history = model.selection->history->accesses;
    canvas.heading(inside, tr("History"), place_words(*model.selection->cell),
        { { trf("{} accesses", grouped_count(model.selection->history->all)) }, style.text, false });
    const float top = inside.y + canvas.heading_height();
    const float pitch = std::max(3.1F * style.small, style.least_target);
    const std::size_t step = model.playback->run.view.step.value_or(0);
    const auto at = std::ranges::lower_bound(history, step, {}, &WordAccess::step);
    const auto present = std::min(static_cast<std::size_t>(at - history.begin()), history.size() - 1);
    const StepRows rows = rows_around(present, history.size(), { inside.x, top, inside.width, inside.bottom() - top }, pitch);
    if (rows.count == 0) {
        canvas.empty_words(
            { inside.x, top, inside.width, inside.bottom() - top }, tr("The recorded run does not access this element."));
        return canvas.finish();
    }
    draw_step_rows(
        canvas, rows, canvas.units(4.0F), [&](std::size_t i) { return history[i].step; },
        [&](std::size_t i, Rect rect) { draw_row(canvas, recording, history[i], i + 1, history[i].step == step, rect); });
    return canvas.finish();
}

} // namespace warpstage::views
