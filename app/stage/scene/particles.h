// Bodies as light, with where they have been: soft sprites added up beyond what a screen can show, then brought back so that
// dense cores glow. On the light theme they are ink that takes light away.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/particle_buffers.h"
#include "app/stage/scene/particle_look.h"

namespace warpstage::stage {

class ParticleScene {
public:
    static constexpr std::size_t kMaxBodies = std::size_t { 1 } << 21; // more are thinned out

    // Errors: the shaders.
    [[nodiscard]] static Result<ParticleScene> create(const std::filesystem::path& shaders);
    // Whether the current context draws as fast as a GPU; measured now.
    [[nodiscard]] static bool fast(const std::filesystem::path& shaders);

    using View = ParticleView;
    // Replaces what is in the visible part.
    void draw(const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style);

private:
    struct Targets {
        gl::Framebuffer light; // as large as the window
        gl::Framebuffer glow_across; // a quarter of it
        gl::Framebuffer glow;
    };

    explicit ParticleScene(std::vector<gl::Program> programs);

    void add_up(const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style);
    void set_uniforms(const ParticleBuffers& bodies, const View& view, const draw::Style& style) const;
    void spread_glow();

    gl::Program m_sprites;
    gl::Program m_reduce;
    gl::Program m_blur;
    gl::Program m_resolve;
    gl::VertexArray m_nothing; // a screen-filling triangle has no vertices of its own
    std::optional<Targets> m_targets;
};

} // namespace warpstage::stage
