// The overlay of the window: each view is built again only when something that it shows has changed, and kept as triangles in
// between.
#pragma once

#include "app/stage/input/key_table.h"
#include "app/stage/painter/painter.h"
#include "app/views/frame/arrangement.h"
#include "app/views/start/start_page.h"

namespace warpstage::stage {

// What belongs to the window and is switched by keys, pointer and scripts.
class OverlayControls {
public:
    OverlayControls(views::Display display, const std::vector<views::KeyWords>& keys)
    {
        m_state.display = display;
        m_state.keys = &keys;
    }

    // Opens the list of keys, turns its page, and closes it behind the last one.
    void toggle_help();
    void close_help() { m_state.help.reset(); }
    [[nodiscard]] bool help() const { return m_state.help.has_value(); }
    // Opens the speaker's notes, turns their page, and closes them behind the last one.
    void toggle_notes();
    void close_notes() { m_state.notes.reset(); }
    [[nodiscard]] bool notes() const { return m_state.notes.has_value(); }
    // Three panels for the last row of a hall, or all of them. A figure that is chosen stays until the next cue.
    void set_hall(std::optional<views::Hall> hall) { m_state.hall = hall; }
    // What all of these have made of it.
    [[nodiscard]] const views::WindowState& window() const { return m_state; }
    // Goes to this display; from there back to all panels.
    void toggle_display(views::Display display);
    void toggle_maximized(const views::View& view);
    [[nodiscard]] views::Display display() const { return m_state.display; }
    [[nodiscard]] bool panels_shown() const
    {
        return m_state.display != views::Display::nothing || m_state.help || m_state.sheet != nullptr || m_state.notes
            || m_state.tour || m_state.start != nullptr;
    }
    // Nothing: the tour is over.
    void show_tour(std::optional<views::TourStep> step) { m_state.tour = step; }
    // Null: the start page is closed.
    void show_start(std::shared_ptr<const views::StartPage> page) { m_state.start = std::move(page); }
    // Lanes that stand out everywhere; the same again: none.
    void mark(LaneMask lanes) { m_state.marked = m_state.marked == lanes ? 0 : lanes; }
    // What stands in the scene's place; the same again: the scene.
    void toggle_sheet(const views::View& sheet);
    // A cue that points at a sheet opens it; the one after it closes it.
    void follow_cue(const session::CueView& cue);
    [[nodiscard]] const views::View* sheet() const { return m_state.sheet; }
    // The next columns beside the source, or these.
    void next_code_columns();
    void show_code_columns(views::CodeColumns columns);
    void toggle_host_code();
    // Of the source, by so many lines.
    void scroll_source(std::int32_t lines);
    // Null: none is open. Its first row is set so that the chosen one is seen.
    void show_list(const std::shared_ptr<views::ListState>& list);
    [[nodiscard]] const views::ListState* list() const { return m_state.list.get(); }
    // Shown for some seconds from the next frame on.
    void say(std::string message, session::Severity severity);

protected:
    using Time = std::chrono::steady_clock::time_point;

    views::WindowState m_state;
    std::optional<Time> m_message_since;
    draw::Style m_style;
    std::shared_ptr<const lesson::Lesson> m_lesson; // that is shown; null before the first frame
    std::optional<std::size_t> m_cue; // that was followed last
    std::string m_cue_figure; // that it points at
    const views::View* m_cue_sheet = nullptr; // that it opened
};

class OverlayView : public OverlayControls {
public:
    using Time = std::chrono::steady_clock::time_point;

    using OverlayControls::OverlayControls;

    // What building and tessellating the overlay has taken of the processor so far, by this thread.
    struct Cost {
        std::size_t frames = 0;
        std::size_t views = 0; // built
        std::chrono::nanoseconds all { 0 };
        std::chrono::nanoseconds worst { 0 }; // but for the first frame, which brings fonts into the caches
    };
    [[nodiscard]] const Cost& cost() const { return m_cost; }
    // Where the mouse is now; a tip comes up when it has rested there, and changes with what it is about.
    void point_at(draw::Point pointer);
    // Until the pointer moves: who presses keys reads something else.
    void hide_tip();
    // Fonts or style are others now: build everything again.
    void invalidate();

    // Where the overlay is painted.
    struct Brush {
        Painter& painter;
        Layers& layers;
    };
    void update(const std::shared_ptr<const session::Snapshot>& snapshot, draw::Size size, float frames_per_second, Time now,
        const draw::Style& style, Brush brush);

    // The part of the window that no panel covers.
    [[nodiscard]] draw::Rect scene() const { return m_arrangement.scene; }
    // What a click there does; null: nothing.
    [[nodiscard]] const draw::Action* action_at(draw::Point point) const;
    // The element of memory that is shown there.
    [[nodiscard]] std::optional<session::SelectCell> cell_at(draw::Point point) const;
    // The view there that can be maximized and saved as a figure; null: none.
    [[nodiscard]] const views::View* figure_at(draw::Point point) const;
    [[nodiscard]] bool source_at(draw::Point point) const;
    // The panel, sheet or bar there, whose menu a click with the other button opens; null: none.
    [[nodiscard]] const views::View* view_at(draw::Point point) const;
    // Of the open list, at the same time.
    [[nodiscard]] std::size_t rows_shown() const;

private:
    struct Inputs {
        session::Snapshot model;
        views::WindowState window;
        bool operator==(const Inputs&) const = default;
    };
    struct Kept { // a view, and all that it was built of
        views::Placed placed;
        Inputs inputs;
        draw::DrawList list; // in the window's coordinates
    };
    struct Arranged {
        Inputs inputs;
        std::vector<const views::View*> scene;
        bool operator==(const Arranged&) const = default;
    };

    void compose(const session::Snapshot& model, const draw::Style& style, Brush brush);
    void compose_message(const draw::Style& style, Brush brush);
    void update_tip(Time now);
    [[nodiscard]] bool follow_tip(); // whether it is another one
    template <typename Find> auto find(draw::Point point, const Find& find_in) const -> decltype(find_in(draw::DrawList {}));

    std::uint32_t m_language = words::generation(); // in which it was drawn
    std::optional<Inputs> m_composed; // of the whole overlay
    std::optional<Arranged> m_arranged;
    views::Arrangement m_arrangement;
    std::vector<Kept> m_kept; // as m_arrangement.views
    std::optional<draw::Point> m_pointer;
    std::optional<Time> m_pointer_since;
    std::size_t m_scrolled_variant = 0;
    Cost m_cost;
};

// What the parts of the stage share: the snapshot that is shown, the overlay over it, and what the user requests of the session.
struct StageState {
    std::shared_ptr<const session::Snapshot> snapshot; // what the last frame may show; null before the first
    OverlayView overlay;
    std::vector<session::Command> commands; // for the session, in order
    std::vector<Invocation> invocations {}; // for the stage itself
};

} // namespace warpstage::stage
