#include "app/figure/bank_matrix_figure.h"
#include "app/figure/gallery/kind.h"
#include "app/figure/recorded_inputs.h"
#include "core/session/access_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::figure {

namespace {

// What the request would cost if the same elements lay where this tile has them.
void judge(BankTile& tile, const simt::Access& access, const arch::Traits& traits)
{
    simt::Access moved = access;
    std::size_t next = 0;
    for_each_lane(access.lanes, [&](unsigned lane) { moved.addresses[lane] = tile.address_of(tile.access[next++]); });
    const arch::SharedCount count = arch::count_shared(traits, session::shared_request_of(moved));
    tile.wavefronts = count.wavefronts;
    tile.ideal = count.ideal;
}

} // namespace

Result<Exhibit> prepare_matrix(const Subject& subject)
{
    const auto chosen = choose_request(subject, Memory::shared);
    if (!chosen)
        return chosen.error();
    if (!subject.tile)
        return Error {
            "The figure matrix wants --tile ROWSxCOLUMNS or ROWSxCOLUMNS+PADDING, as in 32x32+1: PTX does not say how a "
            "kernel divides its shared memory."
        };
    const TileShape shape = *subject.tile;
    BankTile tile;
    tile.rows = shape.rows;
    tile.columns = shape.columns;
    tile.padding = shape.padding;
    tile.element_bytes = chosen->access->bytes;
    tile.access = places_of(tile, chosen->access->lanes, chosen->access->addresses);
    if (tile.access.size() != lane_count(chosen->access->lanes))
        return Error { fmt::format(
            "The request on line {} leaves a tile of {} rows and {} columns of {} bytes: give the tile that "
            "the kernel has.",
            chosen->line, shape.rows, shape.columns + shape.padding, tile.element_bytes) };
    const auto named = [](BankTile& of) {
        of.name = fmt::format("tile[{}][{}]", of.rows, of.columns + of.padding);
    };
    named(tile);
    BankTile other = tile;
    other.padding = shape.padding > 0 ? 0 : 1;
    named(other);
    judge(tile, *chosen->access, *subject.traits);
    judge(other, *chosen->access, *subject.traits);

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

} // namespace warpstage::figure
