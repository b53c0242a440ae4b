#include "app/views/pipes/pipes_figure.h"

namespace warpstage::views {

namespace {

using timing::InstructionMix;
using PipePart = InstructionMix::Part;

constexpr float kTallestPipeRow = 46.0F;
constexpr float kMaxSquare = 28.0F;

std::string amount_words(double value)
{
    const double rounded = std::round(value);
    return std::abs(value - rounded) < 0.005 ? numf("{:.0f}", rounded) : numf("{:.{}f}", value, value < 9.95 ? 2 : 1);
}

std::string rate_words(const PipePart& part)
{
    return part.lanes > 0.0 ? trf("{} lanes per cycle", amount_words(part.lanes)) : std::string {};
}

std::string cycles_of(const PipePart& part)
{
    const std::string amount = amount_words(part.cycles());
    return amount + (amount == "1" ? tr(" cycle") : tr(" cycles"));
}

struct PipeColumns {
    float name = 0.0F;
    float count = 0.0F;
    float rate = 0.0F; // 0: it does not fit
    float cycles = 0.0F;
    float square = 0.0F; // pitch
    float pitch = 0.0F; // of the rows
};

// The pipe of a multiprocessor that is busy for longest; null: the schedulers are.
const PipePart* limiting(const InstructionMix& mix)
{
    const auto longest = std::ranges::max_element(mix.parts, {}, &PipePart::cycles);
    return longest == mix.parts.end() || longest->cycles() < mix.issue_cycles ? nullptr : &*longest;
}

PipeColumns pipe_columns(const Canvas& canvas, const PipesInput& input, float width)
{
    const Style& style = canvas.style();
    const float gap = canvas.units(12.0F);
    PipeColumns columns;
    double most = 1.0;
    for (const PipesSide& side : input.sides)
        for (const PipePart& part : side.mix.parts) {
            columns.name = std::max(columns.name, room_for(part.name, Face::regular, style.small));
            columns.count = std::max(columns.count, room_for(amount_words(part.instructions), Face::mono, style.small));
            columns.rate = std::max(columns.rate, room_for(rate_words(part), Face::regular, style.smallest));
            most = std::max(most, part.instructions);
        }
    columns.name += gap;
    columns.count += gap;
    columns.rate += gap;
    columns.cycles = room_for(trf("{}.0 cycles", "00"), Face::mono, style.smallest) + gap;
    // Names and counts are always shown; the rates are omitted first, then the cycles.
    if (width - columns.name - columns.count - columns.rate - columns.cycles < canvas.units(140.0F))
        columns.rate = 0.0F;
    if (width - columns.name - columns.count - columns.cycles < canvas.units(100.0F))
        columns.cycles = 0.0F;
    const float room = std::max(width - columns.name - columns.count - columns.rate - columns.cycles, canvas.units(8.0F));
    columns.square = std::min(room / static_cast<float>(std::ceil(most)), canvas.units(kMaxSquare));
    return columns;
}

// One square for each instruction; a partial square for a fraction of an instruction.
void draw_squares(Canvas& canvas, double count, const PipeColumns& columns, Color color, float x, Rect row)
{
    const float gap = std::min(canvas.units(2.0F), 0.2F * columns.square);
    const float height = std::min(columns.square, 0.8F * row.height) - gap;
    const float y = row.center().y - height / 2;
    for (double done = 0.0; done < count - 1e-3; done += 1.0) {
        const auto part = static_cast<float>(std::min(1.0, count - done));
        canvas.fill({ x + columns.square * static_cast<float>(done), y, std::max((columns.square - gap) * part, 1.0F), height },
            color, std::min(canvas.units(2.0F), gap));
    }
}

void draw_pipe_row(Canvas& canvas, const PipePart& part, bool limits, const PipeColumns& columns, Rect row)
{
    const Style& style = canvas.style();
    const float gap = canvas.units(12.0F);
    const Color color = shape_color(style, limits ? style.orange : style.blue);
    canvas.label({ row.x, row.center().y }, std::string { part.name },
        { limits ? Face::semibold : Face::regular, style.small, style.text, Align::left, columns.name - gap });
    draw_squares(canvas, part.instructions, columns, color, row.x + columns.name, row);
    float right = row.right();
    if (columns.cycles > 0.0F) {
        if (part.lanes > 0.0)
            canvas.label({ right, row.center().y }, cycles_of(part),
                { Face::mono, style.smallest, limits ? style.orange : style.secondary, Align::right, columns.cycles - gap / 2 });
        right -= columns.cycles;
    }
    if (columns.rate > 0.0F) {
        canvas.label({ right, row.center().y }, rate_words(part), note(style, columns.rate - gap / 2, Align::right));
        right -= columns.rate;
    }
    canvas.label({ right, row.center().y }, amount_words(part.instructions),
        { Face::mono, style.small, style.text, Align::right, columns.count });
}

// The name of the variant and its number of instructions.
void draw_pipes_head(Canvas& canvas, const PipesSide& side, bool present, Rect row)
{
    const Style& style = canvas.style();
    const float size = present ? style.head : style.body;
    const float left = std::min(room_for(side.name, Face::semibold, size), 0.45F * row.width);
    canvas.label(
        { row.x, row.center().y }, side.name, { Face::semibold, size, present ? style.orange : style.text, Align::left, left });
    const float room = row.width - left - canvas.units(16.0F);
    canvas.label({ row.right(), row.center().y }, fitting_words(mix_headline(side.mix), Face::semibold, size, room),
        { Face::semibold, size, style.text, Align::right, room });
}

void draw_pipes_side(Canvas& canvas, const PipesSide& side, bool present, const PipeColumns& columns, Rect area)
{
    const Style& style = canvas.style();
    const float head = 1.9F * style.head;
    draw_pipes_head(canvas, side, present, { area.x, area.y, area.width, head });
    const PipePart* longest = limiting(side.mix);
    float y = area.y + head;
    for (const PipePart& part : side.mix.parts) {
        if (y + columns.pitch > area.bottom() + 0.5F)
            break;
        draw_pipe_row(canvas, part, &part == longest, columns, { area.x, y, area.width, columns.pitch });
        y += columns.pitch;
    }
}

} // namespace

namespace {

// Without parts that would have a row and hardly a square: less than half a percent of the instructions.
PipesInput without_negligible(PipesInput input)
{
    for (PipesSide& side : input.sides)
        std::erase_if(side.mix.parts, [&](const PipePart& part) { return part.instructions < 0.005 * side.mix.instructions; });
    return input;
}

} // namespace

std::vector<std::string> mix_headline(const InstructionMix& mix)
{
    const std::string count = amount_words(mix.instructions);
    const std::string ptx = amount_words(mix.ptx_instructions);
    return { trf("{} PTX instructions, {} machine instructions per operation", ptx, count),
        trf("{} PTX, {} machine instructions per operation", ptx, count), trf("{} PTX, {} machine per operation", ptx, count),
        trf("{} machine instructions per operation", count), trf("{} instructions per operation", count),
        trf("{} per operation", count), count };
}

DrawList pipes_figure(const PipesInput& all, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const PipesInput input = without_negligible(all);
    std::size_t rows = 0;
    for (const PipesSide& side : input.sides)
        rows += side.mix.parts.size();
    if (rows == 0) {
        canvas.empty_words(size.area(), tr("no instruction was recorded"));
        return canvas.finish();
    }
    const std::vector<std::string> words = wrap_text(trf("One square: one instruction of a warp. Orange: the busiest pipe. "
                                                         "Counted in the recorded block; modeled machine code and rates for {}.",
                                                         input.architecture),
        Face::regular, style.smallest, size.width / 1.04F, 3);
    const float line = 1.35F * style.smallest;
    const float foot = line * static_cast<float>(words.size()) + 0.2F * style.smallest;
    const float head = 1.9F * style.head;
    const float gap = canvas.units(14.0F);
    const auto sides = static_cast<float>(input.sides.size());
    PipeColumns columns = pipe_columns(canvas, input, size.width);
    const float room = size.height - foot - head * sides - gap * (sides - 1.0F);
    columns.pitch = std::min(room / static_cast<float>(rows), canvas.units(kTallestPipeRow));
    if (columns.pitch < 1.2F * style.small) { // the pipes of the current variant only
        const auto own = static_cast<float>(input.sides.front().mix.parts.size());
        const bool names_others = size.height - foot - head * sides >= 1.05F * style.small * own;
        const float heads = names_others ? head * sides : head;
        columns.pitch = std::min((size.height - heads - foot) / own, canvas.units(kTallestPipeRow));
        if (columns.pitch < 1.05F * style.small) {
            canvas.empty_words(size.area(), mix_headline(input.sides.front().mix)[4]);
            return canvas.finish();
        }
        const float end = head + columns.pitch * own;
        draw_pipes_side(canvas, input.sides.front(), true, columns, { 0, 0, size.width, end });
        for (std::size_t i = 1; names_others && i < input.sides.size(); ++i)
            draw_pipes_head(canvas, input.sides[i], false, { 0, end + head * static_cast<float>(i - 1), size.width, head });
    } else {
        float y = 0.0F;
        for (const PipesSide& side : input.sides) {
            const float height = head + columns.pitch * static_cast<float>(side.mix.parts.size());
            draw_pipes_side(canvas, side, &side == &input.sides.front(), columns, { 0, y, size.width, height });
            y += height + gap;
        }
    }
    draw_lines(
        canvas, { 0, size.height - line * (static_cast<float>(words.size()) - 0.5F) }, words, line, note(style, size.width));
    return canvas.finish();
}

} // namespace warpstage::views
