// The function of a place in a picture: a tip that explains it, an action of a click, or memory cells that can be chosen.
#pragma once

#include "app/draw/geometry.h"

#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace warpstage::draw {

// Shown beside the mouse while it rests on a value.
struct Tip {
    std::string title;
    std::string definition; // one sentence
    std::string formula; // with the current values; empty: none
    std::string source; // source of the value
    std::string nsight; // its name in Nsight Compute; empty: it has none

    bool operator==(const Tip&) const = default;
};

// What a click does: a value of a type that those who draw and those who perform it agree on (app/views/action.h).
struct Click {
    std::any action;
};

// An element of memory.
struct Cell {
    std::string buffer; // name of the memory; empty: the shared memory of the recorded block
    std::uint64_t element = 0;
};

// Rows of cells of equal size, one cell per element of memory; the last row may be shorter.
struct CellGrid {
    std::string buffer; // name of the memory; empty: the shared memory of the recorded block
    Rect area; // of all rows
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::uint64_t first = 0; // element of the first cell
    std::uint64_t of_cell = 1; // elements
    std::uint64_t of_row = 0; // elements from a row to the next
    std::uint64_t end = 0; // one past the last element

    // The first element if a cell has several.
    [[nodiscard]] std::optional<std::uint64_t> element_at(Point point) const;
    // Empty: it is not shown.
    [[nodiscard]] std::optional<Rect> place_of(std::uint64_t element) const;
};

struct Target {
    Rect rect;
    std::variant<Tip, Click, CellGrid> content;

    [[nodiscard]] const Tip* tip() const { return std::get_if<Tip>(&content); }
    [[nodiscard]] const Click* click() const { return std::get_if<Click>(&content); }
    [[nodiscard]] const CellGrid* cells() const { return std::get_if<CellGrid>(&content); }
};

} // namespace warpstage::draw
