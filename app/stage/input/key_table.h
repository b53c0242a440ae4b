// The table of commands: each row has an action, a key, labels, an entry of the console's menu and a verb of scripts. Key
// handling, the help sheet, the key line, the command list, the panel menus, the console's menu and the commands of scripts are
// generated from it. See key_table.cpp.
#pragma once

#include "app/stage/input/command_readers.h"
#include "app/stage/input/keys.h"
#include "app/views/sheets/keys.h"

#include <type_traits>

namespace warpstage::views {
struct View;
}

namespace warpstage::stage {

struct StageParts;
struct CommandRow;

// A request to the session, or an action on the stage or on one of its figures.
struct CommandAction {
    // Nothing at the ends: a clicker that is pressed once too often stays at the last variant.
    using Request = std::optional<session::Command> (*)(const session::Snapshot& shown);
    using Effect = void (*)(StageParts& stage);
    using FigureEffect = void (*)(StageParts& stage, const views::View& figure);
    using RowEffect = void (*)(StageParts& stage, const CommandRow& row); // the row's id says on what

    constexpr CommandAction() = default; // only with arguments, in a script
    template <typename Function> constexpr CommandAction(Function function) // NOLINT: rows contain plain functions
    {
        if constexpr (std::is_convertible_v<Function, Request>)
            request = function;
        else if constexpr (std::is_convertible_v<Function, FigureEffect>)
            figure_effect = function;
        else if constexpr (std::is_convertible_v<Function, RowEffect>)
            row_effect = function;
        else
            effect = function;
    }

    Request request = nullptr;
    Effect effect = nullptr;
    FigureEffect figure_effect = nullptr;
    RowEffect row_effect = nullptr;
};

struct KeyStroke {
    Key key; // kNoKey in a row without a key
    std::optional<Shift> shift {}; // nothing: with or without Shift, because punctuation requires Shift on some layouts
    Control control = Control::up;
};

enum class ToolIcon : std::uint8_t { none, backward, forward, pause, reload };

// An entry of the menu "Lecture" of the presenter's console. It sends the request of the row, and is disabled without one.
struct LectureEntry {
    std::string_view text {}; // with its mnemonic; empty: no entry
    std::string_view keys {}; // in the console: "PgDown Right"
    int place = 0; // in the menu; tens: the group
    ToolIcon icon = ToolIcon::none; // in the tool bar
    bool (*checked)(const session::Snapshot& shown) = nullptr; // null: cannot be checked
};

// The command in a script, with arguments.
struct Verb {
    std::string_view usage {}; // begins with its name: "cue N|next|previous"
    ReadCommand (*read)(Words& words) = nullptr; // null: not in scripts

    [[nodiscard]] std::string_view name() const { return usage.substr(0, usage.find(' ')); }
};

struct CommandRow {
    KeyStroke stroke;
    views::KeyWords words; // label in the help sheet; empty: described by an earlier row, or not listed
    CommandAction action;
    std::string_view id {}; // for clicks in views and for tests; empty: another key of an earlier row
    std::string_view title {}; // in lists; empty: not listed
    std::string_view views {}; // ids of the views whose menus offer the command; "scene": all scenes
    LectureEntry lecture {};
    Verb verb {};
    std::string_view also {}; // other words with which lists find it
};

[[nodiscard]] std::span<const CommandRow> command_table();
// The labels of all rows that have one, in the order of the table.
[[nodiscard]] const std::vector<views::KeyWords>& key_words();

// Null for a key without a command.
[[nodiscard]] const CommandRow* key_row(Key key, Shift shift, Control control = Control::up);
// Null: unknown id.
[[nodiscard]] const CommandRow* find_command(std::string_view id);
// Null: no command of scripts has this name.
[[nodiscard]] const CommandRow* row_of_verb(std::string_view name);
// Whether the menu of the view offers the command.
[[nodiscard]] bool is_offered_by(const CommandRow& row, const views::View& view);
// "Ctrl K", "Shift F12", "→"; empty where the row has no key.
[[nodiscard]] std::string key_label(const KeyStroke& stroke);

// A command to execute.
struct Invocation {
    const CommandRow* command = nullptr; // never null
    const views::View* figure = nullptr; // for an action on a figure; null: the figure under the pointer
};
void invoke(StageParts& stage, const Invocation& invocation);

} // namespace warpstage::stage
