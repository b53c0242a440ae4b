// A scene in the center of the window that the stage draws itself, not a view. It belongs to an OpenGL context and is created
// again after the loss of the context. scene_table.cpp assigns scenes to views.
#pragma once

#include "app/stage/scene/scene_control.h"
#include "app/views/view.h"
#include "core/session/session.h"

namespace warpstage::stage {

class Renderer;

// The inputs of a scene. Valid for one frame.
struct SceneScope {
    const views::View& view;
    const session::Snapshot& model; // input of the view
    draw::Rect place; // in the window
    LaneMask marked = 0;
    bool panels_shown = true;
    bool changed = true; // these inputs or the camera have changed since the last frame
    SceneChoices& controls;
    Renderer& renderer;
    draw::DrawList& cells; // receives the click targets

    [[nodiscard]] const draw::Style& style() const;
    // Highlights the marked cells of a draw list and stores it in Graphics::scene.
    void show(draw::DrawList picture) const;
    // The same, and paints it over the target.
    void paint(draw::DrawList picture) const;
};

// How the scene of one frame is drawn.
struct SceneFrame {
    bool shapes = false; // the scene is a draw list in Graphics::scene, which tracks its changes
    std::function<void()> draw; // otherwise draws the scene over a cleared target; null: nothing
    bool stale = false; // draw() gives another result than in the last frame
};

class Scene {
public:
    Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene() = default;

    [[nodiscard]] virtual SceneFrame prepare(const SceneScope& scope, Seconds elapsed) = 0;
    // New buffers that kernels may write, to offer to the session; returned once.
    [[nodiscard]] virtual std::optional<std::vector<session::VertexBuffer>> take_offer() { return std::nullopt; }
};

// By the view's id; a scene may serve several views.
using Scenes = std::map<std::string_view, std::shared_ptr<Scene>>;
// Creates the scenes in the current context; see scene_table.cpp. Errors: shaders cannot be loaded.
[[nodiscard]] Result<Scenes> make_scenes(const std::filesystem::path& shaders);

} // namespace warpstage::stage
