// A view: anything that can be shown, as one row of one table. Panels, sheets, scenes, bars, figures of the command line, targets
// of cues and words in settings files are rows. Each has an id and a function from the model to a draw list.
#pragma once

#include "app/views/drawing.h"
#include "app/views/frame/layout.h"
#include "app/views/palette/list.h"
#include "app/views/sheets/keys.h"
#include "core/base/result.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct View;
struct Exhibit;
struct FollowCode;
struct StartPage;
struct Subject;

// How much the audience sees.
enum class Display : std::uint8_t {
    panels, // all panels, around the scene
    maximized, // one panel, as large as the window
    number, // the headline figure of the lesson
    nothing, // the scene alone
};

// Three panels for the last row of a hall: a figure, the source, the words of the cue.
struct Hall {
    const View* figure = nullptr; // chosen by a key; null: the one that the cue points at

    bool operator==(const Hall&) const = default;
};

// The current step of the tour: each step asks for an action.
struct TourStep {
    std::size_t index = 0;
    bool done = false; // the action was seen

    bool operator==(const TourStep&) const = default;
};

// What is shown beside the source, as far as there is space.
enum class CodeColumns : std::uint8_t { source, ptx, machine };

// What the comparison draws of both variants, on one scale.
enum class ComparedFigure : std::uint8_t { access, lanes, timeline, sm, source };
inline constexpr std::array kComparedFigures { marked("Access"), marked("Lanes"), marked("Timeline"), "SM", marked("Source") };

// Along which the operations of a pipeline are drawn: their order in the recorded run, or the cycles of the SM model.
enum class StepAxis : std::uint8_t { order, cycles };

// Spacing of the axis of times.
enum class TimeSpacing : std::uint8_t { linear, logarithmic };

// "Saved …/warpstage-….png".
struct WindowMessage {
    std::string text {}; // empty: none
    session::Severity severity = session::Severity::information;

    bool operator==(const WindowMessage&) const = default;
};

struct PointedTip {
    Tip tip;
    Point pointer; // in the window

    bool operator==(const PointedTip&) const = default;
};

// State of the window, which is not part of the session.
struct WindowState {
    Size size {}; // in points
    float frames_per_second = 0.0F;
    WindowMessage message {}; // shown for some seconds
    Display display = Display::panels;
    const View* maximized = nullptr; // of Display::maximized; null: the memory access
    const View* sheet = nullptr; // shown in the scene's place; null: none
    ComparedFigure compared = ComparedFigure::access;
    std::optional<CycleRange> cycles {}; // of the SM view, as zoomed; nothing: as the session says
    StepAxis pipeline_axis = StepAxis::order;
    std::optional<Hall> hall {}; // empty: all panels
    CodeColumns code = CodeColumns::source;
    std::optional<TimeSpacing> time_spacing {}; // nothing: as it suits the times
    bool host_code = false; // instead of the kernels' source
    std::int32_t source_scroll = 0; // scroll offset in lines
    LaneMask marked = 0; // highlighted lanes in addition to the session's own
    bool colors_by_register = false; // of the elements of fragments; else by lane
    std::shared_ptr<const ListState> list {}; // commands, lessons, values, …: one of them can be chosen; null: no list is open
    std::optional<PointedTip> tip {}; // of the item under the mouse
    std::string_view badge {}; // name of the mode that Esc leaves and that nothing else shows; empty: none
    Tab tab = Tab::scene; // of a narrow window
    const std::vector<KeyWords>* keys = &no_keys(); // of the window, for the line of keys and the help sheet; never null
    std::optional<std::size_t> help {}; // page of the help sheet; larger values show the last page
    std::optional<std::size_t> notes {}; // page of the speaker's notes; larger values show the last page
    std::optional<TourStep> tour {}; // of the first start
    std::shared_ptr<const StartPage> start {}; // over everything; null: it is closed
    std::shared_ptr<const FollowCode> follow_code {}; // over everything; null: it is closed

    bool operator==(const WindowState&) const = default;
};

// Parts of the model and of the window's state. A view gets the parts that it reads and is built again when one of them changes.
enum class Part : std::uint64_t {
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
    arrangement = 1U << 13U, // the arrangement: display, maximized view, sheet, tab
    source_text = 1U << 14U, // its columns, host code and scrolling
    marked = 1U << 15U, // and the colors of fragments
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
    follow_code = 1U << 26U,
    time_axis = 1U << 27U, // and its spacing
    why = 1U << 28U,
    compared = 1U << 29U, // the figure of the comparison
    badge = 1U << 30U,
    cycles = 1U << 31U, // of the SM view, and the axis of the pipeline
    layout = std::uint64_t { 1 } << 32U,
    classroom = std::uint64_t { 1 } << 33U,
};
class Parts {
public:
    constexpr Parts() = default;
    constexpr Parts(Part part) // NOLINT(google-explicit-constructor): a single part is a set, too
        : m_bits(static_cast<std::uint64_t>(part))
    {
    }
    [[nodiscard]] constexpr bool has(Part part) const { return (m_bits & static_cast<std::uint64_t>(part)) != 0; }
    friend constexpr Parts operator|(Parts a, Parts b)
    {
        a.m_bits |= b.m_bits;
        return a;
    }

private:
    std::uint64_t m_bits = 0;
};
constexpr Parts operator|(Part a, Part b)
{
    return Parts(a) | Parts(b);
}

