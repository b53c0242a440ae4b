// The table of views.
#include "app/views/banks/access_view.h"
#include "app/views/banks/word_history_view.h"
#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/view.h"
#include "core/session/recording/hazard_playback.h"

namespace warpstage::views {

using Builder = DrawList(const Scope&);
Builder access_view, array_caption_view, comparison_view, counters_view, curves_view, cue_caption_view, cue_target_view,
    drift_view, fault_view, follow_code_view, footprint_view, hall_bar_view, hall_caption_view, hall_question_view, hazard_view,
    heat_view, help_view, hidden_scene_view, hierarchy_view, index_view, instructions_view, key_line_view, lanes_view,
    latency_view, launch_view, list_view, memory_view, narrow_bar_view, no_scene_view, notes_view, notices_view, number_view,
    occupancy_view, other_notices_view, parameters_view, partitions_view, paths_view, pipes_view, progress_view, published_view,
    registers_view, requests_view, retirement_view, sm_view, source_view, start_view, tabs_view, timeline_view, tip_view,
    top_bar_view, total_view, tour_view, transfers_view, variants_view, why_view, word_history_view;

using Preparer = Result<Exhibit>(const Subject&);
Preparer prepare_banks, prepare_branch, prepare_compare, prepare_follow_code, prepare_fragments, prepare_hierarchy, prepare_index,
    prepare_lanes, prepare_matrix, prepare_occupancy, prepare_partitions, prepare_plotted, prepare_retirement, prepare_sectors,
    prepare_sm, prepare_source, prepare_timeline, prepare_timings, prepare_transfers, prepare_tree, prepare_warps, prepare_why;

using Requester = std::vector<session::Command>(const session::Snapshot&);
Requester request_comparison, request_counters, request_heat, request_published, request_sm, request_why;

using Chooser = Result<void>(const session::Snapshot&, Subject&);
Chooser choose_access, choose_index, choose_lanes, choose_occupancy, choose_partitions, choose_retirement, choose_sm,
    choose_source, choose_why;

namespace {

template <auto Member> std::optional<Rect> rect_of(const StageLayout& layout)
{
    return layout.*Member;
}

bool has_hazard(const session::Snapshot& model)
{
    return !is_asking(model) && session::has_hazard_scene(model);
}

template <auto Member> bool has(const session::Snapshot& model)
{
    return (*model.scene).*Member != nullptr;
}
constexpr auto* has_bodies = has<&session::SceneSection::particles>;
constexpr auto* has_matrix = has<&session::SceneSection::matrix>;
constexpr auto* has_array = has<&session::SceneSection::array>;

// The subject of a lesson, unless it would answer the current question.
problem::SceneDetail detail_of(const session::Snapshot& model)
{
    return is_asking(model) ? problem::SceneDetail::values : model.scene->detail;
}

bool has_sectors(const session::Snapshot& model)
{
    return has_matrix(model) && detail_of(model) == problem::SceneDetail::sectors && model.playback->run.tile_accesses != nullptr;
}

// For a block without data in shared memory there are no bars.
bool has_traffic(const session::Snapshot& model)
{
    return has_array(model) && !is_asking(model) && model.run->recording != nullptr
        && (detail_of(model) == problem::SceneDetail::sectors || model.scene->array->values.empty());
}

template <problem::SceneDetail detail> bool has_detail(const session::Snapshot& model)
{
    return model.scene->detail == detail;
}

bool has_banks(const session::Snapshot& model)
{
    return has_array(model) && detail_of(model) == problem::SceneDetail::banks;
}

// The bars of an array whose subject is something else would have empty axes.
bool has_hidden_array(const session::Snapshot& model)
{
    return is_asking(model) && has_array(model) && model.scene->detail != problem::SceneDetail::values;
}

bool has_nothing(const session::Snapshot&)
{
    return true;
}

// Over all scenes of a block's array.
bool has_array_caption(const session::Snapshot& model)
{
    const View& scene = scene_of(model);
    return scene.shown == has_traffic || scene.shown == has_banks || scene.shown == has_array;
}

constexpr Parts kTimes = Part::timing | Part::estimates | Part::time_axis;
constexpr Parts kRecorded = Part::setup | Part::cue | Part::run | Part::selection;
constexpr Parts kRecordedScene = kRecorded | Part::playback | Part::scene | Part::marked;

// Panels in drawing order; figures in the order of `warpstage figure --list`; of the scenes, the first applicable one is shown.
// Views without a builder are drawn by the stage (app/stage/scene/scene_table.cpp).
constexpr std::array kViews {
    View { .id = "variants",
        .title = marked("Variants"),
        .cue = "variants",
        .older = "timings",
        .place = Place::panel,
        .rect = rect_of<&StageLayout::variants>,
        .reads = Part::setup | Part::cue | Part::device | kTimes | Part::run,
        .build = variants_view },
    View { .id = "parameters",
        .title = marked("Parameters"),
        .cue = "parameters",
        .place = Place::panel,
        .rect = rect_of<&StageLayout::parameters>,
        .reads = Part::setup,
        .build = parameters_view },
    View { .id = "banks",
        .title = marked("Memory"),
        .cue = "banks",
        .cue_subject = lesson::FigureSubject::shared_access,
        .older = "access",
        .place = Place::panel,
        .rect = rect_of<&StageLayout::access>,
        .shown = shows_banks,
        .reads = kRecorded | Part::marked,
        .build = access_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "one request to shared memory: lanes, banks, wavefronts", Need::recording, { 760, 440 }, prepare_banks,
            choose_access, true } },
    View { .id = "sectors",
        .title = marked("Memory"),
        .cue = "sectors",
        .cue_subject = lesson::FigureSubject::global_access,
        .place = Place::panel,
        .rect = rect_of<&StageLayout::access>,
        .shown = shows_sectors,
        .reads = kRecorded | Part::marked,
        .build = access_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "one request to global memory: lanes, segments, unused bytes", Need::recording, { 860, 480 }, prepare_sectors,
            choose_access, true } },
    View { .id = "partitions",
        .title = marked("Memory partitions"),
        .cue = "partitions",
        .place = Place::panel,
        .rect = rect_of<&StageLayout::access>,
        .shown = shows_partitions,
        .reads = kRecorded,
        .build = partitions_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "memory partitions of a GPU with compute capability 1.x: partition camping; requires --arch",
            Need::resident_blocks, { 760, 440 }, prepare_partitions, choose_partitions } },
    View { .id = "matrix",
        .figure = { "a tile in shared memory by bank, with and without padding; requires --tile", Need::recording, { 860, 560 },
            prepare_matrix, nullptr, true } },
    View { .id = "timeline",
        .title = marked("Timeline"),
        .place = Place::panel,
        .rect = rect_of<&StageLayout::timeline>,
        .reads = kRecorded | Part::playback,
        .build = timeline_view,
        .figure = { "all warps of a block over time; with --warp, the lanes of one warp", Need::recording, { 860, 520 },
            prepare_timeline } },
    View { .id = "branch",
        .figure = { "a warp at a branch: paths, lanes, and the reconvergence model of warpstage; since Volta, threads are "
                    "scheduled independently and are guaranteed to reconverge only where the program synchronizes them",
            Need::recording, { 860, 480 }, prepare_branch } },
    View { .id = "tree",
        .figure = { "one iteration of a reduction in shared memory: operand pairs", Need::recording, { 960, 480 },
            prepare_tree } },
    View { .id = "occupancy",
        .title = "Occupancy",
        .cue = "occupancy",
        .place = Place::sheet,
        .reads = kRecorded | Part::device,
        .build = occupancy_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "resident warps on a multiprocessor and what limits them; requires --registers", Need::recording,
            { 860, 480 }, prepare_occupancy, choose_occupancy } },
    View { .id = "published",
        .title = marked("Published results"),
        .cue = "published",
        .cue_subject = lesson::FigureSubject::published,
        .place = Place::sheet,
        .reads = Part::setup | Part::cue | Part::estimates,
        .build = published_view,
        .request = request_published,
        .while_asked = WhileAsked::hidden },
    View { .id = "pipes",
        .title = marked("Instructions per operation"),
        .cue = "pipes",
        .place = Place::sheet,
        .reads = kRecorded | Part::scene,
        .build = pipes_view,
        .while_asked = WhileAsked::hidden },
    View { .id = "throughput-curve",
        .title = marked("Curve of the throughput"),
        .cue = "curves",
        .place = Place::sheet,
        .reads = Part::setup | Part::cue | Part::estimates | Part::timing,
        .build = curves_view,
        .while_asked = WhileAsked::hidden },
    View { .id = "hierarchy",
        .title = "Memory hierarchy",
        .cue = "hierarchy",
        .place = Place::sheet,
        .reads = kRecorded | Part::device,
        .build = hierarchy_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "the memories of a GPU: size, scope, access, lifetime, latency; accepts --arch", Need::recording,
            { 860, 520 }, prepare_hierarchy } },
    View { .id = "index",
        .title = "Index arithmetic",
        .cue = "index",
        .place = Place::sheet,
        .reads = kRecorded | Part::device,
        .build = index_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "how the threads of a warp compute the index of the element that each accesses", Need::recording,
            { 860, 420 }, prepare_index, choose_index, true } },
    View { .id = "compare",
        .title = marked("Comparison"),
        .cue = "compare",
        .cue_subject = lesson::FigureSubject::step_counts,
        .older = "comparison",
        .place = Place::sheet,
        .reads = kRecorded | Part::device | kTimes | Part::playback | Part::scene | Part::step_counts,
        .build = comparison_view,
        .request = request_comparison,
        .while_asked = WhileAsked::hidden,
        .figure = { "two variants: counts side by side; requires --with", Need::two_recordings, { 860, 560 }, prepare_compare } },
    View { .id = "lanes",
        .title = marked("Warps"),
        .cue = "warps",
        .place = Place::panel,
        .rect = rect_of<&StageLayout::warps>,
        .shown = shows_warps,
        .reads = kRecorded | Part::playback | Part::marked,
        .build = lanes_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "the lanes of a warp over time: which are active, which are not", Need::recording, { 760, 460 },
            prepare_lanes, choose_lanes } },
    View { .id = "history",
        .title = marked("History"),
        .place = Place::panel,
        .rect = rect_of<&StageLayout::warps>,
        .shown = shows_history,
        .reads = kRecorded | Part::playback,
        .build = word_history_view,
        .while_asked = WhileAsked::hidden },
    View { .id = "warps", .figure = { "the threads of a block as warps", Need::recording, { 860, 480 }, prepare_warps } },
    View { .id = "retirement",
        .title = "Active warps per iteration",
        .cue = "retirement",
        .place = Place::sheet,
        .reads = kRecorded | Part::device,
        .build = retirement_view,
        .while_asked = WhileAsked::hidden,
        .figure = { "a branch in a loop, iteration by iteration: which warps diverge, which retire", Need::recording,
            { 860, 480 }, prepare_retirement, choose_retirement } },
    View { .id = "source",
        .title = marked("Source"),
        .cue = "source",
        .place = Place::panel,
        .rect = rect_of<&StageLayout::source>,
        .reads = kRecorded | Part::playback | Part::source_text | Part::machine_code,
        .build = source_view,
        .figure = { "the kernel's source with the cost of each line", Need::recording, { 1000, 640 }, prepare_source,
            choose_source } },
    View {
        .id = "hazard", .place = Place::scene, .shown = has_hazard, .reads = kRecorded | Part::playback, .build = hazard_view },
    View { .id = "bodies",
        .place = Place::scene,
        .shown = has_bodies,
        .reads = Part::timing | Part::run | Part::scene | Part::selection },
    View { .id = "transfers",
        .place = Place::scene,
        .shown = [](const session::Snapshot& model) { return model.scene->transfers != nullptr; },
        .reads = Part::scene,
        .build = transfers_view,
        .figure = { "copies and launches over time, by stream", Need::measurement, { 860, 440 }, prepare_transfers } },
    View { .id = "timings",
        .figure = { "time of each kernel over repeated runs", Need::measurement, { 640, 360 }, prepare_timings } },
    View { .id = "bars",
        .figure = { "all variants of a lesson: throughput or time with spread; requires LESSON; runs the lesson or reads --from",
            Need::bench, { 860, 600 }, prepare_plotted } },
    View { .id = "curves",
        .figure = { "a variant over the values of a parameter; requires --parameter or --from", Need::sweep, { 760, 440 },
            prepare_plotted } },
    View { .id = "sm",
        .title = marked("SM"),
        .cue = "sm",
        .cue_subject = lesson::FigureSubject::sm_run,
        .place = Place::sheet,
        .reads = Part::setup | Part::cue | Part::run | Part::selection | Part::sm,
        .build = sm_view,
        .request = request_sm,
        .while_asked = WhileAsked::hidden,
        .figure = { "one multiprocessor cycle by cycle: what each resident warp issues or waits for; accepts --blocks, --cycles, "
                    "--with",
            Need::modeled_sm, { 860, 560 }, prepare_sm, choose_sm } },
    View { .id = "why",
        .title = marked("Why"),
        .place = Place::sheet,
        .reads = Part::setup | Part::cue | Part::selection | Part::why,
        .build = why_view,
        .request = request_why,
        .while_asked = WhileAsked::hidden,
        .figure = { "causes of the estimated time: the time without each of them, and what to change", Need::explained_time,
            { 860, 560 }, prepare_why, choose_why } },
    View { .id = "counters",
        .title = marked("Counters"),
        .place = Place::sheet,
        .reads = Part::setup | Part::cue | Part::run | Part::counters,
        .build = counters_view,
        .request = request_counters,
        .while_asked = WhileAsked::hidden },
    View { .id = "memory",
        .title = marked("Shared memory"),
        .place = Place::sheet,
        .reads = Part::cue | Part::run | Part::selection | Part::playback | Part::marked,
        .build = memory_view,
        .while_asked = WhileAsked::hidden },
    View { .id = "heat",
        .title = marked("Whole kernel"),
        .place = Place::sheet,
        .reads = Part::cue | Part::run | Part::selection | Part::counters,
        .build = heat_view,
        .request = request_heat,
        .while_asked = WhileAsked::hidden },
    View { .id = "instructions-scene",
        .place = Place::scene,
        .shown = has_detail<problem::SceneDetail::instructions>,
        .reads = kRecorded | Part::scene,
        .build = instructions_view,
        .while_asked = WhileAsked::waits },
    View { .id = "paths-scene",
        .place = Place::scene,
        .shown = has_detail<problem::SceneDetail::paths>,
        .reads = kRecorded | Part::scene,
        .build = paths_view,
        .while_asked = WhileAsked::waits },
    View { .id = "requests-scene",
        .place = Place::scene,
        .shown = has_detail<problem::SceneDetail::requests>,
        .reads = kRecorded | Part::scene,
        .build = requests_view,
        .while_asked = WhileAsked::waits },
    View { .id = "footprint-scene",
        .place = Place::scene,
        .shown = has_detail<problem::SceneDetail::footprint>,
        .reads = kRecorded | Part::scene,
        .build = footprint_view,
        .while_asked = WhileAsked::waits },
    View { .id = "registers-scene",
        .place = Place::scene,
        .shown = has_detail<problem::SceneDetail::registers>,
        .reads = kRecorded | Part::scene | Part::machine_code,
        .build = registers_view,
        .while_asked = WhileAsked::waits },
    View { .id = "latency-scene",
        .place = Place::scene,
        .shown = has_detail<problem::SceneDetail::latency>,
        .reads = kRecorded | Part::scene | Part::sm,
        .build = latency_view,
        .while_asked = WhileAsked::waits },
    View { .id = "hidden-scene",
        .place = Place::scene,
        .shown = has_hidden_array,
        .reads = Part::cue | Part::scene,
        .build = hidden_scene_view },
    View { .id = "sectors-scene", .place = Place::scene, .shown = has_sectors, .reads = kRecordedScene },
    View { .id = "matrix-scene", .place = Place::scene, .shown = has_matrix, .reads = kRecordedScene },
    View { .id = "traffic-scene", .place = Place::scene, .shown = has_traffic, .reads = kRecordedScene },
    View { .id = "banks-scene", .place = Place::scene, .shown = has_banks, .reads = kRecordedScene },
    View { .id = "array-scene", .place = Place::scene, .shown = has_array, .reads = kRecordedScene },
    View { .id = "no-scene",
        .place = Place::scene,
        .shown = has_nothing,
        .reads = Part::setup | Part::cue | Part::run,
        .build = no_scene_view },
    View { .id = "array-caption",
        .place = Place::scene_strip,
        .shown = has_array_caption,
        .reads = Part::setup | Part::scene | Part::run | Part::selection,
        .build = array_caption_view },
    View { .id = "drift",
        .place = Place::scene_strip,
        .shown = [](const session::Snapshot& model) { return model.scene->drift.has_value(); },
        .reads = Part::scene,
        .build = drift_view },
    View { .id = "total", .reads = Part::scene, .build = total_view },
    View { .id = "number", .reads = kRecorded | Part::device | kTimes, .build = number_view },
    View { .id = "top-bar",
        .title = marked("Lesson and device"),
        .place = Place::bar,
        .reads = Part::setup | Part::cue | Part::device | Part::run | Part::playing,
        .build = top_bar_view },
    View { .id = "progress", .place = Place::bar, .reads = Part::timing | Part::frame_rate, .build = progress_view },
    View { .id = "key-line", .title = marked("Keys"), .place = Place::bar, .reads = Part::cue, .build = key_line_view },
    View { .id = "narrow-bar",
        .title = marked("Lesson and device"),
        .place = Place::bar,
        .reads = Part::setup | Part::cue | Part::device | Part::run | Part::playing,
        .build = narrow_bar_view },
    View { .id = "tabs", .place = Place::bar, .reads = Part::arrangement, .build = tabs_view },
    View { .id = "cue-caption", .reads = Part::cue, .build = cue_caption_view },
    View { .id = "hall-bar",
        .place = Place::bar,
        .reads = Part::setup | Part::cue | Part::run | Part::playing,
        .build = hall_bar_view },
    View { .id = "hall-caption", .reads = Part::setup | Part::cue, .build = hall_caption_view },
    View { .id = "hall-question", .reads = Part::cue, .build = hall_question_view },
    View { .id = "cue-target", .build = cue_target_view },
    View { .id = "fault", .reads = Part::setup | Part::run, .build = fault_view },
    View { .id = "notices", .reads = Part::run | Part::notices | Part::message, .build = notices_view },
    View { .id = "other-notices", .reads = Part::setup | Part::run | Part::notices | Part::message, .build = other_notices_view },
    View { .id = "tip", .place = Place::popup, .reads = Part::tip, .build = tip_view },
    View { .id = "help", .place = Place::popup, .reads = Part::help, .build = help_view },
    View { .id = "notes",
        .title = marked("Notes"),
        .place = Place::popup,
        .reads = Part::setup | Part::cue | Part::notes,
        .build = notes_view,
        .while_asked = WhileAsked::hidden },
    View { .id = "tour", .place = Place::popup, .reads = Part::tour | Part::arrangement | Part::setup, .build = tour_view },
    View { .id = "start", .place = Place::popup, .reads = Part::start | Part::device, .build = start_view },
    View { .id = "follow",
        .place = Place::popup,
        .reads = Part::follow_code,
        .build = follow_code_view,
        .figure = { "QR code of the address that followers open; requires --site", Need::nothing, { 760, 760 },
            prepare_follow_code } },
    View { .id = "fragments",
        .figure = { "lane and register of each element of a matrix instruction; requires --instruction", Need::nothing,
            { 960, 640 }, prepare_fragments } },
    View { .id = "launch", .place = Place::popup, .reads = Part::start | Part::device, .build = launch_view },
    View { .id = "list", .place = Place::popup, .reads = Part::list, .build = list_view },
};

