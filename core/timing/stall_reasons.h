// The stall reasons of the SM model compared with hardware counters.
// Source of the counters: Nsight Compute, "Warp State Statistics": smsp__average_warps_issue_stalled_*_per_issue_active, warps in
// a state per cycle in which the scheduler issues.
#pragma once

#include "core/engine/gpu/counted_step.h"
#include "core/timing/estimate.h"

#include <optional>
#include <string>
#include <vector>

namespace warpstage::timing {

struct StallReason {
    std::string name; // "Long Scoreboard"
    std::optional<double> counted; // warps in this state per issuing cycle; empty: no such counter on this GPU
    std::optional<double> modeled; // empty: not modeled
};

// The hardware counters of all stall reasons.
[[nodiscard]] std::vector<std::string> stall_counters();

// Largest counted value first; without `selected`, which is not a stall.
[[nodiscard]] std::vector<StallReason> stall_reasons(const gpu::CounterValues& counted, const WorkEstimate& estimate);

// Whether the model's two largest stall reasons are among the three largest counted ones. A reason below a twentieth of the
// model's largest is ignored: there may be only one reason.
[[nodiscard]] bool agree(const std::vector<StallReason>& reasons);

// A table of one launch: reason, counted, modeled.
[[nodiscard]] std::string to_text(const std::string& kernel, const std::vector<StallReason>& reasons);

} // namespace warpstage::timing
