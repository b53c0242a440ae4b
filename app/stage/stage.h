// The audience's window, or the same frames without any display: the scene of a snapshot, the overlay over it, and what keys and
// pointer ask for. Everything on the thread that made it, which owns the OpenGL context.
//
// A session that was offered the stage's vertex buffers must end before the stage does.
#pragma once

#include "app/draw/style.h"
#include "app/stage/capture/clip.h"
#include "app/stage/capture/png.h"
#include "app/stage/context/window.h"
#include "app/stage/drawing.h"
#include "app/stage/frame_clock.h"
#include "app/stage/frame_profile.h"
#include "app/stage/gl/texture.h"
#include "app/stage/graphics.h"
#include "app/stage/input/event.h"
#include "app/stage/marker.h"
#include "app/stage/overlay_view.h"
#include "app/stage/scene/array.h"
#include "app/stage/scene/banks.h"
#include "app/stage/scene/camera.h"
#include "app/stage/stage_settings.h"
#include "app/stage/thread_time.h"
#include "app/views/scenes/scene_kind.h"
#include "app/views/sectors/sector_traffic.h"
#include "core/base/result.h"
#include "core/session/session.h"
#include "core/session/snapshot.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::stage {

// Writes a figure as a file, in the format that the path's ending names; see app/export. Errors: a sentence.
using FigureSaver = std::function<Result<void>(
    const draw::DrawList& page, const std::filesystem::path& path, const std::string& title, const std::string& description)>;

struct StageOptions {
    gl::PixelSize size { 1280, 720 }; // of a window: in the system's units, which a dense screen multiplies
    float scale = 0.0F; // pixels for a point; 0: from the display
    std::optional<draw::Theme> theme; // nothing: as remembered, else dark
    std::optional<views::Display> display; // nothing: as remembered, else all panels
    std::filesystem::path shaders; // the folder
    std::filesystem::path pictures; // where F12 saves; empty: warpstage/ in the user's pictures folder
    std::filesystem::path settings; // the file that remembers what the user chose; empty: none is read or written
    std::string title = "warpstage";
    std::optional<Drawing> drawing; // nothing: as suits what OpenGL runs on
    FigureSaver save_figure; // null: Shift+F12 says that there is none
};

// How long opening took, for `doctor` and for whoever makes it faster.
struct OpeningTimes {
    std::chrono::nanoseconds context { 0 };
    std::chrono::nanoseconds shaders { 0 };
    std::chrono::nanoseconds fonts { 0 };
};

class Stage {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Errors: no display, no OpenGL 4.5, a shader that is missing or does not compile.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open_window(const StageOptions& options);
    // Errors: no EGL, no device with OpenGL 4.5, shaders, a size that no framebuffer can have.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> open_offscreen(const StageOptions& options);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage();

    // Off screen: never.
    [[nodiscard]] bool should_close() const;
    // Obeys keys and pointer, passes on what they ask of the session, and offers new vertex buffers to it.
    void poll_input(session::Session& session);
    // One frame, shown. `now` moves what is eased and counts frames: equal times give equal pictures.
    void draw(std::shared_ptr<const session::Snapshot> snapshot, Time now);

    // The last frame as pixels or as a PNG file; Errors as of write_png(). Only after a draw().
    [[nodiscard]] Image image();
    [[nodiscard]] Result<void> screenshot(const std::filesystem::path& path);

    // The next frame in small, at most `width` pixels wide, for the presenter's console: taken once it has arrived, some frames
    // later. Neither call waits.
    void ask_for_miniature(int width) { m_miniature_width = width; }
    [[nodiscard]] std::optional<Image> take_miniature()
    {
        return m_graphics != nullptr ? m_graphics->miniature.take() : std::nullopt;
    }
    // Whether the key of the console was pressed since the last call.
    [[nodiscard]] bool take_console_request() { return std::exchange(m_console_asked_for, false); }
    // Files that were dropped onto the window since the last call; never any off screen.
    [[nodiscard]] std::vector<std::filesystem::path> take_dropped();
    // Where the window is and how many screens there are; nothing off screen.
    [[nodiscard]] std::optional<WindowPlace> place() const;

    [[nodiscard]] const RendererName& renderer() const { return m_renderer; }
    [[nodiscard]] const OpeningTimes& opening_times() const { return m_opening; }
    // Fonts that had to be replaced, characters that no font has.
    [[nodiscard]] std::vector<std::string> warnings() const
    {
        return m_graphics != nullptr ? m_graphics->painter->warnings() : std::vector<std::string> {};
    }
    // A new context, and everything in it made again: what draw() does of itself when the driver has lost the old one. Errors: no
    // context now; draw() goes on trying.
    [[nodiscard]] Result<void> renew_graphics();

    // The parts of poll_input(), for a script or a test that plays the user.
    void receive(const Event& event);
    // A wish of a window, an order off screen; without a side nothing is drawn, as while a window is minimised.
    void resize(gl::PixelSize size)
    {
        m_surface->resize(size);
        m_shown.reset();
    }
    [[nodiscard]] gl::PixelSize size() const { return m_surface->size(); }
    // What Escape ends, in the order in which it does.
    enum class Mode : std::uint8_t { plain, dark, editor, marker, help, notes, tour, sheet, view };
    [[nodiscard]] Mode mode() const;
    [[nodiscard]] const StageSettings& settings() const { return m_settings; }
    [[nodiscard]] const OverlayView::Cost& overlay_cost() const { return m_overlay.cost(); }
    [[nodiscard]] std::vector<session::Command> take_commands() { return std::exchange(m_commands, {}); }

private:
    Stage(const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, std::unique_ptr<Graphics> graphics);

