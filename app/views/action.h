// The actions of a click on a view: a command of the session, or an action of the window itself.
#pragma once

#include "app/draw/canvas.h"
#include "core/base/lane_mask.h"
#include "core/session/command.h"

#include <cstdint>
#include <optional>

namespace warpstage::views {

struct EditParameter {
    std::string id;
};
struct MarkLanes {
    LaneMask lanes = 0; // lanes that access a bank or a cell; they are highlighted in all views; the same lanes again: none
};
struct ChooseStart {
    std::size_t index = 0; // of the start page's entries, followed by the files that it lists
};
struct ChooseField {
    std::size_t row = 0; // of the form for launching a kernel: see app/views/start/launch_page.h
};
struct ChooseTab {
    std::size_t index = 0; // of a narrow window: see app/views/frame/layout.h
};
struct ChooseCompared {
    std::size_t index = 0; // of ComparedFigure
};
struct RunCommand {
    std::string_view id; // a row of the stage's table of commands
};
struct ChooseRow {
    std::optional<std::size_t> row; // of the open list; empty: a place in it without action
};
// Not a click: dragging sideways changes a parameter by one step for each `pitch` points.
struct DragParameter {
    std::string id;
    float pitch = 1.0F;
    bool opens_list = false; // a click without a movement does
};
// Cycles of the SM view.
struct CycleRange {
    std::uint32_t first = 0;
    std::uint32_t count = 1;

    bool operator==(const CycleRange&) const = default;
};
// Not a click: in this area the wheel shows fewer or more of all cycles, and dragging sideways shows earlier or later ones.
struct ZoomCycles {
    CycleRange shown;
    std::uint32_t all = 1;
};
using Action = std::variant<session::Command, EditParameter, DragParameter, MarkLanes, RunCommand, ChooseRow, ChooseStart,
    ChooseField, ChooseTab, ChooseCompared, ZoomCycles>;

// Adds a target whose click performs the action; later ones are on top.
inline void on_click(draw::Canvas& canvas, draw::Rect rect, Action action)
{
    canvas.click(rect, { std::move(action) });
}

// The same cycles at another scale: `share` (0 to 1) of them stays in its place. Nothing: all cycles.
[[nodiscard]] std::optional<CycleRange> zoomed(const ZoomCycles& cycles, float steps, float share);
// Moved by a share of the shown cycles.
[[nodiscard]] CycleRange moved(const ZoomCycles& cycles, float share);

// The action of a click that on_click() has added; null: none.
[[nodiscard]] inline const Action* action_of(const draw::Click* click)
{
    return click == nullptr ? nullptr : std::any_cast<Action>(&click->action);
}

// The command of a click; null: the click is an action of the window.
template <typename Command> [[nodiscard]] const Command* command_of(const Action& action)
{
    const auto* command = std::get_if<session::Command>(&action);
    return command == nullptr ? nullptr : std::get_if<Command>(command);
}

} // namespace warpstage::views
