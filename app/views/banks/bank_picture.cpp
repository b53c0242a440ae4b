#include "app/views/banks/banks_figure.h"

namespace warpstage::views {

namespace {

constexpr int kWireSegments = 24;
constexpr float kRoomForCount = 70.0F; // height between lanes and banks
constexpr float kRoomForGutter = 600.0F;
constexpr std::string_view kWavefrontName = marked("wavefront");

// Positions of the rows.
struct Geometry {
    Rect area;
    LaneRange lanes;
    std::uint32_t banks = 32;
    float lane_top = 0.0F;
    float bank_top = 0.0F;
    float cell = 0.0F; // height of the cell of a lane and of a bank
    float word = 0.0F; // height of a word in its stack
    bool lane_numbers = false;
    bool bank_numbers = false;

    [[nodiscard]] float bank_pitch() const { return area.width / static_cast<float>(banks); }
    [[nodiscard]] float lane_pitch() const { return area.width / static_cast<float>(lanes.count); }
    [[nodiscard]] float bank_x(std::uint32_t bank) const { return area.x + bank_pitch() * (static_cast<float>(bank) + 0.5F); }
    [[nodiscard]] float lane_x(unsigned lane) const
    {
        return area.x + lane_pitch() * (static_cast<float>(lane - lanes.first) + 0.5F);
    }
    [[nodiscard]] float word_y(std::uint32_t wavefront) const { return bank_top - word * (static_cast<float>(wavefront) + 0.5F); }
};

// Two words that a bank serves in one wavefront, as those of CC 3.x can, count as one: they do not conflict.
std::vector<std::uint32_t> words_in_banks(const arch::BankPhase& phase, std::uint32_t banks)
{
    std::vector<std::uint32_t> words(banks, 0);
    const arch::BankWord* last = nullptr;
    for (const arch::BankWord& word : phase.words) {
        const bool together = last != nullptr && last->bank == word.bank && last->wavefront == word.wavefront;
        if (word.bank < banks && !together)
            ++words[word.bank];
        last = &word;
    }
    return words;
}

Geometry place(const Canvas& canvas, const arch::BankPhase& phase, LaneRange lanes, std::uint32_t banks, Rect area)
{
    Geometry geometry;
    geometry.area = area;
    geometry.lanes = lanes;
    geometry.banks = banks;
    const float numbers = 1.3F * canvas.style().smallest;
    geometry.lane_numbers = area.height >= canvas.units(95.0F);
    geometry.bank_numbers = area.height >= canvas.units(60.0F);
    geometry.cell = std::clamp(0.07F * area.height, canvas.units(6.0F), canvas.units(16.0F));
    geometry.lane_top = area.y + (geometry.lane_numbers ? numbers : 0.0F);
    geometry.bank_top = area.bottom() - (geometry.bank_numbers ? numbers : 0.0F) - geometry.cell;
    const float room = std::max(geometry.bank_top - geometry.lane_top - geometry.cell, 0.0F);
    const auto tallest = static_cast<float>(std::max(phase.wavefronts, 1U));
    geometry.word = std::min(canvas.units(16.0F), 0.6F * room / tallest);
    return geometry;
}

Rect centered(float x, float y, float width, float height)
{
    return { x - width / 2, y, width, height };
}

// Numbers above or below a row of cells.
struct NumberRow {
    std::string name; // "lane" or "bank" at the right end; empty if the name is elsewhere
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    float pitch = 0.0F;
    float left = 0.0F;
    float right = 0.0F;
    float baseline = 0.0F;
    std::function<float(std::uint32_t)> x_of;
    std::function<bool(std::uint32_t)> marked;
};

// All numbers if they fit, else every fourth or eighth, without overlap. Marked numbers are placed first, then the name of the
// row, then the other numbers.
void draw_numbers(Canvas& canvas, const NumberRow& row)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float number_width = 1.15F * room_for("00", Face::mono, size);
    const std::uint32_t step = row.pitch >= number_width ? 1 : 4 * row.pitch >= 1.2F * number_width ? 4 : 8;
    TakenSpans taken;
    const auto number = [&](std::uint32_t i, Color color) {
        const float half = text_width(std::to_string(i), Face::mono, size) / 2;
        const float x = std::clamp(row.x_of(i), row.left + half, std::max(row.left + half, row.right - half));
        if (taken.take(x - number_width / 2, x + number_width / 2))
            canvas.text({ x, row.baseline }, std::to_string(i), { Face::mono, size, color, Align::center, number_width });
    };
    for (std::uint32_t i = row.first; i < row.first + row.count; ++i)
        if (row.marked(i))
            number(i, style.vermilion);
    const float name_width = room_for(row.name, Face::regular, size);
    if (!row.name.empty() && taken.take(row.right - name_width, row.right))
        canvas.text({ row.right, row.baseline }, row.name, { Face::regular, size, style.secondary, Align::right, name_width });
    for (std::uint32_t i = row.first; i < row.first + row.count; i += step)
        number(i, style.secondary);
}

// From the middle of the lane's cell to the word. A wire enters a stacked word from the side, so that it can be followed, and a
// single word from above.
std::vector<Point> wire(Point from, Point to, bool stacked, float half_word)
{
    const float height = to.y - from.y;
    Point end = to;
    Point before_end { to.x, to.y - 0.45F * height };
    if (stacked && std::abs(to.x - from.x) > half_word) {
        const float side = to.x > from.x ? -1.0F : 1.0F;
        end.x += side * half_word;
        before_end = { end.x + side * std::min(0.5F * std::abs(end.x - from.x), 1.2F * height), end.y - 0.12F * height };
    }
    const Point after_start { from.x, from.y + 0.35F * height };
    std::vector<Point> points;
    points.reserve(kWireSegments + 1);
    for (int i = 0; i <= kWireSegments; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(kWireSegments);
        const float u = 1.0F - t;
        const std::array<float, 4> weights = { u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t };
        points.push_back({ weights[0] * from.x + weights[1] * after_start.x + weights[2] * before_end.x + weights[3] * end.x,
            weights[0] * from.y + weights[1] * after_start.y + weights[2] * before_end.y + weights[3] * end.y });
    }
    return points;
}

void draw_wires(Canvas& canvas, const arch::BankPhase& phase, const Geometry& geometry, const std::vector<std::uint32_t>& words,
    LaneMask marked)
{
    const float start = geometry.lane_top + geometry.cell;
    const float half_word = 0.42F * geometry.bank_pitch();
    const bool many = phase.wavefronts > kMaxDistinctWavefronts;
    for (const arch::BankWord& word : phase.words) {
        if (word.bank >= geometry.banks)
            continue;
        const bool stacked = words[word.bank] > 1;
        const Color color =
            word_color(word.wavefront, phase.wavefronts, canvas.style()).with_alpha(word.lanes == phase.lanes ? 230 : 205);
        const Point to { geometry.bank_x(word.bank),
            stacked ? geometry.word_y(word.wavefront) : geometry.bank_top - geometry.word };
        for_each_lane(word.lanes, [&](unsigned lane) {
            if (lane < geometry.lanes.first || lane >= geometry.lanes.first + geometry.lanes.count)
                return;
            const bool stands_out = has_lane(marked, lane);
            const Color ink = marked == 0 || stands_out ? color : color.with_alpha(50);
            const float width = canvas.units(stands_out ? 3.0F : many ? 1.0F : 1.6F);
            std::vector<Point> points = wire({ geometry.lane_x(lane), start }, to, stacked, half_word);
            dashed_polyline(canvas, std::move(points), many ? Dash::solid : wavefront_dash(word.wavefront), ink, width);
        });
    }
}

float multicast_radius(const Canvas& canvas, const Geometry& geometry)
{
    return std::min(std::clamp(0.2F * geometry.word, canvas.units(1.5F), canvas.units(4.0F)), 0.42F * geometry.bank_pitch());
}

void draw_words(Canvas& canvas, const arch::BankPhase& phase, const Geometry& geometry)
{
    const Style& style = canvas.style();
    const float width = 0.84F * geometry.bank_pitch();
    const float gap = std::clamp(0.14F * geometry.word, canvas.units(0.4F), canvas.units(1.5F));
    std::uint64_t largest = 0;
    for (const arch::BankWord& word : phase.words)
        largest = std::max(largest, word.word);
    const bool numbers =
        geometry.word >= 1.1F * style.smallest && room_for(std::to_string(largest), Face::mono, style.smallest) <= width;
    for (const arch::BankWord& word : phase.words) {
        if (word.bank >= geometry.banks)
            continue;
        const float y = geometry.word_y(word.wavefront) - geometry.word / 2;
        const Rect cell = centered(geometry.bank_x(word.bank), y, width, geometry.word - gap);
        const Color color = word_color(word.wavefront, phase.wavefronts, style);
        canvas.fill(cell, color, canvas.units(2.0F));
        // A dot where several lanes share a word.
        if (lane_count(word.lanes) > 1)
            canvas.circle({ cell.x + width / 2, cell.y }, multicast_radius(canvas, geometry), style.text);
        if (numbers)
            canvas.label({ cell.x + width / 2, cell.y + cell.height / 2 }, std::to_string(word.word),
                { Face::mono, style.smallest, ink_on(color, style), Align::center, width });
    }
}

// If the wavefronts are too many to distinguish, their number in large type: above the banks, on the side of the highest stack
// that has more space.
void draw_wavefront_count(
    Canvas& canvas, const Geometry& geometry, const std::vector<std::uint32_t>& words, std::uint32_t wavefronts)
{
    const Style& style = canvas.style();
    const float top = geometry.lane_top + geometry.cell;
    const float room = geometry.bank_top - top;
    if (wavefronts <= kMaxDistinctWavefronts || room < canvas.units(kRoomForCount))
        return;
    float first = geometry.area.right();
    float last = geometry.area.x;
    for (std::uint32_t bank = 0; bank < geometry.banks; ++bank)
        if (words[bank] > kMaxDistinctWavefronts) {
            first = std::min(first, geometry.bank_x(bank));
            last = std::max(last, geometry.bank_x(bank));
        }
    const float margin = geometry.bank_pitch() + canvas.units(10.0F);
    const bool left = first - geometry.area.x > geometry.area.right() - last;
    const float width = (left ? first - geometry.area.x : geometry.area.right() - last) - margin;
    const std::string count = std::to_string(wavefronts);
    const float size = std::min({ 0.42F * room, 3.5F * style.title, 0.4F * width });
    if (size < 1.2F * style.title)
        return;
    const float digits = room_for(count, Face::semibold, size);
    const float noun = room_for(tr("wavefronts"), Face::regular, style.body);
    const float margin_of_box = canvas.units(4.0F);
    const Size box_size { std::max(digits, noun), size + 1.2F * style.body };
    if (box_size.width + 2 * margin_of_box > width)
        return;
    const Rect box { left ? geometry.area.x + margin_of_box : geometry.area.right() - margin_of_box - box_size.width,
        geometry.bank_top - 2 * margin_of_box - box_size.height, box_size.width, box_size.height };
    canvas.fill(box.inset(-margin_of_box), style.panel.with_alpha(215), margin_of_box);
    canvas.label(
        { box.center().x, box.y + size / 2 }, count, { Face::semibold, size, style.vermilion, Align::center, box.width });
    canvas.label({ box.center().x, box.bottom() - 0.6F * style.body }, tr("wavefronts"),
        { Face::regular, style.body, style.text, Align::center, box.width });
}

// To the left of the stacks: the wavefront that serves each row of words, as far as there is space.
void draw_wavefront_numbers(Canvas& canvas, const Geometry& geometry, std::uint32_t wavefronts, float left)
{
    const Style& style = canvas.style();
    if (wavefronts < 2)
        return;
    const auto step = static_cast<std::uint32_t>(std::max(1.0F, std::ceil(1.1F * style.smallest / geometry.word)));
    const float bank_name = geometry.bank_top + geometry.cell / 2;
    std::uint32_t first = 0; // so that the number does not overlap the name of the banks
    while (first < wavefronts && bank_name - geometry.word_y(first) < 1.1F * style.smallest)
        ++first;
    for (std::uint32_t wavefront = first; wavefront < wavefronts; wavefront += step)
        canvas.label({ left, geometry.word_y(wavefront) }, fmt::format("{} {}", tr(kWavefrontName), wavefront + 1),
            note(style, geometry.area.x - left));
}

std::string lane_name(const LaneRange& lanes)
{
    return lanes.pieces ? tr("piece") : tr("lane");
}

} // namespace

