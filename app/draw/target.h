// What a place in a picture is for: a tip that explains it, an action of a click, or cells of memory that can be chosen.
#pragma once

#include "app/draw/geometry.h"
#include "core/base/lane_mask.h"
#include "core/session/command.h"

namespace warpstage::draw {

// Shown beside the mouse when it rests on a value.
struct Tip {
    std::string title;
    std::string definition; // one sentence
    std::string formula; // with the present values; empty: there is none
    std::string source; // where the value comes from
    std::string nsight; // its name in Nsight Compute; empty: it has none

    bool operator==(const Tip&) const = default;
};

// What a click asks of the window itself, beside the commands of the session.
struct EditParameter {
    std::string id;
};
struct MarkLanes {
    LaneMask lanes = 0; // that access a bank or a cell; they stand out in all views, the same again: none
};
struct ChooseStart {
    std::size_t index = 0; // of the start page's entries, behind them of the files that it lists
};
struct RunCommand {
    std::string_view id; // a row of the stage's table of commands
};
struct ChooseRow {
    std::optional<std::size_t> row; // of the open list; nothing: a place in it that does nothing
};
using Action = std::variant<session::Command, EditParameter, MarkLanes, RunCommand, ChooseRow, ChooseStart>;

// The command of a click; null: the click asks something of the window.
template <typename Command> [[nodiscard]] const Command* command_of(const Action& action)
{
    const auto* command = std::get_if<session::Command>(&action);
    return command == nullptr ? nullptr : std::get_if<Command>(command);
}

// Rows of cells of one size, each for an element of memory; the last row may be shorter.
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

struct Target {
    Rect rect;
    std::variant<Tip, Action, CellGrid> content;

    [[nodiscard]] const Tip* tip() const { return std::get_if<Tip>(&content); }
    [[nodiscard]] const Action* action() const { return std::get_if<Action>(&content); }
    [[nodiscard]] const CellGrid* cells() const { return std::get_if<CellGrid>(&content); }
};

} // namespace warpstage::draw
