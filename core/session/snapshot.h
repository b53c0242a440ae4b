// What the windows show: the session at one moment, in sections. Taken once a frame; a section that has not changed is the same
// one as in the frame before.
#pragma once

#include "core/analysis/block_timeline.h"
#include "core/analysis/comparison.h"
#include "core/analysis/kernel_report.h"
#include "core/analysis/passes.h"
#include "core/arch/coalescing.h"
#include "core/arch/shared_banks.h"
#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/engine/engine.h"
#include "core/engine/timing_summary.h"
#include "core/lesson/lesson.h"
#include "core/lesson/measured/published.h"
#include "core/problem/plan.h"
#include "core/ptx/listing.h"
#include "core/session/cell.h"
#include "core/session/command.h"
#include "core/session/cue_view.h"
#include "core/session/drift_view.h"
#include "core/session/pace.h"
#include "core/session/section.h"
#include "core/trace/cursor.h"
#include "core/trace/totals.h"
#include "core/trace/trace.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

using engine::TimingSummary;

struct WorkView {
    std::string label; // "accelerate_shared"
    bool on_host = false;
    TimingSummary timing;

    bool operator==(const WorkView&) const = default;
};

struct VariantView {
    std::string id;
    std::string label;
    std::string summary;
    bool on_host_only = false; // runs no kernel: nothing to record

    bool operator==(const VariantView&) const = default;
};

struct VariantTiming {
    TimingSummary timing; // of a whole step on the current engine with the current parameters
    double speed_up = 0.0; // against the first variant that has a time; 0: unknown

    bool operator==(const VariantTiming&) const = default;
};

struct ParameterView {
    std::string id;
    std::string label;
    std::string unit;
    std::string value;
    std::vector<std::string> suggestions;
    bool is_text = false; // something typed, as an expression; else a number or a choice

    bool operator==(const ParameterView&) const = default;
};

// A value that was refused last, until one is taken.
struct RefusedParameter {
    std::string id;
    std::string value;
    std::string sentence;

    bool operator==(const RefusedParameter&) const = default;
};

// One observed run of one block of the variant's recorded launch.
struct Recording {
    std::string variant;
    std::string kernel; // display name
    trace::Trace trace;
    trace::Totals totals;
    analysis::KernelReport report; // by the architecture that it was recorded for; see Assessment
    std::optional<simt::Trap> trap;
    std::shared_ptr<const lesson::Lesson> lesson; // keeps module and source alive
    ptx::Listing listing; // of what ran; points into the lesson's module
    Dim3 block_size; // threads of a block
    std::uint32_t shared_bytes = 0; // of a block, declared and dynamic
    std::uint64_t serial = 0; // grows with each recording
    analysis::BlockTimeline timeline;
    struct Buffer {
        std::string name;
        std::uint64_t address = 0; // where the recorded accesses find it
        std::size_t bytes = 0;
    };
    std::vector<Buffer> buffers; // of the plan; empty in a run that comes from an old file
};

// What the rules of one architecture make of a recording.
struct Assessment {
    const arch::Traits* traits = nullptr; // never null
    analysis::KernelReport report;
    std::vector<bool> wasteful; // by step of the trace: its request costs more than it had to
};

// An access that can be chosen, one for each instruction that touched shared or global memory.
struct AccessView {
    ptx::StateSpace space = ptx::StateSpace::shared; // or global
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::string text; // "ld.shared.u32"
    std::uint64_t requests = 0;
    std::uint64_t cost = 0; // wavefronts of shared memory, sectors of global memory
    std::uint64_t ideal = 0;

    bool operator==(const AccessView&) const = default;
};

struct ChosenAccess {
    simt::Access access;
    std::optional<arch::SharedService> shared; // one of the two, by the snapshot's architecture
    std::optional<arch::GlobalService> global;
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t step = 0; // index into Trace::steps
    std::size_t occurrence = 0; // of `occurrences` in the recorded window
    std::size_t occurrences = 0;

    bool operator==(const ChosenAccess&) const = default;
};