    [[nodiscard]] static Result<std::unique_ptr<Stage>> open(
        const StageOptions& options, std::unique_ptr<Surface> surface, Window* window, Time began);

    void on(const KeyPress& press);
    void on(const PointerMove& move);
    void on(const PointerPress& press);
    void on(const Wheel& wheel);
    void on(const ContentScale& screen);
    void leave();
    void save_picture();
    void save_figure();
    // stage_tools.cpp: what a lecturer does to the window
    void change_letters(float letters);
    void next_theme();
    void toggle_picture();
    void toggle_clip();
    void copy_picture();
    void record_frame(Time now);
    bool lead_tour(const KeyPress& press);
    void end_tour();
    void remember();
    void paint_marker();
    [[nodiscard]] draw::Size window_points() const;
    [[nodiscard]] Image read_pixels() const;
    [[nodiscard]] std::filesystem::path picture_folder() const;
    void obey(const draw::Action& action);
    // stage_cells.cpp: memory in the scene
    [[nodiscard]] bool shows_tiles() const;
    [[nodiscard]] draw::DrawList scene_cells() const; // targets in points of the window
    [[nodiscard]] std::optional<session::SelectCell> cell_under(draw::Point point) const;
    void choose(const session::SelectCell& cell);
    // stage_editor.cpp
    void on(const Typed& typed);
    void open_editor(const std::string& id);
    void open_editor_at_pointer();
    void edit(Key key);
    void close_editor_when_taken();
    [[nodiscard]] draw::Point from_scene_middle(draw::Point position) const;

    // stage_render.cpp
    void adopt_scale();
    // Whether there is something new to show.
    bool render(Seconds elapsed, Time now);
    void clear(gl::PixelSize size) const;
    void render_scene(Seconds elapsed, gl::PixelSize size);
    void render_picture(const draw::DrawList& picture, gl::PixelSize size);
    [[nodiscard]] draw::DrawList array_picture(Seconds elapsed);
    [[nodiscard]] draw::DrawList banks_picture(Seconds elapsed);
    void render_matrix(const session::MatrixFrame& frame, gl::PixelSize size);
    [[nodiscard]] draw::DrawList sector_picture(draw::Size size);
    [[nodiscard]] views::SceneKind shown_scene() const;
    [[nodiscard]] bool drawn_by_processor(const session::ParticleFrame& frame) const;
    [[nodiscard]] ParticleScene::View advance_particles(Seconds elapsed, gl::PixelSize size);
    void render_particles(const ParticleScene::View& view, gl::PixelSize size);
    [[nodiscard]] draw::Rect profile_place() const;
    void paint_profile();
    // Adds what `work` takes of this thread's time to a part of the frame's profile.
    template <typename Work> void measured(FrameProfile::Part part, const Work& work)
    {
        const std::chrono::nanoseconds began = thread_time();
        work();
        const std::chrono::nanoseconds uploads = m_graphics->painter->take_upload_time();
        m_profile.add(part, thread_time() - began - uploads);
        m_profile.add(FrameProfile::Part::upload, uploads);
    }
    // stage_changes.cpp
    [[nodiscard]] GLuint target() const; // what frames are drawn into
    void prepare_target(gl::PixelSize size);
    void show_kept(gl::PixelSize size) const;
    bool render_changes(Seconds elapsed, gl::PixelSize size);
    void keep_graphics(Time now);

    StageOptions m_options;
    // First in, last out: everything below lives in its context.
    std::unique_ptr<Surface> m_surface;
    Window* m_window; // the surface, if it is one
    RendererName m_renderer;
    OpeningTimes m_opening;
    std::unique_ptr<Graphics> m_graphics; // null: the context is lost and there is no other yet
    std::optional<Time> m_tried; // to get one, last
    float m_content_scale = 1.0F;
    draw::Style m_style;
    std::optional<FontFiles> m_font_files;

    bool m_trails_shown = true;
    std::uint64_t m_trailed_steps = 0; // of the session, which starts again at 0
    Coloring m_coloring = Coloring::speed;
    ArrayScene m_array;
    BanksScene m_banks;
    views::SectorTraffic m_traffic;
    StageSettings m_settings;
    OverlayView m_overlay;
    Marker m_marker;
    FrameProfile m_profile;
    bool m_profile_shown = false;
    bool m_dark = false; // nothing is shown
    struct Shown { // by the last frame, where only what changes is drawn
        gl::PixelSize size;
        views::SceneKind kind = views::SceneKind::none;
        draw::Rect scene;
        bool marker = false;
        bool profile = false;
        std::shared_ptr<const session::Snapshot> snapshot;
        Projection camera;
    };
    std::optional<Shown> m_shown; // nothing: everything is to be drawn
    Time m_presented;
    bool m_big_fonts = false; // the atlas has the digits of Display::number
    gl::PixelSize m_big_fonts_for;
    std::optional<Clip> m_clip;
    std::optional<OutsideProgram> m_copying;
    bool m_settings_told = false; // that they cannot be saved
    Camera m_camera;
    int m_miniature_width = 0; // asked for, with the next frame
    bool m_console_asked_for = false;
    FrameClock m_clock;

    std::shared_ptr<const session::Snapshot> m_snapshot;
    Time m_now;
    std::vector<session::Command> m_commands;
    draw::Point m_pointer;
    bool m_dragging = false;
    std::optional<draw::Point> m_pressed; // in the scene, and has not moved from there: a click, if it ends so
    bool m_orbiting = false; // with the other button
    bool m_scrubbing = false; // along the timeline
    bool m_pointed = false; // the pointer has been in the window
    std::optional<std::string> m_offered; // what the editor asked to set
};

} // namespace warpstage::stage
