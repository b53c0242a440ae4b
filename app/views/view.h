// A view: everything that can be shown, as one row of one table. A panel, a sheet, a scene, a bar, a figure of the command line,
// the target of a cue, a word in a settings file: each is a row, named by its id, with a function from the model to a draw list.
#pragma once

#include "app/views/drawing.h"
#include "app/views/frame/layout.h"
#include "app/views/palette/list.h"
#include "app/views/sheets/keys.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct View;
struct Exhibit;
struct StartPage;
struct Subject;

// How much the audience sees.
enum class Display : std::uint8_t {
    panels, // all, around the scene
    maximized, // one of them as large as the window
    number, // the headline figure of the lesson
    nothing, // the scene alone
};

// Three panels at a time, for the last row of a hall: a figure, the source, the words of the cue.
struct Hall {
    const View* figure = nullptr; // chosen by a key; null: the one that the cue points at

    bool operator==(const Hall&) const = default;
};

// Where the tour stands: each step asks for an action.
struct TourStep {
    std::size_t index = 0;
    bool done = false; // the action was seen

    bool operator==(const TourStep&) const = default;
};

// What stands beside the source, as far as there is room.
enum class CodeColumns : std::uint8_t { source, ptx, machine };

// What belongs to the window, not to the session.
struct WindowState {
    Size size {}; // in points
    float frames_per_second = 0.0F;
    std::string message {}; // "Saved …/warpstage-….png", shown for some seconds; empty: none
    session::Severity message_severity = session::Severity::information;
    Display display = Display::panels; // `nothing` is drawn as panels: whoever shows nothing asks for no overlay
    const View* maximized = nullptr; // of Display::maximized; null: the memory access
    const View* sheet = nullptr; // that stands in the scene's place; null: none
    std::optional<Hall> hall {}; // nothing: all panels
    CodeColumns code = CodeColumns::source;
    bool host_code = false; // instead of the kernels' source
    std::int32_t source_scroll = 0; // lines further down than would be shown
    LaneMask marked = 0; // lanes that stand out beside the session's own
    std::shared_ptr<const ListState> list {}; // commands, lessons, values, …: one of them can be chosen; null: none is open
    std::optional<Tip> tip {}; // of what the mouse rests on
    Point pointer {};
    const std::vector<KeyWords>* keys = &no_keys(); // of the window, for the line of keys and the list of them; never null
    std::optional<std::size_t> help {}; // page of the list of keys; a page too many is the last
    std::optional<std::size_t> notes {}; // likewise, of the speaker's notes, over everything
    std::optional<TourStep> tour {}; // of the first start
    std::shared_ptr<const StartPage> start {}; // over everything; null: it is closed

    bool operator==(const WindowState&) const = default;
};

// Parts of the model and of the window's state. A view gets those that it reads and is built again when one of them changed.
enum class Part : std::uint32_t {
    setup = 1U << 0U,
    cue = 1U << 1U,
    device = 1U << 2U,
    timing = 1U << 3U,
    playing = 1U << 4U, // of the timing, only whether time steps are computed
    run = 1U << 5U,
    selection = 1U << 6U,
    playback = 1U << 7U,
    scene = 1U << 8U,
    counters = 1U << 9U,
    notices = 1U << 10U,
    frame_rate = 1U << 11U,
    message = 1U << 12U,
    arrangement = 1U << 13U, // what stands where: display, maximized view, sheet
    source_text = 1U << 14U, // its columns, host code and scrolling
    marked = 1U << 15U,
    list = 1U << 16U,
    tip = 1U << 17U, // and the pointer
    help = 1U << 18U,
    notes = 1U << 19U,
    tour = 1U << 20U,
    estimates = 1U << 21U,
    sm = 1U << 22U,
    step_counts = 1U << 23U,
    start = 1U << 24U,
    machine_code = 1U << 25U,
};
class Parts {
public:
    constexpr Parts() = default;
    constexpr Parts(Part part) // NOLINT(google-explicit-constructor): one part is a set, too
        : m_bits(static_cast<std::uint32_t>(part))
    {
    }
    [[nodiscard]] constexpr bool has(Part part) const { return (m_bits & static_cast<std::uint32_t>(part)) != 0; }
    friend constexpr Parts operator|(Parts a, Parts b)
    {
        a.m_bits |= b.m_bits;
        return a;
    }

private:
    std::uint32_t m_bits = 0;
};
constexpr Parts operator|(Part a, Part b)
{
    return Parts(a) | Parts(b);
}