// A wrong name does not compile.
consteval const View& row(std::string_view id)
{
    return *std::ranges::find(kViews, id, &View::id);
}

} // namespace

namespace named {
// clang-format off
const View
    &array_caption = row("array-caption"),
    &banks = row("banks"),
    &compare = row("compare"),
    &cue_caption = row("cue-caption"),
    &cue_target = row("cue-target"),
    &drift = row("drift"),
    &fault = row("fault"),
    &follow = row("follow"),
    &hall_bar = row("hall-bar"),
    &hall_caption = row("hall-caption"),
    &hall_question = row("hall-question"),
    &hazard = row("hazard"),
    &help = row("help"),
    &hierarchy = row("hierarchy"),
    &index = row("index"),
    &key_line = row("key-line"),
    &launch = row("launch"),
    &list = row("list"),
    &narrow_bar = row("narrow-bar"),
    &no_scene = row("no-scene"),
    &notes = row("notes"),
    &notices = row("notices"),
    &number = row("number"),
    &occupancy = row("occupancy"),
    &other_notices = row("other-notices"),
    &partitions = row("partitions"),
    &progress = row("progress"),
    &retirement = row("retirement"),
    &sectors_scene = row("sectors-scene"),
    &source = row("source"),
    &start = row("start"),
    &tabs = row("tabs"),
    &tip = row("tip"),
    &top_bar = row("top-bar"),
    &total = row("total"),
    &tour = row("tour");
// clang-format on
} // namespace named

std::span<const View> all_views()
{
    return kViews;
}

} // namespace warpstage::views
