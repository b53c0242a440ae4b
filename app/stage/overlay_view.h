// The overlay of the window: each view is rebuilt and painted again only when its inputs have changed.
#pragma once

#include "app/stage/input/key_table.h"
#include "app/stage/render/screen.h"
#include "app/views/frame/arrangement.h"
#include "app/views/start/start_page.h"

namespace warpstage::stage {

// The window's state, changed by keys, pointer and scripts, and the views that show it.
class OverlayView {
public:
    using Time = std::chrono::steady_clock::time_point;

    OverlayView(views::Display display, const std::vector<views::KeyWords>& keys)
    {
        m_state.display = display;
        m_state.keys = &keys;
    }

    // Opens the list of keys, turns its page, and closes it after the last page.
    void toggle_help();
    void close_help() { m_state.help.reset(); }
    // Opens the speaker's notes, turns their page, and closes them after the last page.
    void toggle_notes();
    void close_notes() { m_state.notes.reset(); }
    // Hall mode: three panels with large text, or all panels. A chosen figure stays until the next cue.
    void set_hall(std::optional<views::Hall> hall) { m_state.hall = hall; }
    // The resulting state.
    [[nodiscard]] const views::WindowState& window() const { return m_state; }
    // Switches to this display; if it is already active, back to all panels.
    void toggle_display(views::Display display);
    void toggle_maximized(const views::View& view);
    [[nodiscard]] views::Display display() const { return m_state.display; }
    [[nodiscard]] bool panels_shown() const
    {
        return m_state.display != views::Display::nothing || m_state.help || m_state.sheet != nullptr || m_state.notes
            || m_state.tour || m_state.start != nullptr || m_state.follow_code != nullptr;
    }
    // Nothing: ends the tour.
    void show_tour(std::optional<views::TourStep> step) { m_state.tour = step; }
    // Null: closes the start page.
    void show_start(std::shared_ptr<const views::StartPage> page) { m_state.start = std::move(page); }
    // Highlights lanes in all views; the same lanes again: none.
    void mark(LaneMask lanes) { m_state.marked = m_state.marked == lanes ? 0 : lanes; }
    // Shows a view in place of the scene; the same view again: the scene.
    void toggle_sheet(const views::View& sheet);
    // A cue that points at a sheet opens it; the next cue closes it.
    void follow_cue(const session::CueView& cue);
    // A link that asks for a layout opens its view.
    void follow_link(const session::LayoutSection& layout);
    [[nodiscard]] const views::View* sheet() const { return m_state.sheet; }
    // Of the comparison.
    void show_compared(views::ComparedFigure figure) { m_state.compared = figure; }
    // Of the SM view; nothing: as the session says.
    void show_cycles(const std::optional<views::CycleRange>& cycles) { m_state.cycles = cycles; }
    void switch_pipeline_axis();
    // Names the current mode; empty: none.
    void set_badge(std::string_view badge) { m_state.badge = badge; }
    void set_time_spacing(views::TimeSpacing spacing) { m_state.time_spacing = spacing; }
    // Switches to the next columns next to the source, or to these.
    void next_code_columns();
    void show_code_columns(views::CodeColumns columns);
    void toggle_host_code();
    // Of fragments: by lane or by register.
    void toggle_fragment_colors() { m_state.colors_by_register = !m_state.colors_by_register; }
    // Scrolls the source by this number of lines.
    void scroll_source(std::int32_t lines);
    // Null: none is open. Its first row is set so that the selected row is visible.
    void show_list(const std::shared_ptr<views::ListState>& list);
    [[nodiscard]] const views::ListState* list() const { return m_state.list.get(); }
    // Shown for some seconds from the next frame on.
    void say(std::string message, session::Severity severity);
    // The QR code of the address for followers. Null: closes it.
    void show_follow_code(std::shared_ptr<const views::FollowCode> code) { m_state.follow_code = std::move(code); }
    // Shows this tab of a narrow window, and closes the sheet or the maximized panel that covers it.
    void choose_tab(views::Tab tab);
    void next_tab();
    // Total CPU time of the main thread for the overlay: building views and passing them to the painter.
    struct Cost {
        std::size_t frames = 0;
        std::size_t views = 0; // built
        std::chrono::nanoseconds all { 0 };
        std::chrono::nanoseconds worst { 0 }; // without the first frame, which fills the font caches
    };
    [[nodiscard]] const Cost& cost() const { return m_cost; }
    // Sets the mouse position; a tip appears after the mouse has rested, and is updated with its data.
    void point_at(draw::Point pointer);
    // Hides the tip until the pointer moves. Called on key presses.
    void hide_tip();
    // Fonts or style have changed: rebuilds everything.
    void invalidate();

