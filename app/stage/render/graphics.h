// Everything of the stage that lives in an OpenGL context, made and given back as a whole: after the driver has lost a context,
// all of it is made again in the next one.
#pragma once

#include "app/stage/capture/miniature.h"
#include "app/stage/painter/painter.h"
#include "app/stage/scene/scene.h"

namespace warpstage::stage {

// Of the current context: GL_RENDERER and GL_VERSION.
struct RendererName {
    std::string renderer;
    std::string version;
    bool software = false; // the processor draws: spare pixels
};
[[nodiscard]] RendererName current_renderer();
// Whether a GL_RENDERER of that name is a program for the processor.
[[nodiscard]] bool draws_on_processor(std::string_view renderer);

// The driver has lost the current context, with all that was in it. Never where it cannot report it.
[[nodiscard]] bool context_lost();

struct Graphics {
    // In the current context. Errors: the shaders. Without a drawing it is what suits the context.
    [[nodiscard]] static Result<std::unique_ptr<Graphics>> create(
        const std::filesystem::path& shaders, std::optional<Drawing> drawing);

    Drawing drawing;
    std::unique_ptr<Painter> painter;
    Scenes scenes;
    Layers overlay { drawing };
    Mesh scene { drawing }; // words and shapes of whatever stands in the middle
    Mesh marker { drawing };
    Mesh profile { drawing };
    Miniature miniature {};
    std::optional<gl::Framebuffer> kept {}; // the picture of a window, where only what has changed is drawn
};

} // namespace warpstage::stage
