#include "app/stage/capture/miniature.h"

namespace warpstage::stage {

namespace {

gl::PixelSize scaled_to_width(gl::PixelSize size, int width)
{
    width = std::clamp(width, 1, size.width);
    return { width, std::max(1, static_cast<int>(static_cast<long>(size.height) * width / size.width)) };
}

} // namespace

Miniature::~Miniature()
{
    if (m_arrived != nullptr)
        glDeleteSync(m_arrived);
}

void Miniature::make_room(gl::PixelSize half, gl::PixelSize small)
{
    if (!m_half || m_half->size() != half)
        m_half.emplace(half, GL_RGBA8);
    if (!m_small || m_small->size() != small) {
        m_small.emplace(small, GL_RGBA8);
        m_pixels.allocate(std::size_t { 4 } * static_cast<std::size_t>(small.width) * static_cast<std::size_t>(small.height));
    }
}

void Miniature::begin(GLuint framebuffer, gl::PixelSize size, int width)
{
    if (pending() || size.width <= 0 || size.height <= 0)
        return;
    const gl::PixelSize small = scaled_to_width(size, width);
    const gl::PixelSize half = scaled_to_width(size, std::max(small.width, size.width / 2));
    make_room(half, small);
    glBlitNamedFramebuffer(framebuffer, m_half->name(), 0, 0, size.width, size.height, 0, 0, half.width, half.height,
        GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBlitNamedFramebuffer(m_half->name(), m_small->name(), 0, 0, half.width, half.height, 0, 0, small.width, small.height,
        GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_small->name());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, m_pixels.name());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, small.width, small.height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    m_arrived = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
}

std::optional<Image> Miniature::take()
{
    if (!pending())
        return std::nullopt;
    const GLenum state = glClientWaitSync(m_arrived, 0, 0);
    if (state == GL_TIMEOUT_EXPIRED)
        return std::nullopt;
    glDeleteSync(m_arrived);
    m_arrived = nullptr;
    if (state == GL_WAIT_FAILED)
        return std::nullopt;
    const gl::PixelSize small = m_small->size();
    Image image { static_cast<std::uint32_t>(small.width), static_cast<std::uint32_t>(small.height), {} };
    image.rgba.resize(std::size_t { 4 } * image.width * image.height);
    glGetNamedBufferSubData(m_pixels.name(), 0, static_cast<GLsizeiptr>(image.rgba.size()), image.rgba.data());
    flip_rows(image);
    return image;
}

} // namespace warpstage::stage
