#include "app/views/banks/bank_matrix_figure.h"

#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/lanes/lane_row.h"
#include "core/analysis/block/source_lines.h"
#include "core/analysis/recording/access_view.h"

#include <set>

namespace warpstage::views {

namespace {

constexpr float kSmallestNumber = 9.0F; // in cells; the color and the bars below show the same
constexpr float kBroadestCell = 46.0F;

struct Grid {
    Rect area; // width and height of the cells only
    float width = 0.0F; // of one cell
    float height = 0.0F;

    [[nodiscard]] Rect cell(TilePlace place) const
    {
        return { area.x + width * static_cast<float>(place.column), area.y + height * static_cast<float>(place.row), width,
            height };
    }
};

bool is_usable(const BankTile& tile, const BankMatrixInput& input)
{
    return tile.rows > 0 && tile.columns > 0 && tile.element_bytes > 0 && input.banks > 0 && input.bank_bytes > 0;
}

std::uint32_t bank_of(const BankTile& tile, TilePlace place, const BankMatrixInput& input)
{
    return static_cast<std::uint32_t>(tile.address_of(place) / input.bank_bytes % input.banks);
}

// One hue from pale to saturated, so that the jump from the last bank to the first is visible.
Color bank_shade(const Style& style, std::uint32_t bank, std::uint32_t banks)
{
    const float share = banks < 2 ? 0.0F : static_cast<float>(bank) / static_cast<float>(banks - 1);
    return mix(style.panel, shape_color(style, style.blue), 0.08F + 0.62F * share);
}

Grid place_grid(const Canvas& canvas, const BankTile& tile, Rect area)
{
    Grid grid;
    const auto columns = static_cast<float>(tile.columns + tile.padding);
    const auto rows = static_cast<float>(tile.rows);
    grid.width = std::min(area.width / columns, canvas.units(kBroadestCell));
    grid.height = std::min(area.height / rows, canvas.units(kBroadestCell));
    grid.width = std::min(grid.width, 2.0F * grid.height);
    grid.height = std::min(grid.height, 1.6F * grid.width);
    grid.area = { area.x + (area.width - grid.width * columns) / 2, area.y, grid.width * columns, grid.height * rows };
    return grid;
}

// Text size at which all bank numbers fit into the cells; 0 if it would be too small.
float number_size(const Canvas& canvas, const Grid& grid, std::uint32_t banks)
{
    const std::string widest(std::to_string(banks - 1).size(), '0');
    const float at_one = text_width(widest, Face::mono, 1.0F);
    const float size = std::min({ 0.92F * grid.width / at_one, 0.92F * grid.height, canvas.style().body });
    return size >= canvas.units(kSmallestNumber) ? size : 0.0F;
}

void draw_cells(Canvas& canvas, const BankTile& tile, const BankMatrixInput& input, const Grid& grid)
{
    const Style& style = canvas.style();
    const float size = number_size(canvas, grid, input.banks);
    const auto marked = [&](TilePlace place) {
        return std::find(tile.access.begin(), tile.access.end(), place) != tile.access.end();
    };
    const Color mark = shape_color(style, style.orange);
    for (std::uint32_t row = 0; row < tile.rows; ++row)
        for (std::uint32_t column = 0; column < tile.columns + tile.padding; ++column) {
            const TilePlace place { row, column };
            const Rect cell = grid.cell(place);
            const std::uint32_t bank = bank_of(tile, place, input);
            const bool chosen = marked(place);
            const bool empty = column >= tile.columns;
            const Color ground = chosen ? mark : empty ? well_color(style) : bank_shade(style, bank, input.banks);
            canvas.fill(cell, ground);
            if (empty && !chosen)
                hatch(canvas, cell, style.secondary, canvas.units(6.0F));
            else if (size > 0.0F)
                canvas.label_in(cell, std::to_string(bank), { Face::mono, size, ink_on(ground, style), Align::center });
        }
    const float line = std::clamp(0.06F * std::min(grid.width, grid.height), canvas.units(0.3F), canvas.units(1.0F));
    for (std::uint32_t row = 1; row < tile.rows; ++row)
        canvas.line({ grid.area.x, grid.cell({ row, 0 }).y }, { grid.area.right(), grid.cell({ row, 0 }).y }, style.panel, line);
    for (std::uint32_t column = 1; column < tile.columns + tile.padding; ++column)
        canvas.line(
            { grid.cell({ 0, column }).x, grid.area.y }, { grid.cell({ 0, column }).x, grid.area.bottom() }, style.panel, line);
}

// A frame around each run of marked cells in a row or a column.
void draw_outline(Canvas& canvas, const BankTile& tile, const Grid& grid)
{
    if (tile.access.empty())
        return;
    TilePlace from = tile.access.front();
    TilePlace to = from;
    for (const TilePlace place : tile.access) {
        from = { std::min(from.row, place.row), std::min(from.column, place.column) };
        to = { std::max(to.row, place.row), std::max(to.column, place.column) };
    }
    const std::set<TilePlace> distinct(tile.access.begin(), tile.access.end());
    const std::size_t boxed = std::size_t { to.row - from.row + 1 } * (to.column - from.column + 1);
    const auto frame = [&](TilePlace first, TilePlace last) {
        const Rect a = grid.cell(first);
        const Rect b = grid.cell(last);
        canvas.outline({ a.x, a.y, b.right() - a.x, b.bottom() - a.y }, canvas.style().text);
    };
    if (boxed == distinct.size())
        frame(from, to);
    else
        for (const TilePlace place : distinct)
            frame(place, place);
}

// Bars above the bank numbers; `most` is the top of the axis, the same for all tiles.
void draw_loads(Canvas& canvas, const BankTile& tile, const BankMatrixInput& input, std::uint32_t most, Rect area)
{
    const Style& style = canvas.style();
    const std::vector<std::uint32_t> words = analysis::words_by_bank(tile, input.banks, input.bank_bytes);
    const float pitch = area.width / static_cast<float>(input.banks);
    const float numbers = 1.3F * style.smallest;
    const float label = 1.25F * style.smallest;
    const Rect bars { area.x, area.y + label, area.width, area.height - numbers - label };
    if (bars.height < canvas.units(8.0F))
        return;
    canvas.line({ bars.x, bars.bottom() }, { bars.right(), bars.bottom() }, style.secondary, canvas.units(1.0F));
    TakenSpans values;
    const bool conflicts = tile.wavefronts > tile.ideal; // a bank of CC 3.x can serve two words together
    for (std::uint32_t bank = 0; bank < input.banks; ++bank) {
        if (words[bank] == 0)
            continue;
        const float height =
            std::max(bars.height * static_cast<float>(words[bank]) / static_cast<float>(most), canvas.units(3.0F));
        const float x = bars.x + pitch * static_cast<float>(bank);
        const float gap = std::min(0.16F * pitch, canvas.units(2.0F));
        canvas.fill({ x + gap / 2, bars.bottom() - height, pitch - gap, height },
            words[bank] > 1 && conflicts ? style.vermilion : shape_color(style, style.green));
        if (bank > 0 && words[bank - 1] == words[bank])
            continue; // one label for adjacent bars of equal height
        const std::string number = std::to_string(words[bank]);
        const float half = room_for(number, Face::mono, style.smallest) / 2;
        const float middle = std::clamp(x + pitch / 2, area.x + half, std::max(area.x + half, area.right() - half));
        if (values.take(middle - half - canvas.units(2.0F), middle + half + canvas.units(2.0F)))
            canvas.text({ middle, bars.bottom() - height - 0.25F * style.smallest }, number,
                { Face::mono, style.smallest, words[bank] > 1 && conflicts ? style.vermilion : style.green, Align::center,
                    2 * half });
    }
    draw_lane_numbers(canvas, { { bars.x, 0, bars.width, 0 }, input.banks, 0, 0 }, area.bottom() - 0.25F * style.smallest);
}

void draw_tile(Canvas& canvas, const BankTile& tile, const BankMatrixInput& input, std::uint32_t most, Rect area)
{
    const Style& style = canvas.style();
    if (!is_usable(tile, input) || area.width < canvas.units(30.0F) || area.height < canvas.units(24.0F))
        return;
    const float title = 1.45F * style.small;
    const std::string cost = counted(tile.wavefronts, "wavefront");
    const float cost_room = room_for(cost, Face::semibold, style.small);
    const float name_room = room_for(tile.name, Face::mono, style.small);
    const bool both = !tile.access.empty() && name_room + cost_room + canvas.units(10.0F) <= area.width;
    const float loads = !tile.access.empty() && area.height >= canvas.units(120.0F)
        ? std::clamp(0.24F * area.height, 3.6F * style.smallest, canvas.units(110.0F))
        : 0.0F;
    const Grid grid = place_grid(canvas, tile,
        { area.x, area.y + title, area.width, area.height - title - loads - (loads > 0.0F ? canvas.units(4.0F) : 0.0F) });
    draw_cells(canvas, tile, input, grid);
    draw_outline(canvas, tile, grid);
    const float baseline = area.y + 0.95F * style.small;
    const float left = std::min(grid.area.x, area.right() - std::min(name_room, area.width));
    canvas.text(
        { left, baseline }, tile.name, { Face::mono, style.small, style.text, Align::left, std::min(name_room, area.width) });
    const float right = std::max(grid.area.right(), left + name_room + cost_room + canvas.units(10.0F));
    if (both)
        canvas.text({ std::min(right, area.right()), baseline }, cost,
            { Face::semibold, style.small, tile.wavefronts > tile.ideal ? style.vermilion : style.green, Align::right,
                cost_room });
    if (loads > 0.0F)
        draw_loads(canvas, tile, input, most, { grid.area.x, area.bottom() - loads, grid.area.width, loads });
}

std::vector<KeyEntry> matrix_key(const BankMatrixInput& input, const Style& style)
{
    std::vector<KeyEntry> key { { trf("bank 0 … {}", std::max(input.banks, 1U) - 1),
        [banks = input.banks](Canvas& canvas, Rect rect) {
            const float part = rect.width / 5;
            for (std::uint32_t i = 0; i < 5; ++i)
                canvas.fill({ rect.x + part * static_cast<float>(i), rect.y, part, rect.height },
                    bank_shade(canvas.style(), i * (std::max(banks, 1U) - 1) / 4, banks));
        },
        4.0F } };
    const auto any = [&](const auto& of) {
        return std::any_of(input.tiles.begin(), input.tiles.end(), of);
    };
    if (any([](const BankTile& tile) { return !tile.access.empty(); })) {
        key.push_back(key_box(tr("accessed by the request"), shape_color(style, style.orange), style.text));
        key.push_back({ tr("requested words per bank"), [](Canvas& canvas, Rect rect) {
                           for (const float x : { 0.0F, 0.38F, 0.76F }) {
                               const float height = x == 0.38F ? rect.height : 0.5F * rect.height;
                               canvas.fill({ rect.x + x * rect.width, rect.bottom() - height, 0.24F * rect.width, height },
                                   canvas.style().secondary);
                           }
                       } });
    }
    if (any([](const BankTile& tile) { return tile.padding > 0; }))
        key.push_back({ tr("padding"), [](Canvas& canvas, Rect rect) {
                           canvas.fill(rect, well_color(canvas.style()));
                           hatch(canvas, rect, canvas.style().secondary, canvas.units(5.0F));
                       } });
    return key;
}

std::string sentence_of(const BankTile& tile, const BankMatrixInput& input)
{
    const std::vector<std::uint32_t> words = analysis::words_by_bank(tile, input.banks, input.bank_bytes);
    const auto most = std::max_element(words.begin(), words.end());
    const auto fullest = std::count(words.begin(), words.end(), *most);
    const std::string count = *most == 1 ? tr("one word") : trf("{} words", *most);
    if (fullest == 1)
        return trf("{}: {} in bank {}.", tile.name, count, most - words.begin());
    return trf("{}: {} in each of {} banks.", tile.name, count, fullest);
}

struct Tiles {
    BankTile recorded;
    BankTile other; // the same tile with padding added or removed
};

// Empty if the request accesses addresses outside the tile.
std::optional<Tiles> tiles_of(const TileShape& shape, const simt::Access& access, const arch::Traits& traits)
{
    Tiles tiles;
    BankTile& tile = tiles.recorded;
    tile.rows = shape.rows;
    tile.columns = shape.columns;
    tile.padding = shape.padding;
    tile.element_bytes = access.bytes;
    tile.access = analysis::places_of(tile, access.lanes, access.addresses);
    if (tile.access.size() != lane_count(access.lanes))
        return std::nullopt;
    tiles.other = tile;
    tiles.other.padding = shape.padding > 0 ? 0 : 1;
    for (BankTile* of : { &tiles.recorded, &tiles.other }) {
        of->name = trf("tile[{}][{}]", of->rows, of->columns + of->padding);
        count_wavefronts(*of, access, traits);
    }
    return tiles;
}

// Default if no access is named: the access on which padding has the largest effect.
Result<ChosenRequest> choose_tile_request(const Subject& subject)
{
    auto chosen = choose_request(subject, Memory::shared);
    if (!chosen || subject.line || subject.access)
        return chosen;
    std::uint32_t largest = 0;
    const std::size_t accesses = analysis::shared_accesses(*subject.recording).size();
    for (std::size_t access = 1; access <= accesses; ++access) {
        Subject one = subject;
        one.access = access;
        const auto candidate = choose_request(one, Memory::shared);
        const auto tiles = candidate ? tiles_of(*subject.tile, *candidate->access, *subject.traits) : std::nullopt;
        if (!tiles)
            continue;
        const auto [least, most] = std::minmax(tiles->recorded.wavefronts, tiles->other.wavefronts);
        if (most - least > largest) {
            largest = most - least;
            chosen = candidate;
        }
    }
    return chosen;
}

} // namespace

DrawList bank_matrix_figure(const BankMatrixInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Banks of a tile"), input.subtitle };
    if (input.tiles.empty())
        return empty_page(std::move(canvas), words, tr("no tile of shared memory to show"));
    const BankTile& first = input.tiles.front();
    const BankTile& last = input.tiles.back();
    if (input.tiles.size() == 1 && !first.access.empty())
        words.headline = excess_headline(style, first.wavefronts, first.ideal, "wavefront");
    else if (!first.access.empty() && !last.access.empty())
        words.headline = { { trf("{} → {} wavefronts", first.wavefronts, last.wavefronts) }, style.text, false };
    std::string sentence;
    for (const BankTile& tile : input.tiles)
        if (is_usable(tile, input) && !tile.access.empty())
            sentence += (sentence.empty() ? "" : " ") + sentence_of(tile, input);
    if (!sentence.empty())
        words.sentence = { sentence };
    const Rect area = draw_page(canvas, words, matrix_key(input, style), canvas.units(120.0F));

    const float gap = canvas.units(28.0F);
    const auto count = static_cast<float>(input.tiles.size());
    const float width = (area.width - gap * (count - 1)) / count;
    float x = area.x;
    std::uint32_t most = 1;
    for (const BankTile& tile : input.tiles)
        if (is_usable(tile, input))
            for (const std::uint32_t count_in_bank : analysis::words_by_bank(tile, input.banks, input.bank_bytes))
                most = std::max(most, count_in_bank);
    for (const BankTile& tile : input.tiles) {
        draw_tile(canvas, tile, input, most, { x, area.y, width, area.height });
        x += width + gap;
    }
    return canvas.finish();
}

Result<Exhibit> prepare_matrix(const Subject& subject)
{
    if (!subject.tile)
        return Error { "The figure `matrix` requires `--tile ROWSxCOLUMNS` or `--tile ROWSxCOLUMNS+PADDING`, as in `32x32+1`: "
                       "PTX does not contain the layout of a tile." };
    const auto chosen = choose_tile_request(subject);
    if (!chosen)
        return chosen.error();
    const TileShape& shape = *subject.tile;
    const auto tiles = tiles_of(shape, *chosen->access, *subject.traits);
    if (!tiles)
        return Error { fmt::format("The request on line {} is outside a tile of {} rows and {} columns of {} bytes. Pass the "
                                   "kernel's tile with `--tile`.",
            chosen->line, shape.rows, shape.columns + shape.padding, chosen->access->bytes) };
    const BankTile& tile = tiles->recorded;
    const BankTile& other = tiles->other;

    BankMatrixInput input;
    input.banks = subject.traits->shared_banks;
    input.bank_bytes = subject.traits->bank_bytes;
    input.subtitle = trf("line {} · {}", chosen->line, operation_of(chosen->access->kind));
    input.tiles = { tile, other };
    if (tile.padding > 0)
        std::swap(input.tiles[0], input.tiles[1]);

    CaptionInput caption = recorded_caption(subject, request_words(*chosen), chosen->line);
    caption.numbers = { trf("{}: {}, recorded", tile.name, counted(tile.wavefronts, "wavefront")),
        trf("{}: {}, computed for the same elements", other.name, counted(other.wavefronts, "wavefront")) };
    return exhibit_of_figure(std::move(caption), bank_matrix_figure, std::move(input));
}

} // namespace warpstage::views
