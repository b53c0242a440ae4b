// A tile of shared memory as a matrix, the elements that a request accesses, and the cost of the request.
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"
#include "core/simt/observer.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct TilePlace {
    std::uint32_t row = 0;
    std::uint32_t column = 0;

    auto operator<=>(const TilePlace&) const = default;
};

struct BankTile {
    std::string name; // "tile[32][33]"
    std::uint32_t rows = 32;
    std::uint32_t columns = 32; // that hold data
    std::uint32_t padding = 0; // padding columns
    std::uint32_t element_bytes = 4;
    std::uint64_t offset = 0; // address of tile[0][0] in shared memory
    std::vector<TilePlace> access; // the elements that the lanes of one request access
    std::uint32_t wavefronts = 0; // of that request
    std::uint32_t ideal = 0;

    [[nodiscard]] std::uint64_t address_of(TilePlace place) const
    {
        return offset + (std::uint64_t { place.row } * (columns + padding) + place.column) * element_bytes;
    }
};

// The elements of the tile that a recorded request accessed; addresses outside the tile are omitted.
[[nodiscard]] std::vector<TilePlace> places_of(
    const BankTile& tile, LaneMask lanes, std::span<const std::uint64_t, kMaxLanes> addresses);

// The number of distinct words of the access per bank.
[[nodiscard]] std::vector<std::uint32_t> words_by_bank(const BankTile& tile, std::uint32_t banks, std::uint32_t bank_bytes);

// The cost of the request if the same elements had the tile's addresses.
void count_wavefronts(BankTile& tile, const simt::Access& access, const arch::Traits& traits);

} // namespace warpstage::analysis
