#include "app/views/frame/cell_grid.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

// Three rows of four cells with two elements each, of which the last cell is missing.
CellGrid words()
{
    return { "in", { 100, 50, 80, 30 }, 3, 4, 16, 2, 8, 38 };
}

TEST(CellGrid, APlaceAndItsElementBelongTogether)
{
    const CellGrid grid = words();
    EXPECT_EQ(grid.element_at({ 100, 50 }), 16U);
    EXPECT_EQ(grid.element_at({ 121, 50 }), 18U) << "of a cell with two elements the first";
    EXPECT_EQ(grid.element_at({ 100, 61 }), 24U);
    EXPECT_EQ(grid.element_at({ 179, 79 }), std::nullopt) << "behind the last element";
    EXPECT_EQ(grid.element_at({ 99, 50 }), std::nullopt);
    EXPECT_EQ(grid.element_at({ 100, 80 }), std::nullopt);
    EXPECT_EQ(grid.place_of(15), std::nullopt);
    EXPECT_EQ(grid.place_of(38), std::nullopt);
    for (std::uint64_t element = grid.first; element < grid.end; ++element) {
        const auto place = grid.place_of(element);
        ASSERT_TRUE(place) << element;
        EXPECT_EQ(grid.element_at({ place->x + place->width / 2, place->y + place->height / 2 }), element / 2 * 2);
    }
    EXPECT_EQ(CellGrid {}.element_at({ 0, 0 }), std::nullopt);
}

TEST(CellGrid, TheLastOneLiesOnTop)
{
    CellGrid below = words();
    below.buffer = "below";
    const std::vector<CellGrid> grids { below, words() };
    const auto cell = cell_at(grids, { 100, 50 });
    ASSERT_TRUE(cell);
    EXPECT_EQ(cell->buffer, "in");
    EXPECT_EQ(cell->element, 16U);
}

TEST(CellMarks, AreAroundTheChosenCellAndWhatMarkedLanesTouch)
{
    session::Snapshot snapshot = testing::played();
    const Style style = make_style(Theme::dark, 1.0F);
    const std::vector<CellGrid> grids { { {}, { 0, 0, 320, 80 }, 8, 32, 0, 1, 32, 256 } };
    const auto count = [&](LaneMask marked) {
        return cell_marks(grids, snapshot, marked, { 320, 80 }, style).items.size();
    };
    snapshot.selection.edit().lane.reset();
    EXPECT_EQ(count(0), 0U);
    snapshot.selection.edit().cell = session::ChosenCell { {}, 7, ptx::StateSpace::shared, 28, 4, 0 };
    EXPECT_EQ(count(0), 2U) << "a frame, and a dark one around it";
    snapshot.selection.edit().cell->buffer = "in";
    EXPECT_EQ(count(0), 0U) << "of another memory";
}

} // namespace
} // namespace warpstage::views
