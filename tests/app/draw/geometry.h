// What the tests ask of pictures: where items lie, what they say, and whether texts stand on one another.
#pragma once

#include "app/draw/draw_list.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::draw::testing {

[[nodiscard]] Rect bounds_of(const Item& item);
[[nodiscard]] bool inside(Rect inner, Rect outer, float tolerance);
[[nodiscard]] bool overlap(Rect a, Rect b);

[[nodiscard]] std::vector<Text> texts_of(const DrawList& picture);
[[nodiscard]] bool says(const DrawList& picture, std::string_view words); // in one text, as a part of it
// The first text that holds `words`; the test fails where there is none.
[[nodiscard]] Text text_with(const DrawList& picture, std::string_view words);
// How many items other than texts have this colour.
[[nodiscard]] std::size_t count_color(const DrawList& picture, Color color);

// Each a sentence about what is wrong; none where all is well.
[[nodiscard]] std::vector<std::string> outside_items(const DrawList& picture);
[[nodiscard]] std::vector<std::string> colliding_texts(const DrawList& picture);

// What can be clicked, and what is said, from the lowest to the topmost.
[[nodiscard]] std::vector<Action> actions_of(const DrawList& list);
[[nodiscard]] std::vector<Tip> tips_of(const DrawList& list);

template <typename Command> struct CommandPlace {
    Rect rect;
    Command command;
};
// Where a click asks the session for this.
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
