// The pointer in the window: clicks on the overlay, drags of the camera and of the timeline, the marker.
#pragma once

#include "app/stage/input/lists.h"
#include "app/stage/overlay_view.h"
#include "app/stage/present/presentation.h"
#include "app/stage/render/screen.h"
#include "app/stage/scene/scene_control.h"
#include "app/stage/start/launch_menu.h"
#include "app/stage/start/start_menu.h"

namespace warpstage::stage {

class Pointer {
public:
    // Pages that cover the stage.
    struct Pages {
        StartMenu& start;
        LaunchMenu& launch;
    };

    // `window`: null off screen.
    Pointer(StageState& state, const Screen& screen, SceneControl& scene, Presentation& presentation, Lists& lists, Pages pages,
        WindowControl* window)
        : m_state(state)
        , m_screen(screen)
        , m_scene(scene)
        , m_presentation(presentation)
        , m_lists(lists)
        , m_pages(pages)
        , m_window(window)
    {
    }

    // Nothing until the pointer has been in the window.
    [[nodiscard]] std::optional<draw::Point> position() const { return m_position; }
    // The view that can be maximized and saved as a figure; null: none.
    [[nodiscard]] const views::View* figure_below() const
    {
        return m_position ? m_state.overlay.figure_at(*m_position) : nullptr;
    }

    void on(const PointerPress& press);
    void on(const PointerMove& move);
    void on(const Wheel& wheel);
    // Called before each frame: while a parameter is dragged, its next value follows when the previous one is shown.
    void follow();
    [[nodiscard]] bool drags_parameter() const { return m_parameter.has_value(); }

private:
    enum class Drag : std::uint8_t { none, camera, timeline };
    // On a touch screen: a finger on rows that it scrolls; a tap if it does not move.
    struct Finger {
        float y = 0.0F; // where the rows were scrolled to
        bool moved = false;
    };

    struct ParameterDrag {
        session::ParameterView from; // when it was pressed
        views::DragParameter drag;
        float x = 0.0F; // of the press
        std::string wanted; // value at the pointer; empty: it has not moved
        std::string sent; // the last one
    };

    struct CyclesDrag {
        OverlayView::CyclesAt from; // when it was pressed
        float x = 0.0F; // of the press
    };

    void begin_drag(draw::Point at);
    void on_other(const PointerPress& press);
    void release();
    void press(draw::Point at);
    [[nodiscard]] bool close_what_covers();
    void perform(const views::Action& action);
    void choose(const draw::Cell& cell);
    void show_cursor(const views::Action* below);
    [[nodiscard]] bool touches() const { return m_screen.style().least_target > 0.0F; }
    [[nodiscard]] bool scrolls(draw::Point at) const;
    void scroll_to(float y);

    StageState& m_state;
    const Screen& m_screen;
    SceneControl& m_scene;
    Presentation& m_presentation;
    Lists& m_lists;
    Pages m_pages;
    WindowControl* m_window;
    std::optional<draw::Point> m_position;
    std::optional<draw::Point> m_pressed; // start of a press in the scene that has not moved: a click if released there
    std::optional<Finger> m_finger;
    Drag m_drag = Drag::none;
    std::optional<ParameterDrag> m_parameter;
    std::optional<CyclesDrag> m_cycles;
    bool m_orbiting = false; // with the right button
    std::optional<draw::Point> m_other_pressed; // start of a press of the right button that has not moved
};

} // namespace warpstage::stage
