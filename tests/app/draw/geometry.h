// Queries of pictures for tests: positions of items, texts, and overlaps of texts.
#pragma once

#include "app/draw/draw_list.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::draw::testing {

using draw::bounds_of;
using draw::inside;

[[nodiscard]] bool overlap(Rect a, Rect b);

[[nodiscard]] std::vector<Text> texts_of(const DrawList& picture);
[[nodiscard]] bool says(const DrawList& picture, std::string_view words); // in one text, as a part of it
// The first text that contains `words`; without one the test fails.
[[nodiscard]] Text text_with(const DrawList& picture, std::string_view words);
// How many items other than texts have this color.
[[nodiscard]] std::size_t count_color(const DrawList& picture, Color color);

// One sentence per error; empty without errors.
[[nodiscard]] std::vector<std::string> outside_items(const DrawList& picture);
[[nodiscard]] std::vector<std::string> colliding_texts(const DrawList& picture);

// Click targets and tips, from the lowest to the topmost.
[[nodiscard]] std::vector<Action> actions_of(const DrawList& list);
[[nodiscard]] std::vector<Tip> tips_of(const DrawList& list);

template <typename Command> struct CommandPlace {
    Rect rect;
    Command command;
};
// The places where a click gives this command to the session.
template <typename Command> [[nodiscard]] std::vector<CommandPlace<Command>> places_of(const DrawList& list)
{
    std::vector<CommandPlace<Command>> places;
    for (const Target& target : list.targets)
        if (const Action* action = target.action(); action != nullptr)
            if (const auto* command = command_of<Command>(*action))
                places.push_back({ target.rect, *command });
    return places;
}

} // namespace warpstage::draw::testing
