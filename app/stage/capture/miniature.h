// A frame in small, read back without waiting for the GPU: asked for in one frame, taken some frames later.
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

    // Starts the copy of `framebuffer`, `size` pixels large, no wider than `width`. Nothing happens while an older copy is on its
    // way.
    void begin(GLuint framebuffer, gl::PixelSize size, int width);
    [[nodiscard]] bool pending() const { return m_arrived != nullptr; }
    // The copy, once it has arrived. Never waits.
    [[nodiscard]] std::optional<Image> take();

private:
    void make_room(gl::PixelSize half, gl::PixelSize small);

    // Two steps of at most a half each: every pixel of a window counts, where one large step would leave most of them out.
    std::optional<gl::Framebuffer> m_half;
    std::optional<gl::Framebuffer> m_small;
    gl::Buffer m_pixels;
    GLsync m_arrived = nullptr;
};

} // namespace warpstage::stage
