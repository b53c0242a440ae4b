// The function of a place in a picture: a tip that explains it, an action of a click, or memory cells that can be chosen.
#pragma once

#include "app/draw/geometry.h"
#include "core/base/lane_mask.h"
#include "core/session/command.h"

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

// Actions of a click on the window itself, beside the commands of the session.
struct EditParameter {
    std::string id;
};
struct MarkLanes {
    LaneMask lanes = 0; // lanes that access a bank or a cell; they are highlighted in all views; the same lanes again: none
};
struct ChooseStart {
    std::size_t index = 0; // of the start page's entries, followed by the files that it lists
};
struct ChooseField {
    std::size_t row = 0; // of the form for launching a kernel: see app/views/start/launch_page.h
};
struct ChooseTab {
    std::size_t index = 0; // of a narrow window: see app/views/frame/layout.h
};
struct RunCommand {
    std::string_view id; // a row of the stage's table of commands
};
struct ChooseRow {
    std::optional<std::size_t> row; // of the open list; empty: a place in it without action
};
using Action =
    std::variant<session::Command, EditParameter, MarkLanes, RunCommand, ChooseRow, ChooseStart, ChooseField, ChooseTab>;

// The command of a click; null: the click is an action of the window.
template <typename Command> [[nodiscard]] const Command* command_of(const Action& action)
{
    const auto* command = std::get_if<session::Command>(&action);
    return command == nullptr ? nullptr : std::get_if<Command>(command);
}

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
    std::variant<Tip, Action, CellGrid> content;

    [[nodiscard]] const Tip* tip() const { return std::get_if<Tip>(&content); }
    [[nodiscard]] const Action* action() const { return std::get_if<Action>(&content); }
    [[nodiscard]] const CellGrid* cells() const { return std::get_if<CellGrid>(&content); }
};

} // namespace warpstage::draw
