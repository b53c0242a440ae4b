// The audience's window, or the same frames without any display: the scene of a snapshot, the overlay over it, and what keys and
// pointer request. Everything on the thread that made it, which owns the OpenGL context.
//
// A session that was offered the stage's vertex buffers must end before the stage does.
#pragma once

#include "app/stage/stage_parts.h"
#include "core/session/session.h"
#include "core/session/walkthrough/hidden_answer.h"

namespace warpstage::stage {

// The libraries that the stage is linked with, "GLFW 3.3.8".
[[nodiscard]] std::vector<std::string> library_versions();

// Returns when OpenGL has drawn everything that the stage on this thread has given it: what runs on the GPU then has it for
// itself.
void finish_drawing();

class Stage {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Mode = StageMode;

    // Errors: no display, no OpenGL 4.5, a shader that is missing or does not compile.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open_window(const StageOptions& options);
    // Errors: no EGL, no device with OpenGL 4.5, shaders, a size that no framebuffer can have.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open_offscreen(const StageOptions& options);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    // Off screen: never.
    [[nodiscard]] bool should_close() const { return m_parts.window != nullptr && m_parts.window->should_close(); }
    // Processes keys and pointer, passes on what they request of the session, and offers new vertex buffers to it.
    void poll_input(session::Session& session);
    // One frame, shown. `now` moves what is eased and counts frames: equal times give equal pictures.
    void draw(std::shared_ptr<const session::Snapshot> snapshot, Time now);

    // The last frame as pixels or as a PNG file; Errors as of write_png(). Only after a draw().
    [[nodiscard]] Image image() { return m_parts.capture.image(); }
    [[nodiscard]] Result<void> screenshot(const std::filesystem::path& path) { return m_parts.capture.screenshot(path); }

    // The next frame in small, at most `width` pixels wide, for the presenter's console: taken once it has arrived, some frames
    // later. Neither call waits.
    void ask_for_miniature(int width) { m_parts.capture.request_miniature(width); }
    [[nodiscard]] std::optional<Image> take_miniature();
    // Whether the key of the console was pressed since the last call.
    [[nodiscard]] bool take_console_request() { return std::exchange(m_parts.console_requested, false); }
    // Files that were dropped onto the window or chosen on the start page since the last call.
    [[nodiscard]] std::vector<std::filesystem::path> take_dropped();
    // Where the window is and how many screens there are; nothing off screen.
    [[nodiscard]] std::optional<WindowPlace> place() const;

    [[nodiscard]] const RendererName& renderer() const { return m_parts.renderer->name(); }
    [[nodiscard]] const OpeningTimes& opening_times() const { return m_parts.renderer->opening_times(); }
    // Fonts that had to be replaced, characters that no font has.
    [[nodiscard]] std::vector<std::string> warnings() const;
    // A new context, and everything in it made again: what draw() does of itself when the driver has lost the old one. Errors: no
    // context now; draw() goes on trying.
    [[nodiscard]] Result<void> renew_graphics();

    // The parts of poll_input(), for a script or a test that plays the user.
    void receive(const Event& event);
    // A wish of a window, an order off screen; without a side nothing is drawn, as while a window is minimized.
    void resize(gl::PixelSize size) { m_parts.renderer->resize(size); }
    [[nodiscard]] gl::PixelSize size() const { return m_parts.renderer->size(); }
    [[nodiscard]] Mode mode() const { return mode_of(m_parts); }
    [[nodiscard]] const StageSettings& settings() const { return m_parts.presentation.settings(); }
    [[nodiscard]] const OverlayView& overlay() const { return m_parts.state.overlay; }
    [[nodiscard]] std::vector<session::Command> take_commands() { return std::exchange(m_parts.state.commands, {}); }

private:
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open(
        const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, Time began);
    Stage(const StageOptions& options, std::unique_ptr<Renderer> renderer, Window* window);

    void press(const KeyPress& press);

    session::AudienceSnapshots m_audience;
    StageParts m_parts;
};

} // namespace warpstage::stage
