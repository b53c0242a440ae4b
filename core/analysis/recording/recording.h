// One observed run of one block on the virtual machine, regardless of the engine: the data of the figures.
#pragma once

#include "core/analysis/block_timeline.h"
#include "core/analysis/branch_iterations.h"
#include "core/analysis/kernel_report.h"
#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/lesson/lesson.h"
#include "core/ptx/listing.h"
#include "core/simt/trap.h"
#include "core/trace/recorder.h"
#include "core/trace/totals.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

// One observed run of one block of the variant's recorded launch.
struct Recording {
    std::string variant;
    std::string kernel; // display name
    trace::Trace trace;
    trace::Matrices matrices; // not in a run loaded from a file, nor in one with checks
    trace::Totals totals;
    KernelReport report; // for the architecture that was selected when recording; see Assessment
    std::optional<simt::Trap> trap;
    std::shared_ptr<const lesson::Lesson> lesson; // keeps module and source alive
    ptx::Listing listing; // of the code that ran; points into the lesson's module
    Dim3 block_size; // threads of a block
    std::uint32_t shared_bytes = 0; // of a block, declared and dynamic
    std::uint64_t serial = 0; // grows with each recording
    BlockTimeline timeline;
    struct Buffer {
        std::string name;
        std::uint64_t address = 0; // address in the recorded accesses
        std::size_t bytes = 0;
    };
    std::vector<Buffer> buffers; // of the plan; empty in a run loaded from an old file
};

struct RecordingRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const lesson::Lesson> lesson;
    std::string variant;
    std::shared_ptr<const problem::Plan> plan;
    std::size_t work = 0; // index into Plan::step; a kernel launch
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    simt::Checks checks = simt::kNoChecks; // slower; a detected fault is in Recording::trap
    std::uint64_t instruction_budget = simt::RunOptions {}.instruction_budget; // warp instructions of one block
    simt::Blocks blocks = simt::Blocks::only_observed;
    const arch::Traits* traits = nullptr;
    // If the block alone has no fault, the whole grid runs with the checks, and the block with a fault is recorded instead: races
    // between blocks do not occur in a single block.
    bool expects_fault = false;
    std::uint64_t serial = 0; // of the recording
    trace::RecorderLimits limits {};
    // Contents that differ from the plan's initial ones, because the engine has already run time steps.
    std::map<problem::BufferIndex, std::vector<std::byte>> contents;
};

// Requests block 0 of the plan's recorded launch.
[[nodiscard]] RecordingRequest recording_request(const std::shared_ptr<const lesson::Lesson>& lesson, const std::string& variant,
    const std::shared_ptr<const problem::Plan>& plan, const arch::Traits& traits);

// Errors: a kernel that the virtual machine does not support, a block outside the grid, a request to stop.
[[nodiscard]] Result<std::shared_ptr<const Recording>> record(const RecordingRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::analysis