// Only the requested parts; everything else is as in an empty model and an empty window. Equal results show the same.
[[nodiscard]] session::Snapshot narrowed(const session::Snapshot& model, Parts parts);
[[nodiscard]] WindowState narrowed(const WindowState& window, Parts parts);

// The input of a view. The list's origin is the upper left corner of the view's place.
struct Scope {
    const session::Snapshot& model;
    const WindowState& window; // size, keys and hall mode are always set
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
    scene, // one of them at a time: the first applicable one in the table
    scene_strip, // beside the scene
    popup,
};

// How a view becomes a figure, on the command line and from the stage.
enum class Need : std::uint8_t {
    nothing,
    recording,
    resident_blocks,
    two_recordings,
    modeled_sm,
    explained_time,
    heat_map,
    waves,
    rounding,
    measurement,
    bench,
    sweep
};
struct Figure {
    std::string_view summary; // its content, for a list
    Need need = Need::recording; // the contents that Subject must have
    Size size; // default size of the page in points
    Result<Exhibit> (*prepare)(const Subject& subject) = nullptr; // null: the view is no figure
    // Adds the choices of the audience, for a figure of the stage's current state; null: the figure does not depend on them.
    Result<void> (*choose)(const session::Snapshot& model, Subject& subject) = nullptr;
    bool of_access = false; // it shows one access, which the user can choose
    std::string (*text)(const Subject& subject) = nullptr; // the same in words, for a file .txt; null: it has none
};

// hidden: a question mark is shown instead. waits: it shows only words until the answer is shown.
enum class WhileAsked : std::uint8_t { shown, hidden, waits };

struct View {
    std::string_view id; // "lanes": in commands, settings, tests
    std::string_view title {}; // "Warps": for a view that a question hides, which reads the cue
    std::string_view cue {}; // word in a lesson's cues; empty: no cue points at it
    lesson::FigureSubject cue_subject = lesson::FigureSubject::other; // what a cue that points at it also requests
    std::string_view older {}; // its word in cues and settings files of older versions, if it differs
    Place place = Place::none;
    std::optional<Rect> (*rect)(const StageLayout& layout) = nullptr; // of a panel
    // Whether it is currently shown in its place, which other views share; null: always.
    bool (*shown)(const session::Snapshot& model) = nullptr;
    Parts reads {};
    DrawList (*build)(const Scope& scope) = nullptr; // null: only a figure, or a scene that the stage draws
    // Of a sheet: the commands that compute what it shows and that were not given yet; null: it shows what there is.
    std::vector<session::Command> (*request)(const session::Snapshot& model) = nullptr;
    WhileAsked while_asked = WhileAsked::shown;
    Figure figure {};
};

// The table. A view is added by its own file and a row there.
[[nodiscard]] std::span<const View> all_views();
// The views of the table that code names.
namespace named {
extern const View &array_caption, &badge, &banks, &compare, &cue_caption, &cue_target, &drift, &fault, &follow, &hall_bar,
    &hall_caption, &hall_question, &hazard, &help, &hierarchy, &index, &key_line, &launch, &layout, &list, &narrow_bar, &no_scene,
    &notes, &notices, &number, &occupancy, &other_notices, &partitions, &pipeline, &progress, &retirement, &sectors_scene,
    &source, &start, &tabs, &tile_reuse, &tip, &top_bar, &total, &tour, &waits;
} // namespace named

// Null: no such view.
[[nodiscard]] const View* find_view(std::string_view id);
// A panel, or a sheet that is also a figure.
[[nodiscard]] bool can_be_maximized(const View& view);
// The view in the middle of the window.
[[nodiscard]] const View& scene_of(const session::Snapshot& model);
// The tab of a narrow window that shows the panel in its place; the scene for all other views.
[[nodiscard]] Tab tab_of(const View& view);
// The view that a word of a cue names; null: none, or the scene.
[[nodiscard]] const View* view_of_cue(std::string_view word);
// Targets of cues: the scene and the views with a word for it, then the words of older versions.
[[nodiscard]] lesson::CueFigures cue_figures();
// The view that a word of a settings file names, for files of all versions; null: none.
[[nodiscard]] const View* view_of_settings(std::string_view word);
// Errors: unknown figure, with the most similar name or all names.
[[nodiscard]] Result<const View*> find_figure(std::string_view id);

// Below this size in points, times the scale of the text, views have too little space: what does not fit into a view is left out.
inline constexpr Size kLeastWindow { 360, 320 };

// The content of the view for the model: only the parts that it reads.
[[nodiscard]] DrawList build(
    const View& view, const session::Snapshot& model, const WindowState& window, Size size, const Style& style);

} // namespace warpstage::views
