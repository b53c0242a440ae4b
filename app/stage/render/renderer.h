// The OpenGL side of the stage: the surface, the objects of its context, style and fonts. Survives the loss of the context.
#pragma once

#include "app/stage/capture/png.h"
#include "app/stage/context/surface.h"
#include "app/stage/render/frame_time.h"
#include "app/stage/render/graphics.h"
#include "app/stage/render/look.h"
#include "app/stage/render/screen.h"
#include "app/stage/stage_options.h"

namespace warpstage::stage {

// The times of opening the stage, for `doctor`.
struct OpeningTimes {
    std::chrono::nanoseconds context { 0 };
    std::chrono::nanoseconds shaders { 0 };
    std::chrono::nanoseconds fonts { 0 };
};

class Renderer final : public Screen {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Fonts are created by the first adopt_style(). Errors: shaders cannot be loaded.
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(
        const StageOptions& options, std::unique_ptr<Surface> surface, Time began);

    [[nodiscard]] const RendererName& name() const { return m_name; }
    [[nodiscard]] const OpeningTimes& opening_times() const { return m_opening; }
    [[nodiscard]] const draw::Style& style() const override { return m_style; }
    [[nodiscard]] gl::PixelSize size() const { return m_surface->size(); }
    [[nodiscard]] draw::Size points() const override; // the same size in points of draw lists
    [[nodiscard]] draw::Rect area() const { return { 0, 0, points().width, points().height }; }
    void resize(gl::PixelSize size);
    void set_content_scale(float scale) override;
    [[nodiscard]] LookSize look_size() const { return { points(), m_content_scale, m_options.scale }; }
    // Creates style and fonts of this look at the current window size. Returns whether they have changed, so that the overlay
    // must be rebuilt.
    bool adopt_style(const Look& look);

    // Null while the context is lost and not yet replaced.
    [[nodiscard]] Graphics* graphics() { return m_graphics.get(); }
    // Creates a new context and all its objects. Errors: no context is available now.
    [[nodiscard]] Result<void> renew();
    // Renews a lost context, with periodic retries. Returns whether it was renewed in this call.
    [[nodiscard]] bool recover(Time now);

    // The framebuffer that frames are drawn into.
    [[nodiscard]] GLuint target() const;
    void prepare_target();
    // A changed number means that the target no longer contains the last frame.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    void clear(draw::Color color) const;
    // Paints over the target's content.
    void paint(const draw::DrawList& picture, Mesh& mesh);
    [[nodiscard]] Image read_pixels() const;
    // Presents the target if it has changed or has not been presented for some time.
    void present(bool changed);

    [[nodiscard]] FrameProfile& profile() { return m_profile; }
    // Adds this thread's CPU time of `work` to a part of the frame's profile.
    template <typename Work> void measure(FrameProfile::Part part, const Work& work)
    {
        const std::chrono::nanoseconds began = thread_time();
        work();
        const std::chrono::nanoseconds uploads = m_graphics->painter->take_upload_time();
        m_profile.add(part, thread_time() - began - uploads);
        m_profile.add(&FrameProfile::Frame::upload, uploads);
    }

private:
    Renderer(const StageOptions& options, std::unique_ptr<Surface> surface, std::unique_ptr<Graphics> graphics);

    StageOptions m_options;
    // First member, destroyed last: all members below need its context.
    std::unique_ptr<Surface> m_surface;
    RendererName m_name;
    OpeningTimes m_opening;
    std::unique_ptr<Graphics> m_graphics;
    std::optional<Time> m_tried; // time of the last attempt to get a context
    std::uint64_t m_generation = 1;
    float m_content_scale = 1.0F;
    draw::Style m_style;
    std::optional<FontFiles> m_font_files;
    Time m_fonts_made;
    std::optional<gl::PixelSize> m_large_digits; // the window size of the atlas's fonts
    FrameProfile m_profile;
    Time m_presented;
};

} // namespace warpstage::stage