struct HistoryPoint {
    std::chrono::nanoseconds step { 0 };
    std::size_t variant = 0;

    bool operator==(const HistoryPoint&) const = default;
};

// Positions and velocities for the stage: on the host, or already in the shared GL buffers (then the vectors are empty).
struct ParticleFrame {
    std::size_t count = 0;
    bool in_shared_buffers = false;
    std::vector<float> x, y, vx, vy;
    float radius = 1.0F; // of the region to show
    float speed = 1.0F; // end of the colour scale
    std::uint64_t serial = 0; // grows with each new content
    std::vector<float> z, vz; // of bodies in space; on the host, wherever the others are
    // Who computes body i: thread i % threads of block i / (threads * bodies_a_thread). 0 threads: the host.
    std::uint32_t threads = 0;
    std::uint32_t bodies_a_thread = 1;
};

// A matrix that a step has computed, reduced to what a screen can show. Without values until the first step has ended.
struct MatrixFrame {
    std::string name; // of the plan's buffer
    std::size_t rows = 0; // of the matrix
    std::size_t columns = 0;
    std::size_t shown_rows = 0; // of `values`: each is the mean of `reduction` x `reduction` elements, fewer at the edges
    std::size_t shown_columns = 0;
    std::size_t reduction = 1;
    std::vector<float> values; // row after row
    float lowest = 0.0F; // the ends of the colour scale
    float highest = 1.0F;
    std::uint64_t serial = 0; // grows with each new content
    std::vector<std::shared_ptr<const MatrixFrame>> sources; // what the kernel reads
};

// Elements of one matrix that the recorded block has to do with, at one step of its playback.
struct MatrixTouch {
    struct Place {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
    };
    std::string name; // of the matrix' buffer
    std::vector<Place> now; // by the step that is shown
    std::vector<Place> before; // by the steps before it, since the block began; each once
    // All that the recorded steps touch lies in rows first.row to last.row and columns first.column to last.column.
    Place first;
    Place last;
};

// What the recorded block does to the matrices at the step of its playback: its tile.
struct MatrixFlight {
    std::size_t step = 0; // index into Trace::steps
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    bool store = false; // the step writes
    std::uint64_t block = 0;
    std::vector<MatrixTouch> touched; // matrices that the block never touches are left out
};

// One warp of the recorded launch: what it executed and what its requests cost above what they had to.
struct HeatCell {
    std::uint64_t instructions = 0; // of the warp
    std::uint64_t active_lanes = 0; // summed over them
    std::uint64_t wavefronts_excess = 0;
    std::uint64_t sectors_excess = 0;
};

// The whole launch, block by block and warp by warp, as the virtual machine ran it. Filled while it is watched.
struct HeatMap {
    std::string kernel; // display name
    std::string architecture; // whose rules judged
    Dim3 grid;
    Dim3 block;
    std::uint32_t warps = 0; // of a block
    std::uint64_t blocks_a_row = 1; // that share a row of cells: more than one where there are very many
    std::uint64_t blocks_seen = 0; // in the order of the grid
    std::vector<HeatCell> cells; // [row * warps + warp]
    std::string refusal; // why there is nothing more to come; empty: nothing went wrong
    bool running = false;
};

// Copies and launches of a step over time. Either measured, by the marks that a GPU sets in its streams, or only what may
// overlap: the order that streams and copy engines leave, with lengths that mean nothing.
struct TransferFrame {
    enum class Source : std::uint8_t { measured, possible };
    enum class Kind : std::uint8_t { to_device, to_host, kernel };
    struct Span {
        std::string label;
        Kind kind = Kind::kernel;
        std::uint32_t stream = 0;
        std::size_t bytes = 0; // of a copy
        std::chrono::nanoseconds issued { 0 }; // its stream had come to it
        std::chrono::nanoseconds begin { 0 }; // its copy engine was free as well
        std::chrono::nanoseconds end { 0 };
    };
    Source source = Source::possible;
    bool pageable = false; // the host's memory
    std::uint32_t streams = 1;
    std::vector<Span> spans; // in the order in which they were issued
    std::chrono::nanoseconds length { 0 };
};

