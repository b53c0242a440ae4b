// A step's copies and launches over time.
#pragma once

#include "core/engine/engine.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"

#include <span>

namespace warpstage::session {

// As a GPU's marks measure it. A mark before a copy is set when its stream has come to it, though the copy engine may still be
// busy with another stream: such a copy begins where the engine's last one ended, since an engine makes one copy at a time.
[[nodiscard]] TransferFrame measured_transfers(const problem::Plan& plan, std::span<const engine::WorkSpan> spans);

// What may overlap, without a GPU: each stream in its order, one copy at a time in each direction, launches one after the other,
// and a copy of pageable memory keeps the host until it has ended (CUDA Driver API, "API synchronization behavior"). A
// copy is as long as its bytes, a launch as the copy before it: lengths that mean nothing.
[[nodiscard]] TransferFrame possible_transfers(const problem::Plan& plan);

// How long at least one copy or launch of this kind was under way.
[[nodiscard]] std::chrono::nanoseconds busy_time(const TransferFrame& frame, TransferFrame::Kind kind);

} // namespace warpstage::session
