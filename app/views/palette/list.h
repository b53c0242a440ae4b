// A list with one chosen row: all commands, the lessons, the values of a parameter, the menu of a panel. Typed text filters the
// rows.
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
    std::string detail {}; // secondary text, omitted if it does not fit
    std::string kind {}; // "Lesson", if the list has rows of several kinds
    std::string keys {}; // keys with the same function
    bool present = false; // currently set
    bool available = true; // else it cannot be chosen; the detail states why

    bool operator==(const ListRow&) const = default;
};

struct ListState {
    std::string title;
    std::string hint; // shown in the field while it is empty
    EditorLine field;
    std::vector<ListRow> rows; // that match the typed text
    std::size_t total = 0; // rows while nothing is typed, which determine the height
    std::size_t chosen = 0;
    std::size_t first = 0; // row at the top, unless the chosen row would be outside
    std::optional<draw::Point> at; // of a menu: its upper left corner; empty: in the middle of the window
};

// How many rows of such a list are visible at once, at least 1.
[[nodiscard]] std::size_t list_capacity(const ListState& list, draw::Size window, const draw::Style& style);
// The row at the top.
[[nodiscard]] std::size_t first_list_row(const ListState& list, std::size_t shown);

} // namespace warpstage::views
