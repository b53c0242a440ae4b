// The scene in the center of the window, as far as the user controls it: the camera, trails and colors, and the memory cell
// under the pointer.
#pragma once

#include "app/stage/overlay_view.h"
#include "app/stage/scene/camera.h"
#include "app/views/scenes/scene_words.h"

namespace warpstage::stage {

// The user's choices for scenes; kept when scenes are created again.
struct SceneChoices {
    Camera camera;
    bool trails = true;
    views::Coloring coloring = views::Coloring::speed;
};

class SceneControl {
public:
    explicit SceneControl(StageState& state)
        : m_state(state)
    {
    }

    [[nodiscard]] Camera& camera() { return m_controls.camera; }
    void toggle_trails() { m_controls.trails = !m_controls.trails; }
    void next_coloring() { m_controls.coloring = views::next_coloring(m_controls.coloring); }

    // Null if something else is shown in its place.
    [[nodiscard]] const views::View* view() const;
    // The memory cell at a point, in the last drawn scene or on a sheet.
    [[nodiscard]] std::optional<draw::Cell> cell_under(draw::Point point) const;

protected:
    StageState& m_state;
    SceneChoices m_controls;
    draw::DrawList m_cells; // of the last drawn scene: only click targets, in points of the window
};

} // namespace warpstage::stage
