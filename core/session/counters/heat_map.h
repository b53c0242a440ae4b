// The whole-kernel heat map: every block of one launch on the virtual machine, counted warp by warp. Found in the background and
// shown as it grows.
#pragma once

#include "core/arch/traits.h"
#include "core/engine/vm_plan.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace warpstage::session {

struct HeatRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    std::size_t work = 0; // index into Plan::step; a kernel launch
    const arch::Traits* traits = nullptr;
};

// More blocks than this share rows of cells.
inline constexpr std::uint64_t kMaxHeatRows = 4096;

// Runs the step from the plan's initial contents up to the launch, here and now; `grown` is called after each block. What goes
// wrong is a sentence in the map.
[[nodiscard]] HeatMap map_heat(
    const HeatRequest& request, const std::stop_token& stop = {}, const std::function<void(const HeatMap&)>& grown = {});

} // namespace warpstage::session
