// How a frame is drawn: the scene, the overlay over it, and what is over both. A GPU draws whole frames. Where the processor
// draws, only what has changed is drawn again: a class looks at one picture for minutes while a simulation takes all the time
// that drawing leaves.
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

    void toggle_profile() { m_profile_shown = !m_profile_shown; }
    void adopt_style();
    // Draws what is shown `elapsed` after the frame before. Whether there is something new to show.
    bool render(Seconds elapsed, Time now, float frames_per_second);
    // The same frame again: pixels of a window are undefined once they have been shown.
    void repeat() { static_cast<void>(render(Seconds(0), m_now, m_frames_per_second)); }

private:
    struct Shown { // by the last frame, where only what changes is drawn
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
    bool m_profile_shown = false;
    std::optional<Shown> m_shown; // nothing: everything is to be drawn
    Time m_now;
    float m_frames_per_second = 0.0F;
};

} // namespace warpstage::stage
