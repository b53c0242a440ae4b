// The OpenGL side of the stage: the surface, everything that lives in its context, and the style and fonts that frames are drawn
// with. Survives the loss of the context.
#pragma once

#include "app/stage/capture/png.h"
#include "app/stage/context/surface.h"
#include "app/stage/render/frame_time.h"
#include "app/stage/render/graphics.h"
#include "app/stage/stage_options.h"

namespace warpstage::stage {

// How long opening took, for `doctor`.
struct OpeningTimes {
    std::chrono::nanoseconds context { 0 };
    std::chrono::nanoseconds shaders { 0 };
    std::chrono::nanoseconds fonts { 0 };
};

enum class Digits : std::uint8_t { usual, large }; // large: those of the headline figure

struct Look {
    draw::Theme theme = draw::Theme::dark;
    float text_size = 1.0F; // times the usual one
    Digits digits = Digits::usual;
    bool hall = false; // text for the last row
};

class Renderer {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Errors: the shaders. Fonts are made by the first adopt_style().
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(
        const StageOptions& options, std::unique_ptr<Surface> surface, Time began);

    [[nodiscard]] const RendererName& name() const { return m_name; }
    [[nodiscard]] const OpeningTimes& opening_times() const { return m_opening; }
    [[nodiscard]] const draw::Style& style() const { return m_style; }
    [[nodiscard]] gl::PixelSize size() const { return m_surface->size(); }
    [[nodiscard]] draw::Size points() const; // the same as a size of draw lists
    [[nodiscard]] draw::Rect area() const { return { 0, 0, points().width, points().height }; }
    void resize(gl::PixelSize size);
    void set_content_scale(float scale);
    // Style and fonts of this look at the current window size. Whether they are others than before: then the overlay is composed
    // again.
    bool adopt_style(const Look& look);
    // Whether text of this size, without hall mode, leaves the panels so little room that there is none for the source.
    [[nodiscard]] bool crowds_out_source(float text_size) const;

    // Null while the context is lost and there is no other yet.
    [[nodiscard]] Graphics* graphics() { return m_graphics.get(); }
    // A new context, and everything in it made again. Errors: no context now.
    [[nodiscard]] Result<void> renew();
    // Renews a context that the driver has lost, trying now and then. Whether that was done now.
    [[nodiscard]] bool recover(Time now);

    // The framebuffer that frames are drawn into.
    [[nodiscard]] GLuint target() const;
    void prepare_target();
    // Another number means that the target does not hold the last frame any more.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    void clear(draw::Color color) const;
    // Over what is in the target.
    void paint(const draw::DrawList& picture, Mesh& mesh);
    [[nodiscard]] Image read_pixels() const;
    // Shows the target if it has changed, or has not been shown for some time.
    void present(bool changed);

    [[nodiscard]] FrameProfile& profile() { return m_profile; }
    // Adds the time of this thread that `work` takes to a part of the frame's profile.
    template <typename Work> void measure(FrameProfile::Part part, const Work& work)
    {
        const std::chrono::nanoseconds began = thread_time();
        work();
        const std::chrono::nanoseconds uploads = m_graphics->painter->take_upload_time();
        m_profile.add(part, thread_time() - began - uploads);
        m_profile.add(&FrameProfile::Frame::upload, uploads);
    }

private:
    [[nodiscard]] draw::Style style_of(const Look& look) const;

    Renderer(const StageOptions& options, std::unique_ptr<Surface> surface, std::unique_ptr<Graphics> graphics);

    StageOptions m_options;
    // First in, last out: everything below lives in its context.
    std::unique_ptr<Surface> m_surface;
    RendererName m_name;
    OpeningTimes m_opening;
    std::unique_ptr<Graphics> m_graphics;
    std::optional<Time> m_tried; // to get a context, last
    std::uint64_t m_generation = 1;
    float m_content_scale = 1.0F;
    draw::Style m_style;
    std::optional<FontFiles> m_font_files;
    Time m_fonts_made;
    std::optional<gl::PixelSize> m_large_digits; // the window size for which the atlas has them
    FrameProfile m_profile;
    Time m_presented;
};

} // namespace warpstage::stage
