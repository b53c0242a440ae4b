#include "app/views/memories/registers_figure.h"

namespace warpstage::views {

namespace {

constexpr float kLinesOfWords = 9.0F; // minimum width of a side, relative to the text size
constexpr float kMaxWordsWidth = 15.0F; // width of its longest line, relative to the text size
constexpr std::uint32_t kWordsOfRow = 16;
constexpr float kMaxWord = 22.0F;

// Words in rows of sixteen. Returns the height.
float draw_words(Canvas& canvas, std::uint32_t count, Color color, float pitch, Point corner)
{
    const float gap = std::min(canvas.units(2.0F), 0.2F * pitch);
    for (std::uint32_t word = 0; word < count; ++word) {
        const std::uint32_t column = word % kWordsOfRow;
        const std::uint32_t row = word / kWordsOfRow;
        canvas.fill({ corner.x + pitch * static_cast<float>(column), corner.y + pitch * static_cast<float>(row), pitch - gap,
                        pitch - gap },
            color, canvas.units(2.0F));
    }
    const std::uint32_t rows = (count + kWordsOfRow - 1) / kWordsOfRow;
    return pitch * static_cast<float>(rows);
}

void draw_storage(Canvas& canvas, const ThreadStorage& side, bool present, Rect area)
{
    const Style& style = canvas.style();
    const float line = 1.5F * style.body;
    const std::uint32_t rows = (side.registers + kWordsOfRow - 1) / kWordsOfRow + std::max(1U, (side.local_words + 15) / 16);
    const float room = area.height - 5.4F * line;
    const float pitch = std::min(
        { area.width / static_cast<float>(kWordsOfRow), room / static_cast<float>(std::max(1U, rows)), canvas.units(kMaxWord) });
    float y = area.y;
    const auto say = [&](const std::string& words, Face face, Color color) {
        const float size = fitting_size(words, face, area.width, { style.body, style.small, style.smallest });
        canvas.label({ area.x, y + line / 2 }, words, { face, size, color, Align::left, area.width });
        y += line;
    };
    say(side.name, Face::semibold, present ? style.orange : style.text);
    say(side.assembled ? trf("{} registers (ptxas)", side.registers) : trf("{} virtual registers of the PTX", side.registers),
        Face::regular, style.text);
    y += draw_words(canvas, side.registers, shape_color(style, style.blue), pitch, { area.x, y });
    say(side.local_words == 0 ? std::string { tr("no local memory") }
                              : trf("{} of local memory per thread", counted(side.local_words, "word")),
        Face::regular, style.text);
    y += draw_words(canvas, side.local_words, shape_color(style, style.vermilion), pitch, { area.x, y });
    y += canvas.units(4.0F);
    const Color color = side.requests == 0 ? style.green : style.vermilion;
    if (y + line <= area.bottom() + 1.0F)
        say(trf("{:.1f} instructions per addition", side.instructions_per_operation), Face::semibold, color);
    if (side.requests > 0 && y + line <= area.bottom() + 1.0F)
        say(trf("including {:.1f} loads from local memory", side.loads_per_operation), Face::semibold, color);
}

} // namespace

DrawList registers_figure(const RegistersInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (input.sides.empty()) {
        canvas.empty_words(size.area(), tr("nothing was recorded"));
        return canvas.finish();
    }
    const float foot = 2.9F * style.smallest;
    const float gap = canvas.units(28.0F);
    // Side by side, or one below the other if the words need more width.
    const float least = kLinesOfWords * style.body;
    const bool two =
        input.sides.size() > 1 && (size.width - gap) / 2 >= std::max(canvas.units(200.0F), kMaxWordsWidth * style.body);
    const bool below = !two && input.sides.size() > 1 && size.height - foot - gap >= 2 * least;
    const float width = two ? (size.width - gap) / 2 : std::min(size.width, canvas.units(560.0F));
    const float height = below ? (size.height - foot - gap) / 2 : size.height - foot;
    if (size.height - foot < least || width < canvas.units(120.0F)) {
        canvas.empty_words(size.area(), counted(input.sides.front().local_words, "word") + tr(" of local memory per thread"));
        return canvas.finish();
    }
    draw_storage(canvas, input.sides.front(), true, { 0, 0, width, height });
    if (two)
        draw_storage(canvas, input.sides[1], false, { width + gap, 0, width, height });
    else if (below)
        draw_storage(canvas, input.sides[1], false, { 0, height + gap, width, height });
    const bool assembled = std::ranges::all_of(input.sides, &ThreadStorage::assembled);
    const std::vector<std::string> words = wrap_text(assembled
            ? trf("One square: 32 bits. Registers: allocated by the installed ptxas. For {}.", input.architecture)
            : trf("One square: 32 bits. Virtual registers: live values of the PTX; the assembler may need more. For {}.",
                input.architecture),
        Face::regular, style.smallest, size.width / 1.04F, 2);
    const float line = 1.35F * style.smallest;
    draw_lines(
        canvas, { 0, size.height - line * (static_cast<float>(words.size()) - 0.5F) }, words, line, note(style, size.width));
    return canvas.finish();
}

} // namespace warpstage::views
