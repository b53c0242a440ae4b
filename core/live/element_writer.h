// Which thread writes an element of a result: the one to look at where the element is wrong.
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
    std::uint32_t line = 0; // of the store; 0: not known
};

// Runs the first step of the plan, which must be as it was made, and watches its recorded launch. Where that does not write to
// the element, whoever writes the element of the same index of another buffer counts: accelerations make positions. Nothing: no
// thread does, the plan records no launch, or the run was stopped.
[[nodiscard]] std::optional<ElementWriter> find_writer(engine::VmPlan& plan, const engine::VmPrograms& programs,
    const problem::Difference& element, const engine::VmStepOptions& options);

} // namespace warpstage::live