    void update(const std::shared_ptr<const session::Snapshot>& snapshot, draw::Size size, float frames_per_second, Time now,
        const draw::Style& style, LayerPainter& layers);

    // The part of the window that no panel covers.
    [[nodiscard]] draw::Rect scene() const { return m_arrangement.scene; }
    // The action of a click at the point; null: none.
    [[nodiscard]] const views::Action* action_at(draw::Point point) const;
    // What dragging from there changes, also below a click; null: nothing.
    [[nodiscard]] const views::DragParameter* drag_at(draw::Point point) const;
    // The cycles of the SM view that are shown at the point, and their area.
    struct CyclesAt {
        views::ZoomCycles cycles;
        draw::Rect area;
    };
    [[nodiscard]] std::optional<CyclesAt> cycles_at(draw::Point point) const;
    // The memory cell shown at the point.
    [[nodiscard]] std::optional<draw::Cell> cell_at(draw::Point point) const;
    // The view at the point that can be maximized and saved as a figure; null: none.
    [[nodiscard]] const views::View* figure_at(draw::Point point) const;
    [[nodiscard]] bool source_at(draw::Point point) const;
    // The panel, sheet or bar at the point, whose menu a right click opens; null: none.
    [[nodiscard]] const views::View* view_at(draw::Point point) const;
    // The number of rows that the open list shows; 0: none is open.
    [[nodiscard]] std::size_t rows_shown() const;

private:
    struct Inputs {
        session::Snapshot model;
        views::WindowState window;
        bool operator==(const Inputs&) const = default;
    };
    struct Kept { // a view and all inputs of its last build
        views::Placed placed;
        Inputs inputs;
        draw::DrawList list; // in window coordinates
    };
    struct Arranged {
        Inputs inputs;
        std::vector<const views::View*> scene;
        bool operator==(const Arranged&) const = default;
    };

    void compose(const session::Snapshot& model, const draw::Style& style, LayerPainter& layers);
    void compose_message(const draw::Style& style, LayerPainter& layers);
    void update_tip(Time now);
    [[nodiscard]] bool follow_tip(); // whether it has changed
    template <typename Find> auto find(draw::Point point, const Find& find_in) const -> decltype(find_in(draw::DrawList {}));

    views::WindowState m_state;
    std::optional<Time> m_message_since;
    draw::Style m_style;
    std::shared_ptr<const lesson::Lesson> m_lesson; // shown; null before the first frame
    std::optional<std::size_t> m_cue; // last followed
    std::string m_cue_figure; // at which the cue points
    bool m_cue_asks = false; // its question is open
    std::uint32_t m_layout_links = 0; // that were followed
    const views::View* m_cue_sheet = nullptr; // opened by the cue
    std::uint32_t m_language = words::generation(); // in which the view was drawn
    std::optional<Inputs> m_composed; // of the whole overlay
    std::optional<Arranged> m_arranged;
    views::Arrangement m_arrangement;
    std::vector<Kept> m_kept; // in the order of m_arrangement.views
    std::optional<draw::Point> m_pointer;
    std::optional<Time> m_pointer_since;
    std::size_t m_scrolled_variant = 0;
    std::shared_ptr<const timing::SmRun> m_cycles_of; // the run whose cycles are zoomed
    std::uint32_t m_session_cycles = 0; // as the session says
    Cost m_cost;
};

// State shared by the parts of the stage: the shown snapshot, the overlay, and the user's requests.
struct StageState {
    std::shared_ptr<const session::Snapshot> snapshot; // the audience's snapshot of the last frame; null before the first frame
    OverlayView overlay;
    std::vector<session::Command> commands; // of the user, for the session, in order
    std::vector<session::Command> own_commands {}; // of the program; a page that follows a presenter continues to follow
    std::vector<Invocation> invocations {}; // for the stage
    bool profile_shown = false; // CPU time per frame
};

// Shows this figure of both variants in the comparison, and requests what it needs.
void show_compared(StageState& state, views::ComparedFigure figure);

} // namespace warpstage::stage
