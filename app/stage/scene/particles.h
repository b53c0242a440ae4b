// Bodies and their trails as light: soft sprites accumulated in high dynamic range and tone-mapped, so that dense cores glow. In
// the light theme they absorb light like ink.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/particle_buffers.h"
#include "app/stage/scene/particle_look.h"

namespace warpstage::stage {

class ParticleScene {
public:
    static constexpr std::size_t kMaxBodies = std::size_t { 1 } << 21; // of more bodies only a subset is drawn

    // Errors: shaders cannot be loaded.
    [[nodiscard]] static Result<ParticleScene> create(const std::filesystem::path& shaders);
    // Measures whether the current context draws as fast as a GPU.
    [[nodiscard]] static bool fast(const std::filesystem::path& shaders);

    using View = ParticleView;
    // Replaces the content of the visible part.
    void draw(const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style);

private:
    struct Targets {
        gl::Framebuffer light; // as large as the window
        gl::Framebuffer glow_across; // a quarter of the window's size
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
    gl::VertexArray m_nothing; // a screen-filling triangle needs no vertex buffer
    std::optional<Targets> m_targets;
};

} // namespace warpstage::stage
