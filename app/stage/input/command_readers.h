// Commands of the session from the words of a script.
#pragma once

#include "app/stage/input/command_words.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

namespace warpstage::stage {

// A command that depends on what is shown when it is executed. Errors: a sentence.
struct ShownCommand {
    Result<session::Command> (*choose)(const std::string& argument, const session::Snapshot& shown) = nullptr;
    std::string argument;
};
using ReadCommand = std::variant<session::Command, ShownCommand>;

// Nothing for other words.
[[nodiscard]] std::optional<session::Direction> direction_of(std::string_view word);

// Each function reads the arguments of one command.
[[nodiscard]] ReadCommand read_lesson(Words& words);
[[nodiscard]] ReadCommand read_variant(Words& words);
[[nodiscard]] ReadCommand read_set(Words& words);
[[nodiscard]] ReadCommand read_engine(Words& words);
[[nodiscard]] ReadCommand read_architecture(Words& words);
[[nodiscard]] ReadCommand read_cell(Words& words);
[[nodiscard]] ReadCommand read_element(Words& words);
[[nodiscard]] ReadCommand read_cue(Words& words);
[[nodiscard]] ReadCommand read_stride(Words& words);
[[nodiscard]] ReadCommand read_votes(Words& words);

template <typename Select> ReadCommand read_direction(Words& words)
{
    const auto direction = direction_of(words.word());
    words.require(direction.has_value());
    return Select { direction.value_or(session::Direction::next) };
}

template <typename Select> ReadCommand read_number(Words& words)
{
    return Select { words.number<std::uint32_t>() };
}

// The question of the view of layouts with another text in a field.
[[nodiscard]] session::AskLayout with_field(const session::Snapshot& shown, analysis::LayoutField field, const std::string& text);

template <analysis::LayoutField field>
Result<session::Command> choose_layout(const std::string& text, const session::Snapshot& shown)
{
    if (const auto checked = analysis::check_field(field, text); !checked)
        return checked.error();
    return session::Command { with_field(shown, field, text) };
}

template <analysis::LayoutField field> ReadCommand read_layout(Words& words)
{
    return ShownCommand { choose_layout<field>, words.rest() };
}

template <typename Alone> ReadCommand read_alone(Words&)
{
    return Alone {};
}

} // namespace warpstage::stage
