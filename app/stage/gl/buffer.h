// A vertex, index or uniform buffer on the device.
#pragma once

#include "app/stage/gl/handle.h"

#include <cstddef>
#include <span>

namespace warpstage::stage::gl {

class Buffer {
public:
    [[nodiscard]] GLuint name() const { return m_handle.name(); }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

    // Room for `bytes`, zeroed. The room stays where it is until the next call, so that CUDA can register it.
    void allocate(std::size_t bytes);
    // Replaces the content from the start. What is longer than the room makes new room; a renderer that still draws the old
    // content keeps it.
    void upload(std::span<const std::byte> content);
    // Overwrites the start of the room, which must be long enough, in place.
    void write(std::span<const std::byte> content);

private:
    struct Kind {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Kind> m_handle;
    std::size_t m_bytes = 0;
};

} // namespace warpstage::stage::gl
