// Draws a frame: the scene, the overlay, and the layers above both. A GPU draws whole frames. On the CPU only changed regions are
// redrawn, to leave CPU time to the simulation.
#pragma once

#include "app/stage/overlay_view.h"
#include "app/stage/present/presentation.h"
#include "app/stage/render/renderer.h"
#include "app/stage/scene/scene_renderer.h"

namespace warpstage::stage {

class FrameRenderer {
public:
    using Time = std::chrono::steady_clock::time_point;

    FrameRenderer(StageState& state, Renderer& renderer, SceneRenderer& scene, Presentation& presentation)
        : m_state(state)
        , m_renderer(renderer)
        , m_scene(scene)
        , m_presentation(presentation)
    {
    }

    void adopt_style();
    // Draws a frame, `elapsed` after the previous one. Returns whether it differs from the previous frame.
    bool render(Seconds elapsed, Time now, float frames_per_second);
    // Draws the same frame again: the pixels of a window are undefined after it has been shown.
    void repeat() { static_cast<void>(render(Seconds(0), m_now, m_frames_per_second)); }

private:
    struct Shown { // state of the last frame, for redrawing only changes
        std::uint64_t generation = 0; // of the renderer
        gl::PixelSize size;
        const views::View* view = nullptr; // of the scene
        draw::Rect scene;
        bool marker = false;
        bool profile = false;

        bool operator==(const Shown&) const = default;
    };

    bool render_changes(Seconds elapsed);
    void paint_marker();
    void paint_profile();
    [[nodiscard]] draw::Rect profile_place() const;

    StageState& m_state;
    Renderer& m_renderer;
    SceneRenderer& m_scene;
    Presentation& m_presentation;
    std::optional<Shown> m_shown; // nothing: draw everything
    Time m_now;
    float m_frames_per_second = 0.0F;
};

} // namespace warpstage::stage
