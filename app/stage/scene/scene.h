// A scene that the stage draws itself: what stands in the middle of the window and no view builds. It lives in an OpenGL context
// and is made again in the next one when that is lost. scene_table.cpp says which view's scene it is.
#pragma once

#include "app/stage/scene/camera.h"
#include "app/views/scenes/scene_words.h"
#include "app/views/view.h"
#include "core/session/session.h"

namespace warpstage::stage {

class Renderer;

// What the user has chosen of scenes; stays when they are made again.
struct SceneControls {
    Camera camera;
    bool trails = true;
    views::Coloring coloring = views::Coloring::speed;
};

// What a scene is drawn of. For this frame alone.
struct SceneScope {
    const views::View& view;
    const session::Snapshot& model; // what the view reads
    draw::Rect place; // in the window
    LaneMask marked = 0;
    bool panels_shown = true;
    bool changed = true; // something of this, or the camera, since the last frame
    SceneControls& controls;
    Renderer& renderer;
    draw::DrawList& cells; // gets the targets of what is shown

    [[nodiscard]] const draw::Style& style() const;
    // Marks the cells of a picture that stand out, and gets it ready to be drawn as Graphics::scene.
    void show(draw::DrawList picture) const;
    // And draws it over what is in the target.
    void paint(draw::DrawList picture) const;
};

// How the scene of one frame is drawn.
struct SceneFrame {
    bool shapes = false; // it is a draw list that lies in Graphics::scene, which knows what of it has changed
    std::function<void()> draw; // anything else, over a cleared target; null: there is nothing
    bool stale = false; // draw() gives another picture than in the last frame
};

class Scene {
public:
    Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene() = default;

    [[nodiscard]] virtual SceneFrame prepare(const SceneScope& scope, Seconds elapsed) = 0;
    // New buffers that kernels may write, to offer to the session once.
    [[nodiscard]] virtual std::optional<std::vector<session::VertexBuffer>> take_offer() { return std::nullopt; }
};

// By the view's id; a scene may serve several views.
using Scenes = std::map<std::string_view, std::shared_ptr<Scene>>;
// scene_table.cpp; in the current context. Errors: the shaders.
[[nodiscard]] Result<Scenes> make_scenes(const std::filesystem::path& shaders);

} // namespace warpstage::stage
