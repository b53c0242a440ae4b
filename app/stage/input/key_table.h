// The one table of commands: a row is what it does, the key that does it, and its words for the audience. Keys, the help sheet,
// the line of keys, the list of all commands and the menus of panels are made from it. See key_table.cpp.
#pragma once

#include "app/stage/input/keys.h"
#include "app/views/sheets/keys.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <type_traits>

namespace warpstage::views {
struct View;
}

namespace warpstage::stage {

struct StageParts;

// Requests something of the session, or acts on the stage or on one of its figures.
struct CommandAction {
    // Nothing where there is nowhere to go: a remote control that is pressed once too often stays at the last variant.
    using Request = std::optional<session::Command> (*)(const session::Snapshot& shown);
    using Effect = void (*)(StageParts& stage);
    using FigureEffect = void (*)(StageParts& stage, const views::View& figure);

    template <typename Function> constexpr CommandAction(Function function) // NOLINT: rows are written with plain functions
    {
        if constexpr (std::is_convertible_v<Function, Request>)
            request = function;
        else if constexpr (std::is_convertible_v<Function, FigureEffect>)
            figure_effect = function;
        else
            effect = function;
    }

    Request request = nullptr;
    Effect effect = nullptr;
    FigureEffect figure_effect = nullptr;
};

struct KeyStroke {
    Key key; // none of the keyboard in a row without one
    std::optional<Shift> shift {}; // nothing: either, as punctuation needs it, whose level differs between layouts
    Control control = Control::up;
};

struct CommandRow {
    KeyStroke stroke;
    views::KeyWords words; // of the help sheet; empty: those of a row before, or none
    CommandAction action;
    std::string_view id {}; // for a click in a view, for tests; empty: the same as a row before, by another key
    std::string_view title {}; // in lists; empty: it stands in none
    std::string_view views {}; // ids of those whose menus offer it, "scene": all scenes
};

[[nodiscard]] std::span<const CommandRow> command_table();
// Of the rows that have some, in the order of the table.
[[nodiscard]] const std::vector<views::KeyWords>& key_words();

// Null for a key that does nothing.
[[nodiscard]] const CommandRow* key_row(Key key, Shift shift, Control control = Control::up);
// Null: there is none of that id.
[[nodiscard]] const CommandRow* find_command(std::string_view id);
// Whether the menu of a view offers it.
[[nodiscard]] bool is_offered_by(const CommandRow& row, const views::View& view);
// "Ctrl K", "Shift F12", "→"; empty where the row has no key.
[[nodiscard]] std::string key_label(const KeyStroke& stroke);

// A command to be carried out.
struct Invocation {
    const CommandRow* command = nullptr; // never null
    const views::View* figure = nullptr; // of an action that wants one; null: the one under the pointer
};
void invoke(StageParts& stage, const Invocation& invocation);

} // namespace warpstage::stage
