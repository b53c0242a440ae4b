// What the windows show: an immutable picture of the session at one moment. Taken once a frame, shared, never changed.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/analysis/passes.h"
#include "core/arch/shared_banks.h"
#include "core/base/dim3.h"
#include "core/engine/engine.h"
#include "core/engine/timing_summary.h"
#include "core/lesson/lesson.h"
#include "core/ptx/listing.h"
#include "core/session/command.h"
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
};

struct VariantView {
    std::string id;
    std::string label;
    std::string summary;
    TimingSummary timing; // of a whole step on the current engine with the current parameters
    double speed_up = 0.0; // against the first variant that has a time; 0: unknown
    bool on_host_only = false; // runs no kernel: nothing to record
};

struct ParameterView {
    std::string id;
    std::string label;
    std::string unit;
    std::string value;
    std::vector<std::string> suggestions;
};

// One observed run of one block of the variant's recorded launch.
struct Recording {
    std::string variant;
    std::string kernel; // display name
    trace::Trace trace;
    trace::Totals totals;
    analysis::KernelReport report;
    std::optional<simt::Trap> trap;
    std::shared_ptr<const lesson::Lesson> lesson; // keeps module and source alive
    ptx::Listing listing; // of what ran; points into the lesson's module
    Dim3 block_size; // threads of a block
    std::uint32_t shared_bytes = 0; // of a block, declared and dynamic
    std::uint64_t serial = 0; // grows with each recording
};

// A shared-memory access that can be chosen, one for each instruction that touched shared memory.
struct SharedAccessView {
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::string text; // "ld.shared.u32"
    std::uint64_t requests = 0;
    std::uint64_t wavefronts = 0;
    std::uint64_t ideal = 0;
};

struct ChosenAccess {
    simt::Access access;
    arch::SharedService service; // by the architecture in `Snapshot::architecture`
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t occurrence = 0; // of `occurrences` in the recorded window
    std::size_t occurrences = 0;
};

struct HistoryPoint {
    std::chrono::nanoseconds step { 0 };
    std::size_t variant = 0;
};

// Positions and velocities for the stage: on the host, or already in the shared GL buffers (then the vectors are empty).
struct ParticleFrame {
    std::size_t count = 0;
    bool in_shared_buffers = false;
    std::vector<float> x, y, vx, vy;
    float radius = 1.0F; // of the region to show
    float speed = 1.0F; // end of the colour scale
    std::uint64_t serial = 0; // grows with each new content
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
};

using Touch = trace::Touch;

// The recorded block's shared memory at one step of its playback.
struct ArrayFrame {
    std::vector<std::int64_t> values;
    std::vector<bool> known; // false: not yet written
    std::vector<Touch> touched; // by the step that is shown
    std::size_t step = 0; // index into Trace::steps
    std::size_t steps = 0;
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    std::uint32_t pass = 0; // barriers passed
};

struct Notice {
    Severity severity = Severity::information;
    std::string text;
};

// Where times come from that were not taken here and now.
struct TimingOrigin {
    std::string machine; // "NVIDIA H200"
    std::string detail;
    bool emulated = false;
    std::string when; // "2026-11-21 20:51 UTC"
    std::uint32_t capability_major = 9; // whose rules judged the recorded run
    std::uint32_t capability_minor = 0;
};

struct Snapshot {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::vector<std::string> lesson_titles; // of all lessons, in order
    std::size_t lesson_index = 0;
    std::vector<VariantView> variants;
    std::size_t variant = 0;
    std::vector<ParameterView> parameters;

    engine::Description engine;
    bool gpu_available = false;
    bool interop = false; // kernels write straight into the vertex buffers
    bool playing = true;
    std::uint64_t steps = 0; // since the last restart

    std::vector<WorkView> works; // of the current variant
    std::optional<TimingOrigin> timing_origin; // of times and recording that come from a file; else they are the engine's
    double merit = 0.0; // work / median time
    std::string merit_unit; // "interactions/s", "B/s"
    double steps_per_second = 0.0;
    std::vector<HistoryPoint> history; // oldest first, bounded

    std::string architecture = "CC 9.0";
    std::shared_ptr<const Recording> recording; // null until the first is there, or for a variant without kernels
    std::vector<SharedAccessView> shared_accesses;
    std::optional<ChosenAccess> chosen_access;
    std::uint32_t warp = 0; // whose lanes are shown
    std::uint32_t line = 0; // chosen source line; 0: none

    std::shared_ptr<const ParticleFrame> particles; // one of the three, as the lesson's scene is
    std::shared_ptr<const ArrayFrame> array;
    std::shared_ptr<const MatrixFrame> matrix;

    std::vector<Notice> notices; // newest last
};

} // namespace warpstage::session
