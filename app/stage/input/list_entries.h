// What the lists of the stage hold: every row, and what choosing it does.
#pragma once

#include "app/stage/input/key_table.h"
#include "app/views/view.h"

namespace warpstage::stage {

enum class ListId : std::uint8_t {
    palette,
    lessons,
    variants,
    compared,
    architectures,
    warp_widths,
    engines,
    parameters,
    values,
    votes,
    menu
};

// Is done in its order; a parameter opens the list of its values.
using Choice = std::variant<std::vector<session::Command>, Invocation, draw::EditParameter>;

struct ListEntry {
    views::ListRow row;
    Choice choice;
    std::string beside {}; // words that find it, too; never shown
};

struct ListSubject {
    ListId id = ListId::palette;
    std::string parameter {}; // of values
    const views::View* view = nullptr; // of a menu
};

// "Architecture"; of values and menus: what they are of.
[[nodiscard]] std::string list_title(const ListSubject& subject, const session::Snapshot& shown);
// How many are for each of `count` choices, as typed: "12 30 5"; what is missing is 0. Nothing for anything else.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> votes_in(std::string_view typed, std::size_t count);
[[nodiscard]] std::vector<ListEntry> list_entries(const ListSubject& subject, const session::Snapshot& shown);
// What they are made of.
inline constexpr views::Parts kListReads = views::Part::setup | views::Part::device | views::Part::run | views::Part::selection;

// The entries that answer what is typed, the best first; nothing typed: all, as they stand.
[[nodiscard]] std::vector<std::size_t> matching(const std::vector<ListEntry>& entries, std::string_view typed);

} // namespace warpstage::stage
