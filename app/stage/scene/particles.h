// Bodies as light, with where they have been: soft sprites added up beyond what a screen can show, then brought back so that
// dense cores glow. On the light theme they are ink that takes light away.
#pragma once

#include "app/draw/style.h"
#include "app/stage/context/surface.h"
#include "app/stage/gl/framebuffer.h"
#include "app/stage/gl/program.h"
#include "app/stage/gl/vertex_array.h"
#include "app/stage/scene/camera.h"
#include "app/stage/scene/particle_buffers.h"
#include "app/stage/scene/particle_colors.h"
#include "app/stage/scene/particle_trails.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace warpstage::stage {

class ParticleScene {
public:
    static constexpr std::size_t kMostBodies = std::size_t { 1 } << 21; // more are thinned out

    // Errors: the shaders.
    [[nodiscard]] static Result<ParticleScene> create(const std::filesystem::path& shaders);
    // Whether the current context draws as fast as a GPU; measured now.
    [[nodiscard]] bool fast() const;

    struct View {
        GLuint framebuffer = 0;
        gl::PixelSize size; // of the framebuffer
        draw::Rect visible; // part of it that shows the scene
        Projection projection;
        float magnification = 1.0F; // of the camera: sprites grow with its root
        float speed = 1.0F; // end of the colour scale
        std::optional<Camera::Axes> axes {}; // of bodies in space
        float radius = 1.0F; // of the world
        Coloring coloring = Coloring::speed;
        std::uint32_t threads = 0; // of a block; 0: the host computes, and only speed can be shown
        std::uint32_t bodies_a_thread = 1;
        std::optional<std::uint64_t> recorded_block {};
    };
    // Replaces what is in the visible part.
    void draw(const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style);

private:
    struct Targets {
        gl::Framebuffer light; // as large as the window
        gl::Framebuffer glow_across; // a quarter of it
        gl::Framebuffer glow;
    };

    ParticleScene(gl::Program sprites, gl::Program reduce, gl::Program blur, gl::Program resolve);

    void add_up(const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style);
    void say_what_is_shown(const ParticleBuffers& bodies, const View& view, const draw::Style& style) const;
    void spread_glow();

    gl::Program m_sprites;
    gl::Program m_reduce;
    gl::Program m_blur;
    gl::Program m_resolve;
    gl::VertexArray m_nothing; // a screen-filling triangle has no vertices of its own
    std::optional<Targets> m_targets;
};

} // namespace warpstage::stage
