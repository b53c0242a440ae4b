#include "app/draw/canvas.h"
#include "app/views/banks/bank_matrix_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/core/analysis/block/example_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace warpstage::views {
namespace {

using analysis::examples::tile;
using analysis::examples::without_columns;

BankMatrixInput column_of_tiles()
{
    BankMatrixInput input;
    input.tiles = { tile(32, 32, 0, 4, true), tile(32, 32, 1, 4, true) };
    input.subtitle = "line 14 · column 3";
    return input;
}

std::size_t boxes_with_fill(const DrawList& picture, Color fill)
{
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->fill == fill && !box->outline;
    }));
}

TEST(BankMatrixFigure, PaddedAndUnpaddedSideBySide)
{
    const DrawList picture = bank_matrix_figure(column_of_tiles(), { 1280, 720 }, light());
    EXPECT_EQ(boxes_with_fill(picture, shape_color(light(), light().orange)), 64U) << "32 elements of each tile are accessed";
    EXPECT_EQ(boxes_with_fill(picture, light().vermilion), 1U) << "one bank of the first tile has all words";
    EXPECT_EQ(boxes_with_fill(picture, shape_color(light(), light().green)), 32U) << "each bank of the second has one word";
    for (const char* words : { "tile[32][32]", "tile[32][33]", "32 wavefronts", "1 wavefront", "32 → 1 wavefronts",
             "32 words in bank 3", "one word in each of 32 banks", "padding" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(BankMatrixFigure, CellsShowTheirBankIfItFits)
{
    const auto numbers = [](Size size) {
        const std::vector<Text> texts = draw::testing::texts_of(bank_matrix_figure(column_of_tiles(), size, light()));
        return std::count_if(texts.begin(), texts.end(), [](const Text& text) { return text.text == "31"; });
    };
    EXPECT_GE(numbers({ 1280, 720 }), 64) << "each row of each tile has its element in bank 31";
    EXPECT_LE(numbers({ 420, 300 }), 2) << "only below the bars";
}

TEST(BankMatrixFigure, OneTileHasTheDefaultHeadline)
{
    BankMatrixInput input;
    input.tiles = { tile(16, 16, 0, 4, true) };
    EXPECT_TRUE(draw::testing::says(bank_matrix_figure(input, { 1280, 720 }, light()), "8 wavefronts instead of 1"));
    input.tiles = { tile(32, 32, 0, 4, false) };
    const DrawList row = bank_matrix_figure(input, { 1280, 720 }, light());
    EXPECT_EQ(draw::testing::text_with(row, "1 wavefront, ideal").color, light().green);
}

TEST(BankMatrixFigure, IsTidy)
{
    BankMatrixInput long_names = column_of_tiles();
    long_names.tiles[0].name = long_names.tiles[1].name = long_names.subtitle = draw::testing::long_name();
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
