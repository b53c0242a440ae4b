// An OpenGL context without a window or a display on an NVIDIA GPU, through EGL, as the stage draws off screen. EGL and OpenGL
// are opened at run time, because this test program must start without them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace warpstage::engine::test {

class OffscreenGl {
public:
    struct Outcome {
        std::unique_ptr<OffscreenGl> gl; // current on this thread
        std::string absent; // why this computer cannot: no EGL, or none of NVIDIA's
        std::string failure; // NVIDIA's EGL exists, but failed
    };
    [[nodiscard]] static Outcome create();

    OffscreenGl(const OffscreenGl&) = delete;
    OffscreenGl& operator=(const OffscreenGl&) = delete;
    ~OffscreenGl();

    [[nodiscard]] const std::string& renderer() const { return m_renderer; }

    [[nodiscard]] unsigned create_buffer(std::size_t bytes);
    void delete_buffer(unsigned name);
    void write(unsigned name, std::span<const std::byte> bytes);
    void read(unsigned name, std::span<std::byte> bytes);

private:
    struct Functions;
    OffscreenGl();

    std::unique_ptr<Functions> m_functions;
    void* m_display = nullptr;
    void* m_context = nullptr;
    std::string m_renderer;
};

} // namespace warpstage::engine::test