using Touch = trace::Touch;

// The recorded block's shared memory at one step of its playback.
struct ArrayFrame {
    std::vector<std::int64_t> values;
    std::vector<bool> known; // false: not yet written
    std::vector<Touch> touched; // by the step that is shown
    std::size_t element_bytes = 4;
    std::size_t step = 0; // of `steps` that are told: accesses of shared memory, or all where a presenter leads
    std::size_t steps = 0;
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    std::uint32_t pass = 0; // barriers passed

    // What lanes of the step's warp bring from one element to another: read before, written by the store that ends it.
    struct Edge {
        std::uint32_t from = 0; // element
        std::uint32_t to = 0;
    };
    std::vector<Edge> edges;
    std::vector<LaneMask> working; // [warp]: lanes that touch memory anywhere in this pass
    LaneMask active = 0; // lanes of the step's warp that execute it
    std::uint32_t warp_width = 32;
};

// Where the recorded run stands.
struct PlaybackView {
    bool controlled = false; // in a presenter's hands; else it tells itself, or nothing is told
    bool playing = false;
    Stride stride = Stride::instruction;
    Pace pace = Pace::ten;
    std::size_t steps = 0; // that can be told; 0: nothing
    std::optional<std::size_t> step; // just executed; index into Trace::steps
    std::uint32_t warp = 0; // of that step, as all below
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t barriers = 0; // that the block had passed

    bool operator==(const PlaybackView&) const = default;
};

// The variant beside which the present one is shown.
struct ComparedView {
    std::size_t variant = 0;
    std::shared_ptr<const Recording> recording; // null until it is there
    std::shared_ptr<const Assessment> assessment; // null where the recording is
    std::optional<ChosenAccess> access; // where there is most to see

    bool operator==(const ComparedView&) const = default;
};

struct CountedLaunchView {
    std::string kernel;
    Dim3 grid;
    Dim3 block;
    std::vector<analysis::Comparison> comparisons; // without a measurement the measured value is not a number
};

// The present variant's step as predicted and as the hardware counted it.
struct CounterView {
    bool running = false; // nothing below yet
    std::string machine; // that counted; empty: none did
    std::string refusal; // why none did
    std::string unpredicted; // why there is no prediction, and so nothing below
    std::string architecture; // of the prediction
    std::vector<CountedLaunchView> launches; // in the step's order
};

struct Notice {
    Severity severity = Severity::information;
    std::string text;

    bool operator==(const Notice&) const = default;
};

// Where times come from that were not taken here and now.
struct TimingOrigin {
    std::string machine; // "NVIDIA H200"
    std::string detail;
    bool emulated = false;
    std::string when; // "2026-11-21 20:51 UTC"
    std::uint32_t capability_major = 9; // whose rules judged the recorded run
    std::uint32_t capability_minor = 0;

    bool operator==(const TimingOrigin&) const = default;
};

// What is chosen to run.
struct SetupSection {
    std::shared_ptr<const lesson::Lesson> lesson;
    // While recording and times come from a file: the lesson with the kernels that they are of, which `lesson` need not have.
    std::shared_ptr<const lesson::Lesson> replayed;
    std::vector<std::string> lesson_titles; // of all lessons, in order
    std::size_t lesson_index = 0;
    std::vector<VariantView> variants;
    std::size_t variant = 0;
    std::vector<ParameterView> parameters;
    std::optional<RefusedParameter> refused;
    bool switched = false; // the variant is on screen for some seconds only
    std::shared_ptr<const lesson::PublishedFigures> published; // null: not there, or not asked for

    bool operator==(const SetupSection&) const = default;
};

// What runs it.
struct DeviceSection {
    engine::Description engine;
    bool gpu_available = false;
    bool interop = false; // kernels write straight into the vertex buffers
    std::optional<TimingOrigin> timing_origin; // of times and recording that come from a file; else they are the engine's

    bool operator==(const DeviceSection&) const = default;
};

