// The contents of a session file: everything needed to show a session again, also on a computer without a GPU.
#pragma once

#include "core/base/dim3.h"
#include "core/engine/timing_summary.h"
#include "core/lesson/edited/kernel_texts.h"
#include "core/simt/trap.h"
#include "core/trace/totals.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::session_file {

// Increased when older versions would misread the files.
inline constexpr std::uint32_t kFormat = 1;

// The origin of a run and its times.
struct Origin {
    std::string machine; // "NVIDIA H200"
    std::string detail; // "CC 9.0, 132 SMs, driver 580.159"
    bool emulated = false; // the times are from the virtual machine
    std::string architecture; // used for the analysis of the accesses: "CC 9.0"
    std::uint32_t capability_major = 9; // compute capability of `architecture`
    std::uint32_t capability_minor = 0;
    std::string saved_at; // "2026-11-21 20:51 UTC"
    std::string program; // "warpstage 0.1.0"

    bool operator==(const Origin&) const = default;
};

struct Build {
    std::string name; // empty: kernels.ptx
    std::string ptx;

    bool operator==(const Build&) const = default;
};

// The address range of a buffer of the plan in the run's accesses to global memory.
struct RunBuffer {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;

    bool operator==(const RunBuffer&) const = default;
};

// A complete recorded run of one block.
struct Run {
    std::string variant;
    std::string kernel; // display name
    trace::Trace trace;
    trace::Totals totals;
    std::optional<simt::Trap> trap;
    Dim3 block_size;
    std::uint32_t shared_bytes = 0;
    std::vector<RunBuffer> buffers; // in the plan's order; empty in files of older versions
};

struct WorkTimes {
    std::string label;
    bool on_host = false;
    engine::TimingSummary timing;
};

struct VariantTimes {
    std::string variant;
    engine::TimingSummary timing;
    std::vector<WorkTimes> works; // of the variant on screen, else empty
};

struct Document {
    std::string lesson;
    std::string variant;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::string source; // kernels.cu as it ran
    std::vector<Build> builds; // the PTX that ran; the first is kernels.ptx
    std::vector<problem::Relaunch> launches; // changed ones, as they ran
    std::string edited; // the text in the editor, if it differs from `source`
    std::optional<Run> run;
    std::vector<VariantTimes> times;
    Origin origin; // of `run` and `times`
    std::string layout; // of the console's window; opaque
};

} // namespace warpstage::session_file
