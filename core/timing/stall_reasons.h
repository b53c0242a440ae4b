// The stall reasons of the SM model beside those that hardware counts.
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
    std::optional<double> counted; // warps in this state per issuing cycle; nothing: this GPU has no such counter
    std::optional<double> modeled; // nothing: the model does not know the reason
};

// The hardware counters of all stall reasons.
[[nodiscard]] std::vector<std::string> stall_counters();

// Largest counted one first; without `selected`, which is no stall.
[[nodiscard]] std::vector<StallReason> stall_reasons(const gpu::CounterValues& counted, const WorkEstimate& estimate);

// Whether the two largest stall reasons of the model are among the three largest that were counted. A reason under a twentieth of
// the model's largest does not count: there may be one reason alone.
[[nodiscard]] bool agree(const std::vector<StallReason>& reasons);

// A table of one launch: reason, counted, modeled.
[[nodiscard]] std::string to_text(const std::string& kernel, const std::vector<StallReason>& reasons);

} // namespace warpstage::timing