// Only what was asked for; everything else is as in an empty model and an empty window. Equal results show the same.
[[nodiscard]] session::Snapshot narrowed(const session::Snapshot& model, Parts parts);
[[nodiscard]] WindowState narrowed(const WindowState& window, Parts parts);

// What a view is built of. The list's origin is the upper left corner of the view's place.
struct Scope {
    const session::Snapshot& model;
    const WindowState& window; // size, keys and hall mode are always known
    Size size; // of the view
    const Style& style;

    // The view without the padding of a panel.
    [[nodiscard]] Rect inside() const;
};

enum class Place : std::uint8_t {
    none,
    bar,
    panel,
    sheet,
    scene, // one of them at a time: the first of the table that is shown
    scene_strip, // beside the scene
    popup,
};

// How the view becomes a figure of its own, on the command line and from the stage.
enum class Need : std::uint8_t { recording, resident_blocks, two_recordings, modeled_sm, measurement, bench, sweep };
struct Figure {
    std::string_view summary; // what it shows, for a list
    Need need = Need::recording; // what Subject has to hold
    Size size; // of the page in points, where nobody asks for another
    Result<Exhibit> (*prepare)(const Subject& subject) = nullptr; // null: the view is no figure
    // Adds what the audience has chosen, for a figure of what the stage shows; null: it does not depend on that.
    Result<void> (*choose)(const session::Snapshot& model, Subject& subject) = nullptr;
};

// hidden: a question mark stands there. waits: it draws nothing but words itself until the answer is shown.
enum class WhileAsked : std::uint8_t { shown, hidden, waits };

struct View {
    std::string_view id; // "lanes": in commands, settings, tests
    std::string_view title {}; // "Warps": of what a question hides, which reads the cue
    std::string_view cue {}; // word in a lesson's cues; empty: no cue points at it
    std::string_view settings {}; // word in settings files of older versions, where it is another one
    Place place = Place::none;
    std::optional<Rect> (*rect)(const StageLayout& layout) = nullptr; // of a panel
    // Whether it stands in its place now, which others share; null: always.
    bool (*shown)(const session::Snapshot& model) = nullptr;
    Parts reads {};
    DrawList (*build)(const Scope& scope) = nullptr; // null: a figure alone, or a scene that the stage draws
    WhileAsked while_asked = WhileAsked::shown;
    Figure figure {};
};

// The table. A view is added by its own files, a row there and a line of CMake.
[[nodiscard]] std::span<const View> all_views();
// Null: no such view.
[[nodiscard]] const View* find_view(std::string_view id);
// A panel or a sheet that is a figure, too.
[[nodiscard]] bool can_be_maximized(const View& view);
// VERIFYs that there is such a view.
[[nodiscard]] const View& view_of(std::string_view id);
// What stands in the middle of the window.
[[nodiscard]] const View& scene_of(const session::Snapshot& model);
// The view that a word of a cue names; null: none, or the scene.
[[nodiscard]] const View* view_of_cue(std::string_view word);
// What cues can point at: the scene and the views with a word for it.
[[nodiscard]] std::vector<std::string> cue_figures();
// The view that a word of a settings file names, whatever version wrote it; null: none.
[[nodiscard]] const View* view_of_settings(std::string_view word);
// Errors: no such figure, with the nearest or all.
[[nodiscard]] Result<const View*> find_figure(std::string_view id);

// What the view shows of the model: only what it reads.
[[nodiscard]] DrawList build(
    const View& view, const session::Snapshot& model, const WindowState& window, Size size, const Style& style);

} // namespace warpstage::views
