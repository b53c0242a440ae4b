// Cells of memory in a picture: which element lies where, so that a click chooses it, and marks around those that stand out.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/base/lane_mask.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::views {

// Rows of cells of one size; the last row may be shorter.
struct CellGrid {
    std::string buffer; // whose elements; empty: the recorded block's shared memory
    Rect area; // of all rows
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::uint64_t first = 0; // element of the first cell
    std::uint64_t of_cell = 1; // elements
    std::uint64_t of_row = 0; // elements from a row to the next
    std::uint64_t end = 0; // behind the last element there is

    // Of a cell with several elements the first.
    [[nodiscard]] std::optional<std::uint64_t> element_at(Point point) const;
    // Nothing: it is not shown.
    [[nodiscard]] std::optional<Rect> place_of(std::uint64_t element) const;
};

// The same grids in a picture that has been put at `by` within a larger one.
[[nodiscard]] std::vector<CellGrid> moved(std::vector<CellGrid> grids, Point by);

// What a click there chooses; the last grid lies on top. Nothing: no cell.
[[nodiscard]] std::optional<session::SelectCell> cell_at(std::span<const CellGrid> grids, Point point);

// Frames around the cell that is chosen and around those that the marked lanes, the session's own among them, touch with the step
// that is shown.
[[nodiscard]] DrawList cell_marks(
    std::span<const CellGrid> grids, const session::Snapshot& snapshot, LaneMask marked, Size size, const Style& style);

} // namespace warpstage::views
