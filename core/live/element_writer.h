// The thread that writes an element of a result, to find the cause of a wrong element.
#pragma once

#include "core/base/dim3.h"
#include "core/engine/vm_plan.h"
#include "core/problem/difference.h"

#include <cstdint>
#include <optional>

namespace warpstage::live {

struct ElementWriter {
    Dim3 block; // in the grid of the plan's recorded launch
    std::uint32_t warp = 0; // in the block
    std::uint32_t lane = 0;
    std::uint32_t line = 0; // of the store; 0: unknown
};

// Runs the first step of the unmodified plan and observes its recorded launch. If no thread writes the element, the thread that
// writes the element with the same index in another buffer is used, for example accelerations for positions. Nothing: no such
// thread, no recorded launch, or the run was stopped.
[[nodiscard]] std::optional<ElementWriter> find_writer(engine::VmPlan& plan, const engine::VmPrograms& programs,
    const problem::Difference& element, const engine::VmStepOptions& options);

} // namespace warpstage::live
