// What stands in the middle of the window: which scene it is, how it is drawn, and which cell of memory lies under the pointer.
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

    // Null where something else is shown in its place.
    [[nodiscard]] const views::View* view() const;
    // The scene of the state's snapshot, `elapsed` after the last one.
    [[nodiscard]] SceneFrame prepare(Seconds elapsed);
    // The cell of memory at a point, in the scene that was drawn last or on a sheet.
    [[nodiscard]] std::optional<session::SelectCell> cell_under(draw::Point point) const;

private:
    struct Shown { // by the last frame
        const views::View* view = nullptr;
        session::Snapshot model; // what the view reads
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
    draw::DrawList m_cells; // targets alone, in points of the window
};

} // namespace warpstage::stage
