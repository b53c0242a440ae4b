#include "app/views/frame/cell_marks.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

// Three rows of four cells with two elements each; the last cell is missing.
CellGrid words()
{
    return { "in", { 100, 50, 80, 30 }, 3, 4, 16, 2, 8, 38 };
}

TEST(CellGrid, MapsPlacesToElementsAndBack)
{
    const CellGrid grid = words();
    EXPECT_EQ(grid.element_at({ 100, 50 }), 16U);
    EXPECT_EQ(grid.element_at({ 121, 50 }), 18U) << "the first of two elements of a cell";
    EXPECT_EQ(grid.element_at({ 100, 61 }), 24U);
    EXPECT_EQ(grid.element_at({ 179, 79 }), std::nullopt) << "after the last element";
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

TEST(CellGrid, TheLastOneIsOnTop)
{
    CellGrid below = words();
    below.buffer = "below";
    const CellGrid above = words();
    const DrawList list { { 200, 100 }, {}, { { below.area, below }, { above.area, above } } };
    const auto cell = list.cell_at({ 100, 50 });
    ASSERT_TRUE(cell);
    EXPECT_EQ(cell->buffer, "in");
    EXPECT_EQ(cell->element, 16U);
}

TEST(CellGrid, MovesWithItsPicture)
{
    const CellGrid grid = words();
    DrawList whole { { 400, 200 } };
    whole.append({ { 200, 100 }, {}, { { grid.area, grid }, { { 0, 0, 10, 10 }, Tip { "tip", {}, {}, {}, {} } } } }, { 30, 40 });
    EXPECT_FALSE(whole.cell_at({ 100, 50 }));
    EXPECT_EQ(whole.cell_at({ 130, 90 })->element, 16U);
    EXPECT_EQ(whole.tip_at({ 5, 5 }), nullptr);
    ASSERT_NE(whole.tip_at({ 35, 45 }), nullptr);
    EXPECT_EQ(whole.tip_at({ 35, 45 })->title, "tip");
    EXPECT_EQ(whole.click_at({ 35, 45 }), nullptr);
}

TEST(CellMarks, AreAroundTheChosenCellAndTheCellsOfMarkedLanes)
{
    session::Snapshot snapshot = testing::played();
    const Style style = make_style(Theme::dark, 1.0F);
    const CellGrid grid { {}, { 0, 0, 320, 80 }, 8, 32, 0, 1, 32, 256 };
    const auto count = [&](LaneMask marked) {
        DrawList list { { 320, 80 }, {}, { { grid.area, grid } } };
        mark_cells(list, snapshot, marked, style);
        return list.items.size();
    };
    snapshot.selection.edit().lane.reset();
    EXPECT_EQ(count(0), 0U);
    snapshot.selection.edit().cell = session::ChosenCell { {}, 7, ptx::StateSpace::shared, 28, 4, 0 };
    EXPECT_EQ(count(0), 2U) << "a frame with a dark frame around it";
    snapshot.selection.edit().cell->buffer = "in";
    EXPECT_EQ(count(0), 0U) << "of another memory";
}

} // namespace
} // namespace warpstage::views
