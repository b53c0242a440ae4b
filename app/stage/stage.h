// The audience's window, or the same frames without a display: draws the scene and the overlay of a snapshot and handles keys
// and pointer. Used only on the thread that created it, which owns the OpenGL context.
//
// A session that uses the stage's vertex buffers must be destroyed before the stage.
#pragma once

#include "app/stage/capture/capture.h"
#include "app/stage/context/window.h"
#include "app/stage/face.h"
#include "app/stage/render/frame_renderer.h"
#include "app/stage/render/renderer.h"
#include "app/stage/scene/scene_renderer.h"

namespace warpstage::stage {

// The libraries linked with the stage: "GLFW 3.3.8".
[[nodiscard]] std::vector<std::string> library_versions();

// Returns when OpenGL has completed all drawing of the stage on this thread, so that a kernel has the GPU to itself.
void finish_drawing();

class Stage final : public Face {
public:
    using Mode = StageMode;

    // Errors: no display, no OpenGL 4.5, a shader is missing or does not compile.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open_window(const StageOptions& options);
    // Errors: no EGL, no device with OpenGL 4.5, a shader error, an unsupported framebuffer size.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open_offscreen(const StageOptions& options);

    // Never off screen.
    [[nodiscard]] bool should_close() const { return m_window != nullptr && m_window->should_close(); }
    [[nodiscard]] StageParts& parts() override { return m_parts; }
    void take_input(session::Session& session) override;
    void draw(std::shared_ptr<const session::Snapshot> shown, Time now) override;

    // The last frame as pixels or as a PNG file. Call only after draw(). Errors: those of write_png().
    [[nodiscard]] Image image() { return m_capture.image(); }
    [[nodiscard]] Result<void> screenshot(const std::filesystem::path& path) { return m_capture.screenshot(path); }

    // A miniature of the next frame, at most `width` pixels wide, for the presenter's console: available some frames later.
    // Neither call blocks.
    void ask_for_miniature(int width) { m_capture.request_miniature(width); }
    [[nodiscard]] std::optional<Image> take_miniature();
    // Whether the console's key was pressed since the last call.
    [[nodiscard]] bool take_console_request() { return std::exchange(m_parts.console_requested, false); }
    // The position of the window and the number of screens; nothing off screen.
    [[nodiscard]] std::optional<WindowPlace> place() const;

    [[nodiscard]] const RendererName& renderer() const { return m_renderer->name(); }
    [[nodiscard]] const OpeningTimes& opening_times() const { return m_renderer->opening_times(); }
    // Replaced fonts and characters that no font has.
    [[nodiscard]] std::vector<std::string> warnings() const;
    // Creates a new context and all its objects, as draw() does automatically when the driver has lost the context. Errors: no
    // context is available now; draw() retries.
    [[nodiscard]] Result<void> renew_graphics();

    // Before the first frame: keys, scripts and pictures act on the state of the session. Later calls have no effect.
    void begin(const session::Session& session);
    // Input without a window, for scripts and tests that simulate the user.
    void receive(const Event& event);
    // Only a request for a window, always granted off screen. With a size of zero nothing is drawn, as in a minimized window.
    void resize(gl::PixelSize size) { m_renderer->resize(size); }
    [[nodiscard]] gl::PixelSize size() const { return m_renderer->size(); }
    // Opens a file or folder as if it was dropped onto the window.
    void open_file(std::filesystem::path file) { m_parts.launch.open({ std::move(file) }); }
    [[nodiscard]] Mode mode() const { return mode_of(m_parts); }
    [[nodiscard]] const StageSettings& settings() const { return m_parts.presentation.settings(); }
    [[nodiscard]] const OverlayView& overlay() const { return m_state.overlay; }
    [[nodiscard]] std::vector<session::Command> take_commands() { return std::exchange(m_state.commands, {}); }

private:
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open(
        const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, Time began);
    Stage(const StageOptions& options, std::unique_ptr<Renderer> renderer, Window* window);

    StageState m_state;
    std::unique_ptr<Renderer> m_renderer;
    Window* m_window; // the renderer's surface, if it is a window
    SceneRenderer m_scene;
    StageParts m_parts;
    FrameRenderer m_frame;
    Capture m_capture;
};

} // namespace warpstage::stage
