// Light accumulated on the CPU, for computers whose OpenGL is rendered in software: for ten thousand small soft sprites a general
// rasterizer takes ten times as long as a specialized loop. The image equals that of shaders/particles.frag, blur.frag and
// resolve.frag.
#pragma once

#include "app/stage/gl/objects.h"

namespace warpstage::stage {

// A soft sprite of light or of ink.
struct LightSprite {
    float x = 0.0F; // pixels from the left and the top of the image
    float y = 0.0F;
    float diameter = 8.0F; // pixels, at least 1.5 and at most 256
    std::array<float, 3> light {}; // at its center; red, green, blue
};

class SoftLight {
public:
    struct Look {
        std::array<float, 3> background {}; // 0..1
        bool ink = false; // the sum is subtracted from the background's light, else added to it
        float glow = 0.9F; // fraction of the light that bright areas spread around them
    };

    // The image of these sprites, rows from the bottom as in OpenGL, four bytes per pixel. Valid until the next call. Sprites may
    // be outside the image; those near it glow into it.
    [[nodiscard]] std::span<const std::uint8_t> draw(gl::PixelSize size, std::span<const LightSprite> sprites, const Look& look);

private:
    // Red, green, blue and an unused element: one vector instruction for all. An extension of GCC and Clang.
    using Light __attribute__((vector_size(16))) = float;

    // The image is computed in bands, whose light stays in the CPU cache from the first sprite to the last pixel. Each thread has
    // one worker.
    struct Bench {
        std::vector<Light> band;
        std::vector<Light> glow_row;
        std::vector<Light> shown_row;
    };

    void spread_glow(gl::PixelSize size, std::span<const LightSprite> sprites);
    void sort_into_bands(gl::PixelSize size, std::span<const LightSprite> sprites);
    // Bands first, first + stride, ...
    void draw_bands(Bench& bench, std::size_t first, std::size_t stride, const Look& look);
    void add(Bench& bench, const LightSprite& sprite, int top, int bottom) const;
    void add_dot(Bench& bench, const LightSprite& sprite, int top, int bottom) const;
    void resolve_row(Bench& bench, int y, int row_of_band, const Look& look, std::span<std::uint8_t> pixels) const;

    gl::PixelSize m_size;
    std::vector<Bench> m_benches;
    std::vector<std::size_t> m_band_ends; // of m_sorted
    std::vector<LightSprite> m_sorted; // band after band
    gl::PixelSize m_glow_size;
    std::vector<Light> m_glow;
    std::vector<Light> m_glow_across;
    std::vector<float> m_grain; // a noise tile
    std::vector<std::uint8_t> m_pixels;
};

} // namespace warpstage::stage
