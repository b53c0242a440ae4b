// The one table of keys: a row is a key with its modifiers, its words for the audience, and what it does. See key_table.cpp.
#pragma once

#include "app/stage/input/keys.h"
#include "app/views/sheets/keys.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <type_traits>

namespace warpstage::stage {

struct StageParts;

// Either requests something of the session or acts on the stage.
struct KeyAction {
    // Nothing where there is nowhere to go: a remote control that is pressed once too often stays at the last variant.
    using Request = std::optional<session::Command> (*)(const session::Snapshot& shown);
    using Effect = void (*)(StageParts& stage);

    template <typename Function> constexpr KeyAction(Function function) // NOLINT: rows are written with plain functions
    {
        if constexpr (std::is_convertible_v<Function, Request>)
            request = function;
        else
            effect = function;
    }

    Request request = nullptr;
    Effect effect = nullptr;
};

struct KeyStroke {
    Key key; // none of the keyboard in a row that has words alone
    std::optional<Shift> shift {}; // nothing: either, as punctuation needs it, whose level differs between layouts
    Control control = Control::up;
};

struct KeyRow {
    KeyStroke stroke;
    views::KeyWords words; // empty: those of a row before, or none
    KeyAction action;
};

[[nodiscard]] std::span<const KeyRow> key_table();
// Of the rows that have some, in the order of the table.
[[nodiscard]] const std::vector<views::KeyWords>& key_words();

// Null for a key that does nothing.
[[nodiscard]] const KeyRow* key_row(Key key, Shift shift, Control control = Control::up);

} // namespace warpstage::stage
