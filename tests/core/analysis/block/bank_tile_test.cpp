#include "core/analysis/block/bank_tile.h"
#include "tests/core/analysis/block/example_tiles.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using examples::tile;
using examples::without_columns;

TEST(BankTile, PlacesComeFromAddresses)
{
    const BankTile padded = tile(32, 32, 1, 4, true);
    ASSERT_EQ(padded.access.size(), 32U);
    EXPECT_EQ(padded.access[7], (TilePlace { 7, 3 }));
    std::array<std::uint64_t, kMaxLanes> addresses {};
    addresses[1] = 256 + 32 * 33 * 4;
    EXPECT_TRUE(places_of(padded, 3, addresses).empty()) << "before and after the tile";
    EXPECT_TRUE(places_of(without_columns(), ~0U, addresses).empty());
}

TEST(BankTile, WordsInEachBank)
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

} // namespace
} // namespace warpstage::analysis
