// The overlay of the window: composed anew only when the session or the window changed, kept as triangles in between.
#pragma once

#include "app/stage/painter/painter.h"
#include "app/stage/scene/easing.h"
#include "app/views/frame/overlay.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::stage {

class OverlayView {
public:
    using Time = std::chrono::steady_clock::time_point;

    OverlayView(views::View view, std::span<const views::KeyWords> keys)
    {
        m_state.view = view;
        m_state.keys = keys;
    }

    // Opens the list of keys, turns its page, and closes it behind the last one.
    void toggle_help();
    void close_help() { m_state.help = false; }
    [[nodiscard]] bool help() const { return m_state.help; }
    // Opens the speaker's notes, turns their page, and closes them behind the last one.
    void toggle_notes();
    void close_notes() { m_state.notes.reset(); }
    [[nodiscard]] bool notes() const { return m_state.notes.has_value(); }
    // Goes to this view; from there back to all panels.
    void toggle_view(views::View view);
    void toggle_picture(views::Picture picture);
    [[nodiscard]] views::View view() const { return m_state.view; }
    [[nodiscard]] views::Picture picture() const { return m_state.chosen_picture; }
    [[nodiscard]] bool panels_shown() const
    {
        return m_state.view != views::View::nothing || m_state.help || m_state.editor || m_state.sheet != views::Sheet::none
            || m_state.notes || m_state.tour;
    }
    // Nothing: the tour is over.
    void show_tour(std::optional<std::size_t> step);
    [[nodiscard]] std::optional<std::size_t> tour() const { return m_state.tour; }
    // Lanes that stand out everywhere; the same again: none.
    void mark(LaneMask lanes);
    [[nodiscard]] LaneMask marked() const { return m_state.marked; }
    // What composing and painting the overlay has taken of the processor so far, by this thread: it is made anew only when
    // something has changed.
    struct Cost {
        std::size_t times = 0;
        std::chrono::nanoseconds all { 0 };
        std::chrono::nanoseconds worst { 0 }; // but for the first time, which brings fonts into the caches
    };
    [[nodiscard]] const Cost& cost() const { return m_cost; }
    // What stands in the scene's place; the same again: the scene.
    void toggle_sheet(views::Sheet sheet);
    [[nodiscard]] views::Sheet sheet() const { return m_state.sheet; }
    void toggle_ptx();
    // Of the source, by so many lines.
    void scroll_source(std::int32_t lines);
    void edit(std::optional<views::EditorLine> editor);
    [[nodiscard]] const std::optional<views::EditorLine>& editor() const { return m_state.editor; }
    // Where the mouse is now; a tip comes up when it has rested there.
    void point_at(draw::Point pointer);
    // Shown for some seconds from the next frame on.
    void say(std::string message, session::Severity severity);
    // Fonts or style are others now: compose again.
    void invalidate() { m_composed_of.reset(); }

    // Where the overlay is painted.
    struct Brush {
        Painter& painter;
        Mesh& mesh;
    };
    void update(const std::shared_ptr<const session::Snapshot>& snapshot, draw::Size size, float frames_per_second, Time now,
        const draw::Style& style, Brush brush);

    // The part of the window that no panel covers.
    [[nodiscard]] draw::Rect scene() const { return m_scene; }
    // What a click there asks for; of the window itself before the session.
    [[nodiscard]] const session::Command* command_at(draw::Point point) const;
    [[nodiscard]] const views::WindowOrder* order_at(draw::Point point) const;
    // The picture that lies there; nothing where none does.
    [[nodiscard]] std::optional<views::Picture> picture_at(draw::Point point) const;
    // Of a sheet that stands in the scene's place.
    [[nodiscard]] const std::vector<views::CellGrid>& cells() const { return m_cells; }
    [[nodiscard]] bool source_at(draw::Point point) const { return m_source.contains(point); }

private:
    struct Composition { // what the mesh was made of
        std::shared_ptr<const session::Snapshot> snapshot;
        draw::Size size;
        float frames_per_second = 0.0F;
        bool help = false;
        std::size_t help_page = 0;
        std::optional<std::size_t> notes;
        std::string message;
    };

    [[nodiscard]] bool composed_of(const std::shared_ptr<const session::Snapshot>& snapshot) const;
    void update_tip(Time now);
    [[nodiscard]] draw::DrawList message_alone(const draw::Style& style, const Painter& painter) const;

    views::OverlayState m_state;
    std::optional<Time> m_message_since;
    std::optional<Composition> m_composed_of;
    std::vector<views::HitRegion> m_regions;
    std::vector<views::WindowRegion> m_window_regions;
    std::vector<views::TipRegion> m_tips;
    std::vector<views::PictureRegion> m_pictures;
    std::vector<views::CellGrid> m_cells;
    draw::Rect m_source;
    std::optional<draw::Point> m_pointer;
    std::optional<Time> m_pointer_since;
    std::size_t m_scrolled_variant = 0;
    draw::Rect m_scene;
    std::size_t m_notes_pages = 1;
    std::size_t m_help_pages = 1;
    Cost m_cost;
};

} // namespace warpstage::stage
