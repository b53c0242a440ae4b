// All OpenGL objects of the stage, created and destroyed together: after the loss of a context all of them are created again in
// the next one.
#pragma once

#include "app/stage/capture/miniature.h"
#include "app/stage/painter/painter.h"
#include "app/stage/scene/scene.h"

namespace warpstage::stage {

// GL_RENDERER and GL_VERSION of the current context.
struct RendererName {
    std::string renderer;
    std::string version;
    bool software = false; // software rendering: few pixels should be drawn
};
[[nodiscard]] RendererName current_renderer();
// Whether a GL_RENDERER of that name is a software renderer.
[[nodiscard]] bool draws_on_processor(std::string_view renderer);

// Whether the driver has lost the current context with all its objects. False if the driver cannot report it.
[[nodiscard]] bool context_lost();

struct Graphics {
    // Creates the objects in the current context. Without `drawing` the method that suits the context is chosen. Errors: shaders
    // cannot be loaded.
    [[nodiscard]] static Result<std::unique_ptr<Graphics>> create(
        const std::filesystem::path& shaders, std::optional<Drawing> drawing);

    Drawing drawing;
    std::unique_ptr<Painter> painter;
    Scenes scenes;
    Layers overlay { drawing };
    Mesh scene { drawing }; // text and shapes of the scene
    Mesh marker { drawing };
    Mesh profile { drawing };
    Miniature miniature {};
    std::optional<gl::Framebuffer> kept {}; // the window's content, if only changes are drawn
};

} // namespace warpstage::stage
