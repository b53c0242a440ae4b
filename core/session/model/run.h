// The recorded block, and what the rules of one architecture make of it.
#pragma once

#include "core/analysis/block_timeline.h"
#include "core/analysis/kernel_report.h"
#include "core/analysis/passes.h"
#include "core/arch/coalescing.h"
#include "core/arch/shared_banks.h"
#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/lesson/lesson.h"
#include "core/ptx/listing.h"
#include "core/session/recording/wrong_element.h"
#include "core/simt/trap.h"
#include "core/trace/totals.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

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

// The variant beside which the present one is shown.
struct ComparedView {
    std::size_t variant = 0;
    std::shared_ptr<const Recording> recording; // null until it is there
    std::shared_ptr<const Assessment> assessment; // null where the recording is
    std::optional<ChosenAccess> access; // where there is most to see

    bool operator==(const ComparedView&) const = default;
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

} // namespace warpstage::session
