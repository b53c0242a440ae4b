// The scene in the center of the window: which scene is shown, how it is drawn, and which memory cell is under the pointer.
#pragma once

#include "app/stage/overlay_view.h"
#include "app/stage/render/renderer.h"
#include "app/stage/scene/scene.h"

namespace warpstage::stage {

class SceneRenderer {
public:
    SceneRenderer(StageState& state, Renderer& renderer)
        : m_state(state)
        , m_renderer(renderer)
    {
    }

    [[nodiscard]] Camera& camera() { return m_controls.camera; }
    void toggle_trails() { m_controls.trails = !m_controls.trails; }
    void next_coloring() { m_controls.coloring = views::next_coloring(m_controls.coloring); }

    // Null if something else is shown in its place.
    [[nodiscard]] const views::View* view() const;
    // Prepares the scene of the state's snapshot, `elapsed` after the last frame.
    [[nodiscard]] SceneFrame prepare(Seconds elapsed);
    // The memory cell at a point, in the last drawn scene or on a sheet.
    [[nodiscard]] std::optional<session::SelectCell> cell_under(draw::Point point) const;

private:
    struct Shown { // state of the last frame
        const views::View* view = nullptr;
        session::Snapshot model; // input of the view
        draw::Rect place;
        LaneMask marked = 0;
        bool panels_shown = true;
        Projection camera;
        std::uint64_t generation = 0; // of the renderer

        bool operator==(const Shown&) const = default;
    };

    StageState& m_state;
    Renderer& m_renderer;
    SceneControls m_controls;
    Shown m_shown;
    draw::DrawList m_cells; // only click targets, in points of the window
};

} // namespace warpstage::stage