// How far it has come and how long it takes.
struct TimingSection {
    bool playing = true;
    std::uint64_t steps = 0; // since the last restart
    double steps_per_second = 0.0;
    std::vector<VariantTiming> variants; // one for each of SetupSection::variants
    std::vector<WorkView> works; // of the current variant
    double merit = 0.0; // work / median time
    std::string merit_unit; // "interactions/s", "B/s"
    double merit_limit = 0.0; // the most that this GPU allows; 0: not known
    std::string limit_name; // what is exhausted then: "copy"
    std::vector<HistoryPoint> history; // oldest first, bounded

    // Nothing measured for a variant that is not there.
    [[nodiscard]] VariantTiming of(std::size_t variant) const
    {
        return variant < variants.size() ? variants[variant] : VariantTiming {};
    }
    // The variant with which the others are compared; nothing: none has a time.
    [[nodiscard]] std::optional<std::size_t> reference() const
    {
        for (std::size_t i = 0; i < variants.size(); ++i)
            if (variants[i].timing.samples > 0)
                return i;
        return std::nullopt;
    }

    bool operator==(const TimingSection&) const = default;
};

// The recorded block and what the rules of one architecture make of it.
struct RunSection {
    const arch::Traits* traits = &arch::traits_of({ 9, 0 }); // never null
    std::string architecture = "CC 9.0"; // or "GeForce GTX 280 (CC 1.3)"
    std::shared_ptr<const Recording> recording; // null until the first is there, or for a variant without kernels
    std::shared_ptr<const Assessment> assessment; // of the recording; null where that is
    std::vector<AccessView> accesses;
    std::optional<ComparedView> compared; // nothing: only one variant was shown yet
    std::optional<WrongElement> wrong_element; // of kernels that were refused last

    bool operator==(const RunSection&) const = default;
};

// What the audience looks at.
struct SelectionSection {
    std::optional<ChosenAccess> chosen_access;
    std::uint32_t warp = 0; // whose lanes are shown
    std::uint32_t line = 0; // chosen source line; 0: none
    std::optional<std::uint32_t> lane; // that is marked
    std::optional<ChosenCell> cell; // likewise, with the lanes of the chosen access that touch it

    bool operator==(const SelectionSection&) const = default;
};

// A recorded run at one of its steps.
struct PlayedRun {
    PlaybackView view;
    std::shared_ptr<const ArrayFrame> cells; // shared memory at that step, whatever the scene is
    std::shared_ptr<const MatrixFlight> flight; // of the matrix; null: no step of a recorded run is shown

    bool operator==(const PlayedRun&) const = default;
};

struct PlaybackSection {
    PlayedRun run;
    std::optional<PlayedRun> compared; // of the compared variant's recording

    bool operator==(const PlaybackSection&) const = default;
};

// What the scene is drawn of: one of them, as the lesson's scene is.
struct SceneSection {
    problem::SceneDetail detail = problem::SceneDetail::values; // of the shown variant's plan
    std::shared_ptr<const ParticleFrame> particles;
    std::optional<DriftView> drift; // of bodies in the plane, not too many of them
    std::shared_ptr<const TransferFrame> transfers;
    std::shared_ptr<const ArrayFrame> array;
    std::shared_ptr<const MatrixFrame> matrix;

    bool operator==(const SceneSection&) const = default;
};

// What is counted on request, over the whole launch.
struct CounterSection {
    std::shared_ptr<const CounterView> hardware; // null: nobody has asked
    std::shared_ptr<const HeatMap> heat; // likewise

    bool operator==(const CounterSection&) const = default;
};

struct Snapshot {
    Section<SetupSection> setup;
    Section<CueView> cue;
    Section<DeviceSection> device;
    Section<TimingSection> timing;
    Section<RunSection> run;
    Section<SelectionSection> selection;
    Section<PlaybackSection> playback;
    Section<SceneSection> scene;
    Section<CounterSection> counters;
    Section<std::vector<Notice>> notices; // newest last

    // Identity of every section.
    bool operator==(const Snapshot&) const = default;
};

} // namespace warpstage::session
