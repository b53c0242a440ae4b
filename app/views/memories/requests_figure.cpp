#include "app/views/memories/requests_figure.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kMinTurns = 8; // minimum number of columns, so that a single access is not a broad bar

// From the longest text to the shortest.
std::vector<std::string> turns_words(const RequestTurns& side)
{
    if (side.turns.size() == 1)
        return { trf("1 access: {}", side.served), tr("1 access") };
    return { trf("{} accesses, serialized", side.turns.size()), trf("{} accesses, serial", side.turns.size()) };
}

// Longest text first.
std::vector<std::string> cycles_words(const RequestTurns& side)
{
    if (side.latency <= 0.0)
        return { std::string {} };
    const std::size_t further = side.turns.size() - 1;
    std::string sum = trf("{:.0f} cycles", side.latency + static_cast<double>(further) * side.turn);
    if (further == 0)
        return { std::move(sum) };
    return { numf("{:.0f} + {} × {:.0f} = {}", side.latency, further, side.turn, sum), std::move(sum) };
}

// Lanes from top to bottom, accesses from left to right.
void draw_turns(Canvas& canvas, const RequestTurns& side, std::size_t columns, std::uint32_t lanes, Rect area)
{
    const Style& style = canvas.style();
    const float labels = room_for("00", Face::mono, style.smallest) + canvas.units(6.0F);
    const float numbers = 1.4F * style.smallest;
    const Rect grid { area.x + labels, area.y, area.width - labels, area.height - numbers };
    const float width = grid.width / static_cast<float>(columns);
    const float height = grid.height / static_cast<float>(lanes);
    if (height < canvas.units(1.5F) || width < canvas.units(2.0F))
        return;
    canvas.fill(grid, well_color(style));
    const float gap_x = std::min(canvas.units(1.5F), 0.2F * width);
    const float gap_y = std::min(canvas.units(1.0F), 0.2F * height);
    const Color color = shape_color(style, side.turns.size() > 1 ? style.vermilion : style.green);
    for (std::size_t turn = 0; turn < side.turns.size() && turn < columns; ++turn)
        for_each_lane(side.turns[turn], [&](unsigned lane) {
            if (lane < lanes)
                canvas.fill({ grid.x + width * static_cast<float>(turn) + gap_x / 2,
                                grid.y + height * static_cast<float>(lane) + gap_y / 2, width - gap_x, height - gap_y },
                    color);
        });
    for (std::uint32_t lane = 0; lane < lanes; lane += 8)
        canvas.label({ grid.x - canvas.units(5.0F), grid.y + height * (static_cast<float>(lane) + 0.5F) }, std::to_string(lane),
            number_note(style, labels, Align::right));
    const float step = room_for("00", Face::mono, style.smallest) * 1.6F;
    const auto every = static_cast<std::size_t>(std::max(1.0F, std::ceil(step / width)));
    for (std::size_t turn = 0; turn < side.turns.size(); turn += every)
        canvas.label({ grid.x + width * (static_cast<float>(turn) + 0.5F), area.bottom() - numbers / 2 },
            std::to_string(turn + 1), number_note(style, step, Align::center));
}

void draw_request(Canvas& canvas, const RequestTurns& side, bool present, std::size_t columns, std::uint32_t lanes, Rect area)
{
    const Style& style = canvas.style();
    const float pitch = 1.5F * style.body;
    canvas.label({ area.x, area.y + pitch / 2 }, side.name,
        { Face::semibold, style.body, present ? style.orange : style.text, Align::left, area.width });
    const Color color = side.turns.size() > 1 ? style.vermilion : style.green;
    canvas.label({ area.x, area.y + 1.5F * pitch }, fitting_words(turns_words(side), Face::semibold, style.body, area.width),
        { Face::semibold, style.body, color, Align::left, area.width });
    canvas.label({ area.x, area.y + 2.5F * pitch }, fitting_words(cycles_words(side), Face::mono, style.small, area.width),
        { Face::mono, style.small, style.text, Align::left, area.width });
    const float head = 3.1F * pitch;
    draw_turns(canvas, side, columns, lanes, { area.x, area.y + head, area.width, area.height - head });
}

} // namespace

DrawList requests_figure(const RequestsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (input.sides.empty() || input.sides.front().turns.empty()) {
        canvas.empty_words(size.area(), tr("no request of this kind was recorded"));
        return canvas.finish();
    }
    const std::vector<std::string> words = wrap_text(trf("Lanes from top to bottom, accesses of one request from left to right. "
                                                         "Recorded addresses; cycles from the table of the SM model for {}.",
                                                         input.architecture),
        Face::regular, style.smallest, size.width / 1.04F, 3);
    const float line = 1.35F * style.smallest;
    const float foot = line * static_cast<float>(words.size()) + 0.2F * style.smallest;
    const float gap = canvas.units(24.0F);
    const bool two = input.sides.size() > 1 && (size.width - gap) / 2 >= canvas.units(200.0F);
    const float width = two ? (size.width - gap) / 2 : std::min(size.width, canvas.units(700.0F));
    if (size.height - foot < canvas.units(130.0F) || width < canvas.units(120.0F)) {
        canvas.empty_words(size.area(), turns_words(input.sides.front()).front());
        return canvas.finish();
    }
    std::size_t columns = kMinTurns;
    for (const RequestTurns& side : input.sides)
        columns = std::max(columns, side.turns.size());
    draw_request(canvas, input.sides.front(), true, columns, input.warp_width, { 0, 0, width, size.height - foot });
    if (two)
        draw_request(canvas, input.sides[1], false, columns, input.warp_width, { width + gap, 0, width, size.height - foot });
    draw_lines(
        canvas, { 0, size.height - line * (static_cast<float>(words.size()) - 0.5F) }, words, line, note(style, size.width));
    return canvas.finish();
}

} // namespace warpstage::views
