// A tile of shared memory as a matrix of banks: each cell is an element, shaded and numbered by the bank it lies in, the elements
// of one access marked, and below how many words of it each bank holds. Several tiles side by side, as without and with padding.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/base/lane_mask.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::views {

struct TilePlace {
    std::uint32_t row = 0;
    std::uint32_t column = 0;

    bool operator==(const TilePlace&) const = default;
};

struct BankTile {
    std::string name; // "tile[32][33]"
    std::uint32_t rows = 32;
    std::uint32_t columns = 32; // that hold data
    std::uint32_t padding = 0; // columns behind them that hold nothing
    std::uint32_t element_bytes = 4;
    std::uint64_t offset = 0; // of tile[0][0] in shared memory
    std::vector<TilePlace> access; // the elements that the lanes of one request want
    std::uint32_t wavefronts = 0; // of that request
    std::uint32_t ideal = 0;

    [[nodiscard]] std::uint64_t address_of(TilePlace place) const
    {
        return offset + (std::uint64_t { place.row } * (columns + padding) + place.column) * element_bytes;
    }
};

struct BankMatrixInput {
    std::vector<BankTile> tiles;
    std::uint32_t banks = 32;
    std::uint32_t bank_bytes = 4;
    std::string subtitle; // "line 14 · column 0"
    std::string caption;
};

[[nodiscard]] DrawList bank_matrix_figure(const BankMatrixInput& input, Size size, const Style& style);

// The places of the tile that a recorded request met; what lies outside of it is left out.
[[nodiscard]] std::vector<TilePlace> places_of(
    const BankTile& tile, LaneMask lanes, std::span<const std::uint64_t, kMaxLanes> addresses);

// How many distinct words of the access each bank holds.
[[nodiscard]] std::vector<std::uint32_t> words_by_bank(const BankTile& tile, std::uint32_t banks, std::uint32_t bank_bytes);

} // namespace warpstage::views
