// The table of commands: each row has an action, a key and labels. Key handling, the help sheet, the key line, the command list
// and the panel menus are generated from it. See key_table.cpp.
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

// A request to the session, or an action on the stage or on one of its figures.
struct CommandAction {
    // Nothing at the ends: a clicker that is pressed once too often stays at the last variant.
    using Request = std::optional<session::Command> (*)(const session::Snapshot& shown);
    using Effect = void (*)(StageParts& stage);
    using FigureEffect = void (*)(StageParts& stage, const views::View& figure);

    template <typename Function> constexpr CommandAction(Function function) // NOLINT: rows contain plain functions
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
    Key key; // kNoKey in a row without a key
    std::optional<Shift> shift {}; // nothing: with or without Shift, because punctuation requires Shift on some layouts
    Control control = Control::up;
};

struct CommandRow {
    KeyStroke stroke;
    views::KeyWords words; // label in the help sheet; empty: described by an earlier row, or not listed
    CommandAction action;
    std::string_view id {}; // for clicks in views and for tests; empty: another key of an earlier row
    std::string_view title {}; // in lists; empty: not listed
    std::string_view views {}; // ids of the views whose menus offer the command; "scene": all scenes
};

[[nodiscard]] std::span<const CommandRow> command_table();
// The labels of all rows that have one, in the order of the table.
[[nodiscard]] const std::vector<views::KeyWords>& key_words();

// Null for a key without a command.
[[nodiscard]] const CommandRow* key_row(Key key, Shift shift, Control control = Control::up);
// Null: unknown id.
[[nodiscard]] const CommandRow* find_command(std::string_view id);
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
