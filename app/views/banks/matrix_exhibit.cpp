#include "app/views/banks/bank_matrix_figure.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/recording/access_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warpstage::views {

namespace {

// What the request would cost if the same elements lay where this tile has them.
void judge(BankTile& tile, const simt::Access& access, const arch::Traits& traits)
{
    simt::Access moved = access;
    std::size_t next = 0;
    for_each_lane(access.lanes, [&](unsigned lane) { moved.addresses[lane] = tile.address_of(tile.access[next++]); });
    const arch::SharedCount count = arch::count_shared(traits, analysis::shared_request_of(moved));
    tile.wavefronts = count.wavefronts;
    tile.ideal = count.ideal;
}

struct Tiles {
    BankTile recorded;
    BankTile other; // the same with padding, or without
};

// Nothing where the request leaves the tile.
std::optional<Tiles> tiles_of(const TileShape& shape, const simt::Access& access, const arch::Traits& traits)
{
    Tiles tiles;
    BankTile& tile = tiles.recorded;
    tile.rows = shape.rows;
    tile.columns = shape.columns;
    tile.padding = shape.padding;
    tile.element_bytes = access.bytes;
    tile.access = places_of(tile, access.lanes, access.addresses);
    if (tile.access.size() != lane_count(access.lanes))
        return std::nullopt;
    tiles.other = tile;
    tiles.other.padding = shape.padding > 0 ? 0 : 1;
    for (BankTile* of : { &tiles.recorded, &tiles.other }) {
        of->name = fmt::format("tile[{}][{}]", of->rows, of->columns + of->padding);
        judge(*of, access, traits);
    }
    return tiles;
}

// Where nothing was asked for: the access on which padding has the largest effect.
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

Result<Exhibit> prepare_matrix(const Subject& subject)
{
    if (!subject.tile)
        return Error {
            "The figure matrix wants --tile ROWSxCOLUMNS or ROWSxCOLUMNS+PADDING, as in 32x32+1: PTX does not say how a "
            "kernel divides its shared memory."
        };
    const auto chosen = choose_tile_request(subject);
    if (!chosen)
        return chosen.error();
    const TileShape& shape = *subject.tile;
    const auto tiles = tiles_of(shape, *chosen->access, *subject.traits);
    if (!tiles)
        return Error { fmt::format(
            "The request on line {} leaves a tile of {} rows and {} columns of {} bytes: give the tile that "
            "the kernel has.",
            chosen->line, shape.rows, shape.columns + shape.padding, chosen->access->bytes) };
    const BankTile& tile = tiles->recorded;
    const BankTile& other = tiles->other;

    BankMatrixInput input;
    input.banks = subject.traits->shared_banks;
    input.bank_bytes = subject.traits->bank_bytes;
    input.subtitle = fmt::format("line {} · {}", chosen->line, operation_of(chosen->access->kind));
    input.tiles = { tile, other };
    if (tile.padding > 0)
        std::swap(input.tiles[0], input.tiles[1]);

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.line = chosen->line;
    exhibit.caption.code = source_line(subject.lesson->source_lines, chosen->line);
    exhibit.caption.what.insert(exhibit.caption.what.begin() + 1,
        fmt::format("warp {}, request {} of {}", chosen->warp, chosen->occurrence + 1, chosen->occurrences));
    exhibit.caption.numbers = { fmt::format("{}: {}, as recorded", tile.name, counted(tile.wavefronts, "wavefront")),
        fmt::format("{}: {}, computed for the same elements", other.name, counted(other.wavefronts, "wavefront")) };
    exhibit.draw = [input](Size size, const Style& style) {
        return bank_matrix_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
