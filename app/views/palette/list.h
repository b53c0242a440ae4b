// A list of which one row is chosen: all commands, the lessons, a parameter's values, the menu of a panel. What is typed leaves
// the rows that answer it.
#pragma once

#include "app/draw/style.h"
#include "app/views/setup/editor_line.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::views {

struct ListRow {
    std::string label;
    std::string detail {}; // read second, left out where it has no room
    std::string kind {}; // "Lesson", where rows of several kinds stand together
    std::string keys {}; // that do the same
    bool present = false; // it is so now
    bool available = true; // else it cannot be chosen; the detail says why

    bool operator==(const ListRow&) const = default;
};

struct ListState {
    std::string title;
    std::string hint; // in the field while it is empty
    EditorLine field;
    std::vector<ListRow> rows; // that answer what is typed
    std::size_t total = 0; // rows while nothing is typed, for which there is room
    std::size_t chosen = 0;
    std::size_t first = 0; // row at the top, unless the chosen one would not be seen then
    std::optional<draw::Point> at; // of a menu: its upper left corner; nothing: in the middle of the window
};

// How many rows such a list shows at the same time, at least 1.
[[nodiscard]] std::size_t list_capacity(const ListState& list, draw::Size window, const draw::Style& style);
// The row at the top.
[[nodiscard]] std::size_t first_list_row(const ListState& list, std::size_t shown);

} // namespace warpstage::views
