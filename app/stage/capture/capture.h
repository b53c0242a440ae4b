// What is taken out of the window: pictures, figures, a clip, the clipboard, and the small picture for the presenter's console.
#pragma once

#include "app/stage/capture/outside_program.h"
#include "app/stage/capture/png.h"
#include "app/stage/overlay_view.h"
#include "app/stage/render/frame_renderer.h"

namespace warpstage::stage {

// A recorded clip: frames as numbered PNG files in a folder of their own, and a video of them where ffmpeg is installed.
class Clip {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr int kFramesPerSecond = 30;

    // `folder` is made and must not be there yet; the video becomes its name with ".mp4". Errors: it cannot be made.
    [[nodiscard]] static Result<Clip> begin(const std::filesystem::path& folder);

    // Whether a frame is due: every thirtieth of a second, whatever the screen's rate.
    [[nodiscard]] bool wants_frame(Time now) const;
    // Errors as of write_png().
    [[nodiscard]] Result<void> add(const Image& frame, Time now);
    // Starts the encoder where there is one, and says what was made.
    [[nodiscard]] std::string finish();

    [[nodiscard]] std::size_t frames() const { return m_frames; }

private:
    explicit Clip(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    std::filesystem::path m_folder;
    std::size_t m_frames = 0;
    std::optional<Time> m_next;
    std::optional<OutsideProgram> m_encoder;
};

class Capture {
public:
    using Time = std::chrono::steady_clock::time_point;

    Capture(StageState& state, Renderer& renderer, FrameRenderer& frame, const StageOptions& options)
        : m_state(state)
        , m_renderer(renderer)
        , m_frame(frame)
        , m_folder(options.pictures)
        , m_save_figure(options.save_figure)
    {
    }

    // The last frame as pixels or as a PNG file; Errors as of write_png(). Only after a frame.
    [[nodiscard]] Image image();
    [[nodiscard]] Result<void> screenshot(const std::filesystem::path& path);

    // Each shows a message with what was saved, or why not.
    void save_picture();
    // As pixels and as vectors, on paper's background.
    void save_figure(const views::View& below);
    void copy_picture();
    // Starts a clip, or ends it.
    void toggle_clip();

    void request_miniature(int width) { m_miniature_width = width; }
    // The frame is in the renderer's target.
    void take_frame(Time now);

private:
    [[nodiscard]] std::filesystem::path folder() const;
    void report(const std::string& message) { m_state.overlay.say(message, session::Severity::information); }
    void refuse(const std::string& message) { m_state.overlay.say(message, session::Severity::attention); }

    StageState& m_state;
    Renderer& m_renderer;
    FrameRenderer& m_frame;
    std::filesystem::path m_folder; // empty: the user's
    FigureSaver m_save_figure;
    std::optional<Clip> m_clip;
    std::optional<OutsideProgram> m_copying;
    int m_miniature_width = 0; // requested, with the next frame
};

} // namespace warpstage::stage
