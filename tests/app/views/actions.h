// Queries of the click targets of pictures for tests.
#pragma once

#include "app/views/action.h"

namespace warpstage::views::testing {

// From the lowest to the topmost.
[[nodiscard]] inline std::vector<Action> actions_of(const draw::DrawList& list)
{
    std::vector<Action> actions;
    for (const draw::Target& target : list.targets)
        if (const Action* action = action_of(target.click()))
            actions.push_back(*action);
    return actions;
}

template <typename Command> struct CommandPlace {
    draw::Rect rect;
    Command command;
};
// The places where a click gives this command to the session.
template <typename Command> [[nodiscard]] std::vector<CommandPlace<Command>> places_of(const draw::DrawList& list)
{
    std::vector<CommandPlace<Command>> places;
    for (const draw::Target& target : list.targets)
        if (const Action* action = action_of(target.click()))
            if (const auto* command = command_of<Command>(*action))
                places.push_back({ target.rect, *command });
    return places;
}

} // namespace warpstage::views::testing
