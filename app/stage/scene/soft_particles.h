// Bodies and their trails drawn on the CPU: the counterpart of ParticleScene (particles.h), which uses shaders.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/scene/particle_look.h"
#include "app/stage/scene/soft_light.h"
#include "core/session/snapshot.h"

namespace warpstage::stage {

class SoftParticles {
public:
    // Adds the positions of the bodies if they have moved and enough time has passed. The frame must be on the host.
    void advance_trails(const std::shared_ptr<const session::ParticleFrame>& frame, Seconds elapsed);
    void clear_trails();

    // Whether the last drawn image was of this view, in a framebuffer of this size.
    [[nodiscard]] bool drawn(
        const std::shared_ptr<const session::ParticleFrame>& frame, const ParticleView& view, const draw::Style& style) const;
    // Replaces the visible part of the view's framebuffer.
    void draw(const std::shared_ptr<const session::ParticleFrame>& frame, const ParticleView& view, const draw::Style& style);

    // Number of bodies per drawn body.
    [[nodiscard]] static std::size_t every(std::size_t bodies);

private:
    struct Area { // of a window, in pixels from its top left
        int left = 0;
        int top = 0;
        gl::PixelSize size;
    };

    void collect_sprites(const session::ParticleFrame& frame, const ParticleView& view, const draw::Style& style, Area area);
    void collect_colors(const session::ParticleFrame& frame, const ParticleView& view, draw::Theme theme);
    void add_trail(const session::ParticleFrame& newer, const session::ParticleFrame& older, const ParticleView& view,
        const SpriteLook& look, Area area);
    void add_sprites(const session::ParticleFrame& places, const ParticleView& view, const SpriteLook& look, Area area);

    std::deque<std::shared_ptr<const session::ParticleFrame>> m_trails; // newest first
    TrailClock m_trail_clock;
    std::vector<Rgb> m_colors; // of the drawn bodies
    std::vector<LightSprite> m_sprites;
    SoftLight m_light;
    std::optional<gl::Framebuffer> m_image;
    struct Drawn {
        std::shared_ptr<const session::ParticleFrame> frame;
        std::size_t trails = 0;
        ParticleView view;
        draw::Theme theme = draw::Theme::dark;
        float scale = 1.0F;
    };
    std::optional<Drawn> m_drawn;
};

} // namespace warpstage::stage
