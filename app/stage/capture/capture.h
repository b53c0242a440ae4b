// What is taken out of the window: pictures, figures, a clip, the clipboard, and the small picture for the presenter's console.
#pragma once

#include "app/stage/capture/clip.h"
#include "app/stage/overlay_view.h"
#include "app/stage/render/renderer.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace warpstage::stage {

class Capture {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Screenshot = std::function<Result<void>(const std::filesystem::path&)>; // of the whole window, as a PNG file

    Capture(StageState& state, Renderer& renderer, const StageOptions& options, Screenshot screenshot)
        : m_state(state)
        , m_renderer(renderer)
        , m_folder(options.pictures)
        , m_save_figure(options.save_figure)
        , m_screenshot(std::move(screenshot))
    {
    }

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
    std::filesystem::path m_folder; // empty: the user's
    FigureSaver m_save_figure;
    Screenshot m_screenshot;
    std::optional<Clip> m_clip;
    std::optional<OutsideProgram> m_copying;
    int m_miniature_width = 0; // requested, with the next frame
};

} // namespace warpstage::stage
