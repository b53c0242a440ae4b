// A miniature of a frame, read back without waiting for the GPU: requested in one frame, available some frames later.
#pragma once

#include "app/stage/capture/png.h"
#include "app/stage/gl/objects.h"

namespace warpstage::stage {

class Miniature {
public:
    Miniature() = default;
    Miniature(const Miniature&) = delete;
    Miniature& operator=(const Miniature&) = delete;
    ~Miniature();

    // Starts the copy of `framebuffer`, of `size` pixels, scaled down to at most `width`. No effect while an earlier copy is in
    // progress.
    void begin(GLuint framebuffer, gl::PixelSize size, int width);
    [[nodiscard]] bool pending() const { return m_arrived != nullptr; }
    // The copy, when it has arrived. Never blocks.
    [[nodiscard]] std::optional<Image> take();

private:
    void make_room(gl::PixelSize half, gl::PixelSize small);

    // Two reductions of at most one half each, so that every pixel of the window contributes; one larger reduction would skip
    // most pixels.
    std::optional<gl::Framebuffer> m_half;
    std::optional<gl::Framebuffer> m_small;
    gl::Buffer m_pixels;
    GLsync m_arrived = nullptr;
};

} // namespace warpstage::stage
