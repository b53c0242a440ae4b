// Everything of the stage that lives in an OpenGL context, made and given back as a whole: after the driver has lost a context,
// all of it is made again in the next one.
#pragma once

#include "app/stage/capture/miniature.h"
#include "app/stage/painter/layers.h"
#include "app/stage/painter/painter.h"
#include "app/stage/render/drawing.h"
#include "app/stage/scene/matrix.h"
#include "app/stage/scene/particle_buffers.h"
#include "app/stage/scene/particles.h"
#include "app/stage/scene/soft_particles.h"
#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace warpstage::stage {

class Graphics {
public:
    // In the current context. Errors: the shaders. Without a drawing it is what suits the context.
    [[nodiscard]] static Result<std::unique_ptr<Graphics>> create(
        const std::filesystem::path& shaders, std::optional<Drawing> drawing);

    Drawing drawing;
    std::unique_ptr<Painter> painter;
    ParticleScene particles;
    ParticleBuffers bodies;
    ParticleTrails trails;
    SoftParticles soft_particles;
    MatrixScene matrix;
    Layers overlay;
    Mesh scene; // words and shapes of whatever stands in the middle
    Mesh marker;
    Mesh profile;
    Miniature miniature;
    std::optional<gl::Framebuffer> kept; // the picture of a window, where only what has changed is drawn

private:
    Graphics(Drawing chosen, std::unique_ptr<Painter> made_painter, ParticleScene made_particles, MatrixScene made_matrix);
};

} // namespace warpstage::stage
