#include "app/draw/canvas.h"
#include "app/views/banks/bank_matrix_figure.h"
#include "core/arch/shared_banks.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace warpstage::views {
namespace {

// A warp reads one column (or one row) of a tile, as CC 9.0 serves it.
BankTile tile(std::uint32_t rows, std::uint32_t columns, std::uint32_t padding, std::uint32_t bytes, bool column)
{
    BankTile tile;
    tile.name = "tile[" + std::to_string(rows) + "][" + std::to_string(columns + padding) + "]";
    tile.rows = rows;
    tile.columns = columns;
    tile.padding = padding;
    tile.element_bytes = bytes;
    tile.offset = 256;
    std::array<std::uint64_t, kMaxLanes> addresses {};
    const unsigned lanes = std::min(column ? rows : columns, kMaxLanes);
    for (unsigned lane = 0; lane < lanes; ++lane)
        addresses[lane] = tile.address_of(column ? TilePlace { lane, 3 } : TilePlace { 3, lane });
    tile.access = places_of(tile, first_lanes(lanes), addresses);
    const arch::SharedCount count =
        arch::count_shared(arch::traits_of({ 9, 0 }), { arch::SharedOperation::load, bytes, first_lanes(lanes), addresses });
    tile.wavefronts = count.wavefronts;
    tile.ideal = count.ideal;
    return tile;
}

BankTile without_columns()
{
    BankTile tile;
    tile.columns = 0;
    return tile;
}

BankMatrixInput column_of_tiles()
{
    BankMatrixInput input;
    input.tiles = { tile(32, 32, 0, 4, true), tile(32, 32, 1, 4, true) };
    input.subtitle = "line 14 · column 3";
    input.caption = "transpose_tiled · line 14 · CC 9.0 · n = 4096";
    return input;
}

std::size_t boxes_with_fill(const DrawList& picture, Color fill)
{
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->fill == fill && !box->outline;
    }));
}

TEST(BankMatrix, PlacesComeFromAddresses)
{
    const BankTile padded = tile(32, 32, 1, 4, true);
    ASSERT_EQ(padded.access.size(), 32U);
    EXPECT_EQ(padded.access[7], (TilePlace { 7, 3 }));
    std::array<std::uint64_t, kMaxLanes> addresses {};
    addresses[1] = 256 + 32 * 33 * 4;
    EXPECT_TRUE(places_of(padded, 3, addresses).empty()) << "before and behind the tile";
    EXPECT_TRUE(places_of(without_columns(), ~0U, addresses).empty());
}

TEST(BankMatrix, WordsInEachBank)
{
    const std::vector<std::uint32_t> unpadded = words_by_bank(tile(32, 32, 0, 4, true), 32, 4);
    EXPECT_EQ(unpadded[3], 32U);
    EXPECT_EQ(std::count(unpadded.begin(), unpadded.end(), 0U), 31);
    EXPECT_EQ(words_by_bank(tile(32, 32, 1, 4, true), 32, 4), std::vector<std::uint32_t>(32, 1));
    const std::vector<std::uint32_t> doubles = words_by_bank(tile(32, 32, 0, 8, true), 32, 4);
    EXPECT_EQ(doubles[6], 32U);
    EXPECT_EQ(doubles[7], 32U) << "a double lies in two banks";
    const std::vector<std::uint32_t> eight_byte_banks = words_by_bank(tile(32, 32, 0, 8, true), 32, 8);
    EXPECT_EQ(eight_byte_banks[3], 32U);
}

TEST(BankMatrixFigure, PaddedAndUnpaddedSideBySide)
{
    const DrawList picture = bank_matrix_figure(column_of_tiles(), { 1280, 720 }, light());
    EXPECT_EQ(boxes_with_fill(picture, shape_color(light(), light().orange)), 64U) << "32 elements of each tile are wanted";
    EXPECT_EQ(boxes_with_fill(picture, light().vermilion), 1U) << "one bank of the first tile is overloaded";
    EXPECT_EQ(boxes_with_fill(picture, shape_color(light(), light().green)), 32U) << "each bank of the second has one word";
    for (const char* words : { "tile[32][32]", "tile[32][33]", "32 wavefronts", "1 wavefront", "32 → 1 wavefronts",
             "32 words in bank 3", "one word in each of 32 banks", "padding", "transpose_tiled" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(BankMatrixFigure, CellsCarryTheirBankWhereItFits)
{
    const auto numbers = [](Size size) {
        const std::vector<Text> texts = draw::testing::texts_of(bank_matrix_figure(column_of_tiles(), size, light()));
        return std::count_if(texts.begin(), texts.end(), [](const Text& text) { return text.text == "31"; });
    };
    EXPECT_GE(numbers({ 1280, 720 }), 64) << "each row of each tile has its element in bank 31";
    EXPECT_LE(numbers({ 420, 300 }), 2) << "only under the bars";
}

TEST(BankMatrixFigure, OneTileHasTheUsualHeadline)
{
    BankMatrixInput input;
    input.tiles = { tile(16, 16, 0, 4, true) };
    EXPECT_TRUE(draw::testing::says(bank_matrix_figure(input, { 1280, 720 }, light()), "8 wavefronts, ideal 1, excess 7"));
    input.tiles = { tile(32, 32, 0, 4, false) };
    const DrawList row = bank_matrix_figure(input, { 1280, 720 }, light());
    EXPECT_EQ(draw::testing::text_with(row, "1 wavefront, ideal").color, light().green);
}

TEST(BankMatrixFigure, IsTidy)
{
    BankMatrixInput long_names = column_of_tiles();
    long_names.tiles[0].name = long_names.tiles[1].name = long_names.subtitle = long_names.caption = draw::testing::long_name();
    BankMatrixInput small;
    small.tiles = { tile(4, 4, 0, 4, true), tile(8, 8, 1, 8, false), tile(1, 1, 0, 4, true) };
    small.banks = 16;
    BankMatrixInput broken;
    broken.tiles = { BankTile {}, without_columns(), BankTile {} };
    broken.tiles[0].rows = 0;
    broken.tiles[2].element_bytes = 0;
    BankMatrixInput no_banks = column_of_tiles();
    no_banks.banks = 0;
    BankMatrixInput no_access = column_of_tiles();
    no_access.tiles[0].access.clear();
    no_access.tiles[1].access.clear();
    BankMatrixInput large;
    large.tiles = { tile(64, 128, 4, 4, true) };
    const std::vector<std::pair<std::string, BankMatrixInput>> inputs = { { "nothing", {} }, { "columns", column_of_tiles() },
        { "long names", long_names }, { "small", small }, { "broken", broken }, { "no banks", no_banks },
        { "no access", no_access }, { "large", large } };
    for (const auto& [name, input] : inputs)
        draw::testing::expect_tidy(name, [&](Size size, const Style& style) { return bank_matrix_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views
