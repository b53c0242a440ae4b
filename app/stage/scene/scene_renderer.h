// The scene in the center of the window: which scene is shown, how it is drawn, and which memory cell is under the pointer.
#pragma once

#include "app/stage/overlay_view.h"
#include "app/stage/render/renderer.h"
#include "app/stage/scene/scene.h"

namespace warpstage::stage {

class SceneRenderer final : public SceneControl {
public:
    SceneRenderer(StageState& state, Renderer& renderer)
        : SceneControl(state)
        , m_renderer(renderer)
    {
    }

    // Prepares the scene of the state's snapshot, `elapsed` after the last frame.
    [[nodiscard]] SceneFrame prepare(Seconds elapsed);

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

    Renderer& m_renderer;
    Shown m_shown;
};

} // namespace warpstage::stage
