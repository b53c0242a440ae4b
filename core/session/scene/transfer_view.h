// A step's copies and launches over time.
#pragma once

#include "core/engine/engine.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"
#include "core/timing/estimate.h"

#include <optional>
#include <span>

namespace warpstage::session {

// The measured schedule. The event before a copy is recorded when its stream reaches it, although the copy engine may still be
// busy with another stream: such a copy begins when the engine's last copy ends, since an engine performs one copy at a time.
[[nodiscard]] TransferFrame measured_transfers(const problem::Plan& plan, std::span<const engine::WorkSpan> spans);

// The possible overlap, without a GPU: each stream in order, one copy at a time in each direction, launches in sequence, and a
// copy of pageable memory blocks the host until it has ended (CUDA Driver API, "API synchronization behavior"). The length of a
// copy is its number of bytes, that of a launch equals the copy before it: the lengths are arbitrary.
[[nodiscard]] TransferFrame possible_transfers(const problem::Plan& plan);

// The same order with the estimated time of each operation; nothing if the estimate is of other operations.
[[nodiscard]] std::optional<TransferFrame> estimated_transfers(const TransferFrame& possible, const timing::StepEstimate& step);

// The time during which at least one copy or launch of this kind was in progress.
[[nodiscard]] std::chrono::nanoseconds busy_time(const TransferFrame& frame, TransferFrame::Kind kind);

} // namespace warpstage::session
