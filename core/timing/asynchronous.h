// Asynchronous copies and phases of mbarrier objects in the SM model.
#pragma once

#include "core/timing/machine_code/machine_code.h"
#include "core/timing/memory_path.h"
#include "core/timing/sm_warp.h"

#include <cstdint>

namespace warpstage::timing {

[[nodiscard]] bool is_asynchronous(OperationKind kind);

// When the groups that the step waits for are complete; 0: it waits for none.
[[nodiscard]] double groups_complete(const Warp& warp, const StreamStep& step, const MachineOperation& operation);
// When the phases that the step waits for are complete and the warp can go on, `latency` cycles later; kNever: one is not
// complete yet; 0: it waits for none.
[[nodiscard]] double phases_complete(const Resident& resident, const StreamStep& step, double latency);

struct AsynchronousStep {
    double cycle = 0.0;
    const StreamStep& step;
    const MachineOperation& operation;
    std::uint64_t copy = 0; // as MemoryPath::global
};
// The warp issues the step. Returns when its copies are complete or its arrival counts.
[[nodiscard]] double start_asynchronous(MemoryPath& path, Warp& warp, const Resident& resident, const AsynchronousStep& issued);

} // namespace warpstage::timing
