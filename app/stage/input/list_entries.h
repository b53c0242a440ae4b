// The entries of the stage's lists: their rows and actions.
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
    layout_field,
    votes,
    menu
};

// Commands are executed in order; a parameter opens the list of its values.
using Choice = std::variant<std::vector<session::Command>, Invocation, views::EditParameter>;

struct ListEntry {
    views::ListRow row;
    Choice choice;
    std::string beside {}; // additional search words; never shown
};

struct ListSubject {
    ListId id = ListId::palette;
    std::string parameter {}; // of a list of values
    const views::View* view = nullptr; // of a panel menu
    analysis::LayoutField field = analysis::LayoutField::layout; // of a layout_field
};

// The title: "Architecture"; for values the parameter, for menus the view.
[[nodiscard]] std::string list_title(const ListSubject& subject, const session::Snapshot& shown);
// Parses the votes for each of `count` choices: "12 30 5"; missing numbers are 0. Nothing for other text.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> votes_in(std::string_view typed, std::size_t count);
[[nodiscard]] std::vector<ListEntry> list_entries(const ListSubject& subject, const session::Snapshot& shown);
// The parts of the snapshot that the entries depend on.
inline constexpr views::Parts kListReads =
    views::Part::setup | views::Part::device | views::Part::run | views::Part::selection | views::Part::layout;

// The entries that match the search text, best first; an empty text matches all entries in their order.
[[nodiscard]] std::vector<std::size_t> matching(const std::vector<ListEntry>& entries, std::string_view typed);

} // namespace warpstage::stage
