#include "app/views/source/instruction_column.h"

namespace warpstage::views {

namespace {

struct ColumnFrame {
    float top = 0.0F;
    float pitch = 0.0F;
    std::size_t first = 0; // row
    std::size_t count = 0; // of rows
};

// The first visible row: that of the current instruction, else that of the first instruction of the line.
std::size_t focus_of(const InstructionColumn& input)
{
    if (input.executed)
        return *input.executed;
    const auto found = std::ranges::find(input.rows, input.chosen, &InstructionRow::line);
    return input.chosen == 0 || found == input.rows.end() ? 0 : static_cast<std::size_t>(found - input.rows.begin());
}

ColumnFrame frame_of(const InstructionColumn& input, float height, const Style& style)
{
    ColumnFrame frame;
    frame.top = 1.5F * style.head;
    frame.pitch = 1.4F * style.smallest;
    frame.count = std::min<std::size_t>(rows_in(height - frame.top + 0.5F, frame.pitch), input.rows.size());
    const auto wanted = static_cast<std::int64_t>(focus_of(input)) - static_cast<std::int64_t>(frame.count) / 3 + input.scroll;
    const auto last = static_cast<std::int64_t>(input.rows.size() - frame.count);
    frame.first = static_cast<std::size_t>(std::clamp<std::int64_t>(wanted, 0, last));
    return frame;
}

// From the left: the start of the numbers and marks, and the width of each number.
struct NumberColumns {
    float left = 0.0F;
    std::array<float, 2> widths {}; // 0: no space, or no numbers
};

NumberColumns number_columns(const Canvas& canvas, const InstructionColumn& input, float width)
{
    const Style& style = canvas.style();
    NumberColumns columns { width, {} };
    if (input.headings[0].empty())
        return columns;
    const float gap = canvas.units(8.0F);
    const std::array widths { room_for("000 000", Face::mono, style.smallest) + gap,
        room_for(input.headings[1], Face::regular, style.smallest) + gap };
    if (width > 2.5F * (widths[0] + widths[1]))
        columns = { width - widths[0] - widths[1], widths };
    return columns;
}

// Lines at the bottom; returns their upper edge.
float draw_sentence_below(Canvas& canvas, const std::string& sentence, Size size)
{
    if (sentence.empty())
        return size.height;
    const Style& style = canvas.style();
    const float pitch = 1.35F * style.small;
    const auto most = static_cast<std::size_t>(std::max(size.height / pitch / 3, 1.0F));
    const auto lines = wrap_text(sentence, Face::regular, style.small, size.width / 1.05F, most);
    const float top = size.height - pitch * static_cast<float>(lines.size());
    draw_lines(canvas, { 0, top + pitch / 2 }, lines, pitch, { Face::regular, style.small, style.text, Align::left, size.width });
    return top - canvas.units(4.0F);
}

} // namespace

DrawList instruction_column(const InstructionColumn& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    canvas.heading(input.title, input.subtitle, {});
    if (input.rows.empty()) {
        const float top = 1.5F * style.head;
        canvas.empty_words({ 0, top, size.width, size.height - top }, input.nothing);
        return canvas.finish();
    }
    const float baseline = 0.85F * style.head;
    const float gap = canvas.units(6.0F);
    const NumberColumns columns = number_columns(canvas, input, size.width);
    float right = columns.left;
    for (std::size_t i = 0; i < columns.widths.size() && columns.widths[0] > 0; ++i) {
        right += columns.widths.at(i);
        canvas.text(
            { right, baseline }, std::string { input.headings.at(i) }, note(style, columns.widths.at(i) - gap, Align::right));
    }
    const ColumnFrame frame = frame_of(input, draw_sentence_below(canvas, input.sentence, size), style);
    float y = frame.top;
    for (std::size_t i = frame.first; i < frame.first + frame.count; ++i) {
        const InstructionRow& shown = input.rows[i];
        const Rect row { 0, y, size.width, frame.pitch };
        y += frame.pitch;
        if (shown.action)
            on_click(canvas, row, *shown.action);
        else if (shown.line != 0)
            on_click(canvas, row, session::SelectLine { shown.line });
        const bool chosen = input.chosen != 0 && shown.line == input.chosen;
        const bool executed = input.executed == i;
        if (chosen || executed)
            canvas.fill(row, executed ? mix(style.panel, style.green, 0.28F) : chosen_color(style), canvas.units(3.0F));
        if (executed)
            canvas.triangle(
                { row.x + 0.45F * style.smallest, row.y + row.height / 2 }, 0.7F * style.smallest, Pointing::right, style.green);
        const float text_base = centered_baseline(row.y + row.height / 2, style.smallest);
        const float left = 1.2F * style.smallest;
        const float mark = shown.mark.empty() ? 0.0F : room_for(shown.mark, Face::semibold, style.smallest);
        canvas.text({ left, text_base }, shown.text,
            { Face::mono, style.smallest, shown.ran ? style.text : style.secondary, Align::left,
                columns.left - mark - left - gap });
        if (mark > 0)
            canvas.text({ columns.left, text_base }, shown.mark,
                { Face::semibold, style.smallest, legible(style.orange, chosen ? chosen_color(style) : style.panel, style.text),
                    Align::right, mark });
        right = columns.left;
        for (std::size_t n = 0; n < columns.widths.size() && columns.widths[0] > 0; ++n) {
            right += columns.widths.at(n);
            canvas.text({ right, text_base }, shown.numbers.at(n),
                { Face::mono, style.smallest, style.text, Align::right, columns.widths.at(n) - gap });
        }
    }
    return canvas.finish();
}

} // namespace warpstage::views
