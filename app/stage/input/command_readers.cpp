#include "app/stage/input/command_readers.h"

namespace warpstage::stage {

namespace {

using session::Command;
using session::Direction;

// A variant by its id or its number, counted from 1.
Result<Command> choose_variant(const std::string& name, const session::Snapshot& shown)
{
    std::vector<std::string> ids;
    for (const session::VariantView& variant : shown.setup->variants) {
        if (variant.id == name || std::to_string(ids.size() + 1) == name)
            return Command { session::SelectVariant { ids.size() } };
        ids.push_back(variant.id);
    }
    return Error { "The lesson has no variant `" + name + "`. Its variants are " + text::alternatives(ids) + "." };
}

} // namespace

std::optional<Direction> direction_of(std::string_view word)
{
    return word == "next"    ? std::optional(Direction::next)
        : word == "previous" ? std::optional(Direction::previous)
                             : std::nullopt;
}

session::AskLayout with_field(const session::Snapshot& shown, analysis::LayoutField field, const std::string& text)
{
    session::AskLayout order { shown.layout->question };
    order.question.text(field) = text;
    return order;
}

ReadCommand read_lesson(Words& words)
{
    if (direction_of(words.left()))
        return read_direction<session::SelectLesson>(words);
    return Command { session::SelectLesson { words.word() } };
}

ReadCommand read_variant(Words& words)
{
    return ShownCommand { choose_variant, words.word() };
}

ReadCommand read_set(Words& words)
{
    const std::string parameter = words.word();
    return Command { session::SetParameter { parameter, words.rest() } };
}

ReadCommand read_engine(Words& words)
{
    const std::string name = words.word();
    words.require(name == "gpu" || name == "vm");
    if (name == "vm")
        return Command { session::SelectEngine { engine::EngineKind::vm } };
    std::optional<int> gpu;
    if (!words.empty())
        gpu = static_cast<int>(words.number<std::uint8_t>());
    return Command { session::SelectEngine { engine::EngineKind::gpu, gpu } };
}

ReadCommand read_architecture(Words& words)
{
    return Command { session::SelectArchitecture { words.rest() } };
}

// An element of shared memory, or of the named buffer.
ReadCommand read_cell(Words& words)
{
    const auto element = words.number<std::uint64_t>();
    return Command { session::SelectCell { words.empty() ? std::string() : words.word(), element } };
}

// Of a matrix instruction: "A 3 5 14".
ReadCommand read_element(Words& words)
{
    session::SelectElement order;
    order.element.matrix = words.word();
    order.element.row = words.number<std::uint32_t>();
    order.element.column = words.number<std::uint32_t>();
    if (!words.empty())
        order.lane = words.number<std::uint32_t>();
    return Command { order };
}

ReadCommand read_cue(Words& words)
{
    if (direction_of(words.left()))
        return read_direction<session::CueStep>(words);
    const auto number = words.number<std::uint32_t>();
    words.require(number > 0);
    return Command { session::CueStep { Direction::next, number - 1 } };
}

ReadCommand read_stride(Words& words)
{
    const std::string name = words.word();
    const auto stride = std::ranges::find(session::kStrides, name, [](session::Stride of) { return session::name_of(of); });
    const bool known = stride != std::end(session::kStrides);
    words.require(known);
    return Command { session::SelectStride { known ? *stride : session::Stride {} } };
}

// For example 12 30 5: one number per answer of the current question.
ReadCommand read_votes(Words& words)
{
    std::vector<std::uint32_t> votes;
    while (!words.empty() && words.good())
        votes.push_back(words.number<std::uint32_t>());
    return Command { session::SetVotes { std::move(votes) } };
}

} // namespace warpstage::stage
