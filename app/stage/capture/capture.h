// Screenshots, figures, clips, the clipboard, and the miniature for the presenter's console.
#pragma once

#include "app/stage/capture/captures.h"
#include "app/stage/capture/outside_program.h"
#include "app/stage/capture/png.h"
#include "app/stage/overlay_view.h"
#include "app/stage/render/frame_renderer.h"

namespace warpstage::stage {

// A recorded clip: frames as numbered PNG files in a separate folder, and a video if ffmpeg is installed.
class Clip {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr int kFramesPerSecond = 30;

    // Creates `folder`, which must not exist; the name of the video is the folder's name with ".mp4". Errors: the folder cannot
    // be created.
    [[nodiscard]] static Result<Clip> begin(const std::filesystem::path& folder);

    // Whether a frame is due: 30 frames per second, independent of the screen's refresh rate.
    [[nodiscard]] bool wants_frame(Time now) const;
    // Errors: those of write_png().
    [[nodiscard]] Result<void> add(const Image& frame, Time now);
    // Starts the encoder if available. Returns a message that names the saved files.
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

class Capture final : public Captures {
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

    // The last frame as pixels or as a PNG file. Call only after a frame. Errors: those of write_png().
    [[nodiscard]] Image image();
    [[nodiscard]] Result<void> screenshot(const std::filesystem::path& path);

    void save_picture() override;
    void save_figure(const views::View& below) override;
    void copy_picture() override;
    void copy_figure(const views::View& below) override;
    void toggle_clip() override;

    void request_miniature(int width) { m_miniature_width = width; }
    // Captures the frame in the renderer's target.
    void take_frame(Time now);

private:
    [[nodiscard]] std::filesystem::path folder() const;
    void copy(const std::filesystem::path& path, const std::string& done);
    void report(const std::string& message) { m_state.overlay.say(message, session::Severity::information); }
    void refuse(const std::string& message) { m_state.overlay.say(message, session::Severity::attention); }

    StageState& m_state;
    Renderer& m_renderer;
    FrameRenderer& m_frame;
    std::filesystem::path m_folder; // empty: the user's pictures folder
    FigureSaver m_save_figure;
    std::optional<Clip> m_clip;
    std::optional<OutsideProgram> m_copying;
    int m_miniature_width = 0; // requested for the next frame
};

} // namespace warpstage::stage