void draw_bank_phase(
    Canvas& canvas, const arch::BankPhase& phase, LaneRange lanes, std::uint32_t banks, LaneMask marked, Rect area)
{
    if (lanes.count == 0 || banks == 0 || area.width <= 0.0F || area.height < canvas.units(30.0F))
        return;
    const Style& style = canvas.style();
    const bool beside = area.width >= canvas.units(kRoomForGutter); // the names of the rows are on their left
    const std::string widest = phase.wavefronts > 1 ? fmt::format("{} {}", tr(kWavefrontName), phase.wavefronts) : tr("bank");
    const float gutter = beside
        ? std::max(room_for(widest, Face::regular, style.smallest), room_for(tr("bank"), Face::regular, style.smallest))
            + canvas.units(8.0F)
        : 0.0F;
    area.x += gutter;
    area.width -= gutter;
    const Geometry geometry = place(canvas, phase, lanes, banks, area);
    const std::vector<std::uint32_t> words = words_in_banks(phase, banks);
    draw_wires(canvas, phase, geometry, words, marked);
    draw_words(canvas, phase, geometry);
    draw_wavefront_count(canvas, geometry, words, phase.wavefronts);

    const float lane_width = std::min(0.84F * geometry.lane_pitch(), 3.0F * geometry.cell);
    for (unsigned lane = lanes.first; lane < lanes.first + lanes.count; ++lane) {
        const Rect cell = centered(geometry.lane_x(lane), geometry.lane_top, lane_width, geometry.cell);
        if (has_lane(phase.lanes, lane))
            canvas.fill(cell, style.blue, canvas.units(2.0F));
        else
            canvas.outline(cell, idle_color(style), canvas.units(2.0F));
        if (has_lane(marked, lane))
            canvas.outline(cell, style.text, canvas.units(2.0F));
    }
    const float bank_width = 0.84F * geometry.bank_pitch();
    for (std::uint32_t bank = 0; bank < banks; ++bank) {
        const Color color = words[bank] > 1 ? style.vermilion
            : words[bank] == 1              ? mix(style.panel, style.blue, 0.5F)
                                            : idle_color(style);
        const Rect cell = centered(geometry.bank_x(bank), geometry.bank_top, bank_width, geometry.cell);
        canvas.fill(cell, color, canvas.units(2.0F));
        LaneMask met = 0;
        for (const arch::BankWord& word : phase.words)
            met |= word.bank == bank ? word.lanes : 0;
        if (met != 0) // extends to the number below, which is easier to click
            on_click(canvas,
                { geometry.bank_x(bank) - geometry.bank_pitch() / 2, cell.y, geometry.bank_pitch(), area.bottom() - cell.y },
                MarkLanes { met });
    }
    NumberRow lane_row { beside ? "" : lane_name(lanes), lanes.first, lanes.count, geometry.lane_pitch(), area.x, area.right(),
        area.y + 0.95F * style.smallest, [&](std::uint32_t lane) { return geometry.lane_x(lane); },
        [](std::uint32_t) {
            return false;
        } };
    NumberRow bank_row { beside ? "" : tr("bank"), 0, banks, geometry.bank_pitch(), area.x, area.right(),
        geometry.bank_top + geometry.cell + 1.05F * style.smallest, [&](std::uint32_t bank) { return geometry.bank_x(bank); },
        [&](std::uint32_t bank) {
            return words[bank] > 1;
        } };
    if (geometry.lane_numbers)
        draw_numbers(canvas, lane_row);
    if (geometry.bank_numbers)
        draw_numbers(canvas, bank_row);
    if (!beside)
        return;
    for (const auto& [name, top] :
        { std::pair { lane_name(lanes), geometry.lane_top }, std::pair { std::string { tr("bank") }, geometry.bank_top } })
        canvas.label({ area.x - gutter, top + geometry.cell / 2 }, name, note(style, gutter));
    draw_wavefront_numbers(canvas, geometry, phase.wavefronts, area.x - gutter);
}

} // namespace warpstage::views
