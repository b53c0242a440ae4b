// The scene of bodies: drawn with shaders, or on the CPU if OpenGL is rendered in software.
#pragma once

#include "app/stage/scene/particle_buffers.h"
#include "app/stage/scene/particles.h"
#include "app/stage/scene/scene.h"
#include "app/stage/scene/soft_particles.h"

namespace warpstage::stage {

class BodiesScene final : public Scene {
public:
    // Errors: shaders cannot be loaded.
    [[nodiscard]] static Result<std::shared_ptr<Scene>> create(const std::filesystem::path& shaders);
    explicit BodiesScene(ParticleScene particles)
        : m_particles(std::move(particles))
    {
    }

    [[nodiscard]] SceneFrame prepare(const SceneScope& scope, Seconds elapsed) override;
    [[nodiscard]] std::optional<std::vector<session::VertexBuffer>> take_offer() override { return m_bodies.take_offer(); }

private:
    void advance(const SceneScope& scope, bool by_processor, Seconds elapsed);
    void draw(const SceneScope& scope, const ParticleView& view, bool by_processor);

    ParticleScene m_particles;
    ParticleBuffers m_bodies;
    ParticleTrails m_trails;
    SoftParticles m_soft_particles;
    std::uint64_t m_trailed_steps = 0; // of the session; restarts at 0
    bool m_marked = false; // the last frame marked a wrong body
};

} // namespace warpstage::stage
